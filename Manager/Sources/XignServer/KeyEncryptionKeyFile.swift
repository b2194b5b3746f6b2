import Glibc
import XignCrypto
import XignProtocol
import XignStorage
import XignUseCases

/// The file of the key-encryption key: 32 bytes, base64url. Beside it lies the next key while it is being replaced.
package struct KeyEncryptionKeyFile: Sendable {
    package let path: String
    /// The key that is to replace the other one, or is about to.
    package var nextPath: String { "\(path).next" }

    package init(_ path: String) { self.path = path }

    package var exists: Bool { PrivateFile.exists(path) }

    /// Generates the key, unless there is one: several managers on one database share it.
    package func make() throws {
        if exists { return }
        try PrivateFile.create(path, Self.text(SecretOctets.random(count: 32)))
    }

    static func text(_ key: SecretOctets) -> [UInt8] { Array((Base64URL.encode(key.bytes) + "\n").utf8) }

    /// Removes a key that has sealed nothing.
    package func removeUnused() { unlink(path) }

    /// - Throws: `ManagerError` if the key is missing or damaged. It must be restored, since no other key opens the
    ///   database.
    package func key() throws -> SymmetricKey {
        guard exists else {
            throw ManagerError(
                .missingKey,
                "There is no \(path): restore your copy of it. The database cannot be read without it, and no other key replaces it. If no copy is left: docs/operations.md, \"A lost key-encryption key\"."
            )
        }
        return try Self.key(path)
    }

    /// Reads the key, and the next one while one is being replaced.
    /// - Throws: as `key`.
    package func keys() throws -> [SymmetricKey] {
        try [key()] + (PrivateFile.exists(nextPath) ? [Self.key(nextPath)] : [])
    }

    static func key(_ path: String) throws -> SymmetricKey {
        var text = String(decoding: try PrivateFile.read(path), as: UTF8.self)[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        guard let bytes = Base64URL.decode(text), bytes.count == 32 else {
            throw ManagerError(.damagedKey, "\(path) does not hold a key: restore it from your backup.")
        }
        return SymmetricKey(data: bytes)
    }

    /// A vault with the keys, of which a database names one.
    package func vault() throws -> Vault { Vault(try key()) { try keys() } }
}
