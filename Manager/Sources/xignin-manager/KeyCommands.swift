import Terminal
import XignManager

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
                let material = manager.keys.material
                console.print(
                    given[fingerprint]
                        ? "\(material.material.fingerprint)" : "\(String(decoding: material.serialized, as: UTF8.self))"
                )
            }
        }
    }()

    /// `keys rotate`.
    static let keysRotate = Command(
        "rotate", "Draw new encryption keys now.",
        discussion: "`serve` does it by itself, every fifteen days. Use this after a key may have leaked."
    ) { given, console in
        try given.withManager { manager in
            guard try manager.rotateEncryptionKeys(force: true) else {
                throw Failure(75, "another manager has rotated the keys at the same moment: nothing was left to do")
            }
            console.print("New encryption keys, sequence \(manager.keys.material.material.sequence).")
        }
    }
}
