import Foundation
internal import XignCrypto
internal import XignProtocol

/// The files of a key store: one for each activation, with mode 600, in a folder with mode 700. A file or folder
/// that other users can access or own is refused.
package struct KeyFiles: Sendable {
    private let path: String
    private let acceptsFilesWithoutDigest: Bool

    /// Names the folder, which is created with the first key.
    ///
    /// - Parameter acceptsFilesWithoutDigest: true for a store whose earlier versions wrote the keys alone.
    package init(folder: URL, acceptsFilesWithoutDigest: Bool = false) {
        path = folder.path
        self.acceptsFilesWithoutDigest = acceptsFilesWithoutDigest
    }

    /// The content of a file: the keys, and the digest of their stored bytes.
    ///
    /// Without the digest, a damaged salt would make each PIN a wrong one, which the manager counts. The keys do not
    /// depend on the PIN, so no PIN can be tried against the digest either.
    private struct Content<Keys: KeyRecord>: Codable {
        var keys: Keys
        var sha256: Octets

        init(_ keys: Keys) throws {
            self.keys = keys
            sha256 = try Self.digest(of: keys)
        }

        var isIntact: Bool { (try? Self.digest(of: keys)) == sha256 }

        private static func digest(of keys: Keys) throws -> Octets {
            Octets(SHA256.hash(data: try MessageCoding.encode(keys)))
        }
    }

    /// Checks owner and permissions of the folder, if it exists.
    package func prepare() throws { _ = try PrivateFolder(path) }

    /// Returns the content of an activation's file.
    ///
    /// - Throws: `KeyStoreError.keysMissing` if there is none, `unusable` if it is damaged, or of another store or
    ///   a later version.
    package func read<Keys: KeyRecord>(_ type: Keys.Type, _ label: KeyStoreLabel) throws -> Keys {
        guard let content = try PrivateFolder(path).read(fileName(label)) else { throw KeyStoreError.keysMissing }
        guard let keys = keys(type, in: Array(content)) else { throw damaged(label) }
        try keys.checkVersion(in: "\(path)/\(fileName(label))")
        return keys
    }

    /// Returns the keys in a file's bytes; nil if it is damaged.
    private func keys<Keys: KeyRecord>(_ type: Keys.Type, in bytes: [UInt8]) -> Keys? {
        if let content = try? MessageCoding.decode(Content<Keys>.self, from: bytes) {
            return content.isIntact ? content.keys : nil
        }
        return acceptsFilesWithoutDigest ? try? MessageCoding.decode(type, from: bytes) : nil
    }

    /// Creates or replaces an activation's file, durably.
    package func write(_ keys: some KeyRecord, _ label: KeyStoreLabel) throws {
        try PrivateFolder(path).write(Data(try MessageCoding.encode(Content(keys))), to: fileName(label))
    }

    /// Removes an activation's file durably. Succeeds if there is none.
    package func remove(_ label: KeyStoreLabel) throws { try PrivateFolder(path).remove(fileName(label)) }

    /// Returns the error for a damaged file.
    package func damaged(_ label: KeyStoreLabel) -> KeyStoreError {
        .unusable("\(path)/\(fileName(label)) is damaged. Restore it, or give this activation up, and activate again.")
    }

    /// Returns a file name that does not reveal the manager.
    private func fileName(_ label: KeyStoreLabel) -> String {
        let input = [UInt8](label.activationId) + Array(label.idmIdentifier.utf8)
        return SHA256.hash(data: input).prefix(16).hexadecimal + ".json"
    }
}
