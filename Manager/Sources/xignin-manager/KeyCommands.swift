import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `key-material`.
    static let keyMaterial: Command = {
        let fingerprint = Parameter.flag("fingerprint", "Print the fingerprint of the root keys in words instead.")
        return Command(
            "key-material", "Print the signed key material that apps ship and `xign trust` takes.",
            discussion: """
                Publish the fingerprint where people can compare it: whoever trusts key material that somebody else made talks to \
                somebody else's manager.
                """,
            [fingerprint]
        ) { given, console in
            try given.withManager { manager in
                let keys = manager.context.keys
                if given[fingerprint] { return console.print("\(keys.material.material.fingerprint)") }
                // All documents, since each verifies the next, and the roots have signed the first.
                let texts = try keys.documents(after: 0).map { String(decoding: $0, as: UTF8.self) }
                console.print("[\(texts.joined(separator: ","))]")
            }
        }
    }()

    /// `keys rotate`.
    static let keysRotate = Command(
        "rotate", "Generate new encryption keys now.",
        discussion: "`serve` does it by itself, every fifteen days. Use this after a key may have leaked."
    ) { given, console in
        try given.withManager { manager in
            guard try manager.context.rotateEncryptionKeys(force: true) else {
                throw Failure(75, "another manager has rotated the keys at the same moment: nothing was left to do")
            }
            console.print("New encryption keys, sequence \(manager.context.keys.material.material.sequence).")
        }
    }
}
