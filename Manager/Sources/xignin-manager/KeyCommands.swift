import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

extension Command {
    /// `key-material`.
    static let keyMaterial: Command = {
        let fingerprint = Parameter.flag(
            "fingerprint", "Print the fingerprint of the root keys in words instead, and the epoch below it.")
        return Command(
            "key-material", "Print the signed key material that apps ship and `xign trust` takes.",
            discussion: """
                Publish the fingerprint where people can compare it: whoever trusts key material that somebody else made talks to \
                somebody else's manager. After the keys were replaced, publish the epoch beside it: with `xign trust --epoch`, \
                nobody trusts the former ones.
                """,
            [fingerprint, Parameter<Bool>.json],
            examples: [
                Example("xignin-manager key-material --fingerprint", "Prints what people compare."),
                "xignin-manager key-material >key-material.json",
            ]
        ) { given, console in
            try given.withManager { manager in
                let keys = manager.context.keys
                if given[fingerprint] {
                    if given[Parameter<Bool>.json] {
                        return try console.print(json: EpochReport(keys.material.material))
                    }
                    return console.printFingerprint(of: keys.material.material)
                }
                // All documents, since each verifies the next, and the roots have signed the first.
                let texts = try keys.documents(after: 0).map { String(decoding: $0, as: UTF8.self) }
                console.print("[\(texts.joined(separator: ","))]")
            }
        }
    }()

    /// `keys list`.
    static let keysList: Command = {
        let json = Parameter.json
        return Command(
            "list", "List the keys of ID tokens, and what each is used for.",
            discussion: """
                `serve` rotates them by itself: the next key is published for a week before it signs. A retired key is destroyed; \
                its public half verifies ID tokens that websites send back.
                """, [json], examples: ["xignin-manager keys list"]
        ) { given, console in
            try given.withManager { manager in
                if try manager.context.keyEncryptionKeys().former != nil {
                    console.report("A rotation of the key-encryption key is unfinished: repeat it.")
                }
                let keys = ListIDTokenKeys(manager.context)()
                if given[json] { return try console.print(json: keys) }
                var table = Table(["ALGORITHM", "KID", "USE", "FROM", "UNTIL"])
                for key in keys {
                    table.append(["\(key.alg)", "\(key.kid)", "\(key.use.rawValue)", "\(key.from)", "\(key.until)"])
                }
                console.print(table)
            }
        }
    }()

    /// `keys replace-id-token-keys`.
    static let keysReplaceIDTokenKeys: Command = {
        return Command(
            "replace-id-token-keys", "Replace the keys of ID tokens at once, after one may have leaked.",
            discussion: """
                Without a leak this is not needed: `serve` rotates the keys by itself, and no website notices. Here the new \
                keys sign at once, and the old ones verify nothing. People cannot log in at a website that caches the keys \
                until it reads them again; most do so at the first unknown key, others need a restart. ID tokens of the last \
                five minutes are refused. No website can name an earlier login by its ID token: not to ask for the same \
                person, and not to come back after a logout. Codes, access tokens, refresh tokens and remembered logins are \
                not signed with these keys, and remain.
                """,
            [Agreement.isAgreed, Parameter<Bool>.json], examples: ["xignin-manager keys replace-id-token-keys"]
        ) { given, console in
            try given.withManager { manager in
                try given.ask(
                    "Replace the keys?",
                    showing: [
                        "Replaces all keys of ID tokens. Websites refuse logins until they have read the new ones."
                    ], on: console)
                let keys = try ReplaceIDTokenKeys(manager.context)(by: OperatorName.current)
                try given.print(
                    keys.map { SigningKeyReport(kid: $0.id, alg: $0.algorithm.rawValue) },
                    or: keys.map { "\($0.algorithm.rawValue): \($0.id) signs from now on." }, on: console)
            }
        }
    }()

    /// `keys rotate`.
    static let keysRotate = Command(
        "rotate", "Generate new encryption keys now.",
        discussion: """
            `serve` does it by itself, every fifteen days. The former keys go on for devices that have not read the new \
            ones. So after a key may have leaked, replace all of them with `keys replace-online-key`.
            """,
        [Agreement.isAgreed, Parameter<Bool>.json], examples: ["xignin-manager keys rotate"]
    ) { given, console in
        try given.withManager { manager in
            let sequence = manager.context.keys.material.material.sequence
            try given.ask(
                "Rotate the keys?",
                showing: [
                    "Publishes new encryption keys and key material after the sequence \(sequence), which each device fetches."
                ], on: console)
            guard try RotateEncryptionKeys(manager.context)(force: true) else {
                throw Failure(75, "another manager has rotated the keys at the same moment: nothing was left to do")
            }
            let material = manager.context.keys.material.material
            try given.print(
                EpochReport(material), or: "New encryption keys, sequence \(material.sequence).", on: console)
        }
    }
}

/// The JSON of a new key of ID tokens.
private struct SigningKeyReport: Encodable {
    let kid: String
    let alg: String
}

/// The JSON of key material that is published.
struct EpochReport: Encodable {
    let fingerprint: String
    let epoch: Int64
    /// Nil for the first epoch.
    let epochBegan: String?
    let sequence: Int64
    let appLinkOrigins: [String]
    /// The new file of signed key material.
    var file: String?

    init(_ material: KeyMaterial, file: String? = nil) {
        (fingerprint, epoch, sequence) = (material.fingerprint, material.epoch, material.sequence)
        epochBegan = material.epochBegan.map { Timestamp(seconds: $0).iso8601 }
        appLinkOrigins = material.appLinkOrigins.map(\.description)
        self.file = file
    }
}

extension Console {
    /// Prints what people compare before they trust the manager: the words, and the epoch on the next line.
    func printFingerprint(of material: KeyMaterial) {
        print("\(material.fingerprint, .bold)")
        let day = material.epochBegan.map { Timestamp(seconds: $0).iso8601.prefix(10) }
        print("epoch \(material.epoch)\(material.epoch == 1 ? ", the first one" : day.map { ", since \($0)" } ?? "")")
    }
}
