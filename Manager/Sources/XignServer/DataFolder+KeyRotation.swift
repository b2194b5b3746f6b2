import Glibc
import XignCrypto
import XignProtocol
import XignStorage
import XignUseCases

/// The files of the key-encryption key while it is being replaced. After a kill at any moment the folder holds every
/// key that the database may name, under names that a manager reads.
extension DataFolder {
    /// The identifier of the next key; nil where there is no such file.
    package func nextKeyIdentifier() throws -> String? {
        try PrivateFile.exists(nextKeyPath) ? Vault.identifier(of: Self.key(nextKeyPath)) : nil
    }

    /// Draws the next key, unless the folder has one: an interrupted command has drawn it, or it was copied from
    /// another machine.
    /// - Returns: its identifier.
    package func makeNextKeyEncryptionKey() throws -> String {
        if let identifier = try nextKeyIdentifier() { return identifier }
        // Complete before it has its name, since a manager that is started in between reads it.
        let incomplete = "\(nextKeyPath).incomplete"
        unlink(incomplete)
        let key = SecretOctets.random(count: 32)
        try PrivateFile.create(incomplete, Array((Base64URL.encode(key.bytes) + "\n").utf8))
        try PrivateFile.rename(incomplete, to: nextKeyPath)
        return Vault.identifier(of: SymmetricKey(data: key.bytes))
    }

    /// Gives the next key the name of the present one, once it is the only one that the database names. The former one
    /// stays, under a name with its identifier, for the backups that it has sealed.
    /// - Parameter current: the identifier of the key that the database names.
    /// - Returns: the path of the former key; nil where the next key is not the one that the database names.
    package func retireKeyEncryptionKey(for current: String) throws -> String? {
        guard try nextKeyIdentifier() == current else { return nil }
        let retired = "\(keyPath).\(Vault.identifier(of: try keyEncryptionKey()))"
        guard link(keyPath, retired) == 0 || errno == EEXIST else {
            throw ManagerError(.fileNotWritten, "Cannot create \(retired): error \(errno).")
        }
        try PrivateFile.rename(nextKeyPath, to: keyPath)
        return retired
    }
}
