import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

private let rootKeys = Parameter<String?>.option(
    "root-keys", "FILE", "The root keys, as `init` wrote them: read once, and never copied.", completion: .files,
    parse: { $0 })
private let newRootKeys = Parameter<String?>.option(
    "new-root-keys", "FILE",
    "The file for the new root keys, on the medium that you keep offline. If it exists, its keys are taken.",
    completion: .files, parse: { $0 })
private let appLinkOrigins = Parameter<[String]>.options(
    "app-link-origin", "URL",
    "An origin where links lead: https://app.login.example.org. The first one is in new links.",
    parse: { $0 })

extension Command {
    /// `keys replace-online-key`.
    static let keysReplaceOnlineKey = Command(
        "replace-online-key", "Replace the key that signs key material, after it may have leaked.",
        discussion: """
            The root keys sign key material with a new online key and new encryption keys; the former ones are destroyed. \
            Devices learn of it with their next request, and accept nothing from the former online key after that. If \
            somebody else may control this machine, do not bring the root keys here: use `keys prepare-key-material`.
            """,
        [rootKeys, Parameter<Bool>.json],
        examples: ["xignin-manager keys replace-online-key --root-keys /media/offline/root-keys.json"]
    ) { given, console in
        let roots = try given.roots(rootKeys)
        try given.withManager { manager in
            let signed = try PrepareEpoch(manager.context)().signed(by: roots, at: Clock.system.now())
            try given.publish(signed, manager, console)
        }
    }

    /// `keys replace-root-keys`.
    static let keysReplaceRootKeys = Command(
        "replace-root-keys", "Replace the root keys, after one may have leaked or before one is lost.",
        discussion: """
            The present root keys sign key material with new ones, which are written to a file first. The present ones are \
            worthless after it: destroy every copy. The fingerprint changes; publish the new one. If the command was \
            interrupted, repeat it with the same files.
            """,
        [rootKeys, newRootKeys, Agreement.isAgreed, Parameter<Bool>.json]
    ) { given, console in
        let roots = try given.roots(rootKeys)
        try given.withManager { manager in
            let new = try given.newRoots(of: manager.context.issuer)
            let signed = try PrepareEpoch(manager.context)()
                .signed(by: roots, replacedBy: new.keys, at: Clock.system.now())
            if new.isFound {
                console.report("Took the keys found in \(new.path), fingerprint \(signed.material.fingerprint, .bold)")
                try given.ask("Are they yours?", on: console)
            }
            try new.keep()
            try given.publish(signed, replacesRoots: true, manager, console)
            console.report("The former root keys are worthless now: destroy every copy of them.")
        }
    }

    /// `keys change-app-link-origins`.
    static let keysChangeAppLinkOrigins = Command(
        "change-app-link-origins", "Change the origins where the links of QR codes and invitations lead.",
        discussion: """
            Name all origins that shall be accepted, the one for new links first. A device learns of them with its next \
            request, and refuses links to an origin that it does not know: add an origin behind the present one, wait, and \
            move it to the front after that. The managers use the origins when they are started again. The issuer never \
            changes.
            """,
        [rootKeys, appLinkOrigins, Parameter<Bool>.json]
    ) { given, console in
        let roots = try given.roots(rootKeys)
        guard !given[appLinkOrigins].isEmpty else {
            throw Failure(.usage, "name the origins with --app-link-origin URL")
        }
        try given.withManager { manager in
            let origins = try given.changedOrigins(manager)
            let signed = try PrepareEpoch(manager.context)(appLinkOrigins: origins)
                .signed(by: roots, at: Clock.system.now())
            try given.publish(signed, manager, console)
        }
    }

    /// `keys prepare-key-material`.
    static let keysPrepareKeyMaterial: Command = {
        let output = Parameter<String>.argument(
            "REQUEST", "A new file for the request, or - for standard output.", completion: .files, parse: { $0 })
        return Command(
            "prepare-key-material", "Prepare key material that the root keys sign on another machine.",
            discussion: """
                Draws a new online key and writes a request, which holds nothing secret. Carry it to the machine with the root \
                keys, run `keys sign-key-material` there, and `keys publish-key-material` here. Nothing changes until then.
                """,
            [output, appLinkOrigins, Parameter<Bool>.json],
            examples: ["xignin-manager keys prepare-key-material /media/offline/request"]
        ) { given, console in
            try given.expectFile(given[output])
            try given.withManager { manager in
                let origins = try given[appLinkOrigins].isEmpty ? nil : given.changedOrigins(manager)
                let file = try OutputFile(given[output])
                try file.write(try PrepareEpoch(manager.context)(appLinkOrigins: origins).serialized)
                try file.finish()
                if given[Parameter<Bool>.json] { try console.print(json: FileReport(file: given[output])) }
            }
        }
    }()

    /// `keys sign-key-material`.
    static let keysSignKeyMaterial: Command = {
        let input = Parameter<String>.argument(
            "REQUEST", "The file that `keys prepare-key-material` has written.", completion: .files, parse: { $0 })
        let output = Parameter<String>.argument(
            "SIGNED", "A new file for the signed key material, or - for standard output.", completion: .files,
            parse: { $0 })
        return Command(
            "sign-key-material", "Sign prepared key material with the root keys, on a machine without a network.",
            discussion: """
                Needs neither a data folder nor a database. Shows what it signs, and asks. It refuses a request that names \
                other root keys than the file: whoever controls the server may have written it.
                """,
            [input, output, rootKeys, newRootKeys, Agreement.isAgreed, Parameter<Bool>.json]
        ) { given, console in
            try given.expectFile(given[output])
            let roots = try given.roots(rootKeys)
            try explaining {
                let now = Clock.system.now()
                let request = try KeyMaterialRequest(
                    parsing: try InputFile.read(given[input]), from: given[input], at: now)
                let new = try given[newRootKeys].map { _ in try given.newRoots(of: roots.issuer) }
                let signed = try request.signed(by: roots, replacedBy: new?.keys, at: now)
                show(signed.material, new, console)
                try given.ask("Sign it?", on: console)
                try new?.keep()
                let file = try OutputFile(given[output])
                try file.write(signed.serialized)
                try file.finish()
                if given[Parameter<Bool>.json] {
                    try console.print(json: EpochReport(signed.material, file: given[output]))
                }
            }
        }
    }()

    /// `keys publish-key-material`.
    static let keysPublishKeyMaterial: Command = {
        let input = Parameter<String>.argument(
            "SIGNED", "The file that `keys sign-key-material` has written.", completion: .files, parse: { $0 })
        return Command(
            "publish-key-material", "Publish prepared key material that the root keys have signed.",
            discussion: """
                Refuses everything but the request that was prepared last. Shows the fingerprint of new root keys, and asks: \
                compare it with the one that `keys sign-key-material` has shown.
                """,
            [input, Agreement.isAgreed, Parameter<Bool>.json],
            examples: ["xignin-manager keys publish-key-material /media/offline/signed"]
        ) { given, console in
            let bytes = try InputFile.read(given[input])
            try given.withManager { manager in
                guard let signed = try? SignedKeyMaterial(parsing: bytes) else {
                    throw ManagerError(
                        .keyMaterialRequest,
                        "\(given[input]) is no signed key material: name the file that `keys sign-key-material` has "
                            + "written.")
                }
                let fingerprint = signed.material.fingerprint
                let replacesRoots = fingerprint != manager.context.keys.material.material.fingerprint
                if replacesRoots {
                    console.report("It replaces the root keys. The new fingerprint: \(fingerprint, .bold)")
                    try given.ask("Publish it?", on: console)
                }
                try given.publish(signed, replacesRoots: replacesRoots, manager, console)
            }
        }
    }()
}

/// The new root keys of a command, and their file.
private struct NewRoots {
    let keys: RootKeys
    let path: String
    /// True for keys that were in the file before: an interrupted command has left them, or somebody else.
    let isFound: Bool

    /// Writes drawn keys to the file.
    func keep() throws {
        guard !isFound else { return }
        try asOperator { try PrivateFile.create(path, try keys.serialized) }
    }
}

/// Shows everything that the root keys are about to sign.
private func show(_ material: KeyMaterial, _ new: NewRoots?, _ console: Console) {
    let origins = material.appLinkOrigins.map(\.description).joined(separator: " ")
    let suites = material.encryptionKeys.map(\.suite.rawValue).joined(separator: " ")
    console.report("Key material of \(material.url), epoch \(material.epoch), sequence \(material.sequence)")
    console.report("with App-Links at \(origins)")
    console.report("with encryption keys of \(suites)")
    if let new {
        console.report("with \(new.isFound ? "the root keys found in" : "new root keys for") \(new.path)")
    }
    console.report("Fingerprint of the root keys: \(material.fingerprint, .bold)")
}

extension ParsedArguments {
    fileprivate func roots(_ option: Parameter<String?>) throws -> RootKeys {
        guard let path = self[option] else { throw Failure(.usage, "name the root keys with --root-keys FILE") }
        return try explaining { try RootKeys(parsing: try InputFile.read(path), from: path) }
    }

    /// Reads the file of the new root keys, which an interrupted command has left; otherwise draws them.
    fileprivate func newRoots(of issuer: ManagerOrigin) throws -> NewRoots {
        guard let path = self[newRootKeys] else {
            throw Failure(.usage, "name a file for the new root keys with --new-root-keys FILE")
        }
        guard let bytes = try PrivateFile.readOfOperator(path) else {
            return NewRoots(keys: try RootKeys.draw(issuer: issuer), path: path, isFound: false)
        }
        return NewRoots(keys: try RootKeys(parsing: bytes, from: path), path: path, isFound: true)
    }

    fileprivate func changedOrigins(_ manager: Manager) throws -> [ManagerOrigin] {
        let origins = try configuration().appLinkOrigins(self[appLinkOrigins])
        try manager.checkAppLinks(at: origins)
        return origins
    }

    fileprivate func publish(
        _ signed: SignedKeyMaterial, replacesRoots: Bool = false, _ manager: Manager, _ console: Console
    ) throws {
        let former = manager.context.keys.material.material
        let material = try PublishEpoch(manager.context)(
            signed, replacesRoots: replacesRoots, by: OperatorName.current)
        if self[Parameter<Bool>.json] {
            try console.print(json: EpochReport(material))
        } else {
            console.print("Epoch \(material.epoch) begins. Devices learn of it with their next request.")
            console.print("Publish fingerprint and epoch, for people who run `xign trust`:")
            console.printFingerprint(of: material)
        }
        guard material.appLinkOrigins != former.appLinkOrigins else { return }
        console.report("Restart every manager now: links lead to \(material.appLinkOrigins.first ?? material.url).")
    }
}
