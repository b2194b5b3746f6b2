import Foundation
internal import XignCrypto
internal import XignProtocol

/// The files of a key store: one for each activation, with mode 600, in a folder with mode 700. A file or folder
/// that other users can access or own is refused.
package struct KeyFiles: Sendable {
    private let path: String

    /// Names the folder, which is created when it is first used.
    package init(folder: URL) { path = folder.path }

    /// Creates the folder if necessary, and checks its owner and permissions.
    package func prepare() throws { _ = try PrivateFolder(path) }

    /// Returns the content of an activation's file.
    ///
    /// - Throws: `KeyStoreError.keysMissing` if there is none, `unusable` if it is damaged, or of another store or
    ///   a later version.
    package func read<Keys: KeyRecord>(_ type: Keys.Type, _ label: KeyStoreLabel) throws -> Keys {
        guard let content = try PrivateFolder(path).read(fileName(label)) else { throw KeyStoreError.keysMissing }
        let keys: Keys
        do { keys = try MessageCoding.decode(type, from: Array(content)) } catch { throw damaged(label) }
        guard keys.isIntact else { throw damaged(label) }
        try keys.checkVersion(in: "\(path)/\(fileName(label))")
        return keys
    }

    /// Creates or replaces an activation's file, durably.
    package func write(_ keys: some Encodable, _ label: KeyStoreLabel) throws {
        try PrivateFolder(path).write(Data(try MessageCoding.encode(keys)), to: fileName(label))
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
