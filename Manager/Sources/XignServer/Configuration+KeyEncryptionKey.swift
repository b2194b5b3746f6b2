import XignUseCases

/// The key-encryption key that is not in the data folder.
extension Configuration {
    private static let credentials = "$CREDENTIALS_DIRECTORY/"

    /// - Returns: nil where the file does not name it.
    /// - Throws: `ManagerError` for a path that depends on the folder in which the program was started.
    func namedKeyEncryptionKeyFile() throws -> KeyEncryptionKeyFile? {
        guard let named = keyEncryptionKeyFile else { return nil }
        guard named.hasPrefix(Self.credentials) else {
            guard named.hasPrefix("/"), !named.hasSuffix("/") else {
                throw ManagerError(
                    .configuration,
                    "keyEncryptionKeyFile must be an absolute path, or begin with \(Self.credentials), not \(named)")
            }
            return KeyEncryptionKeyFile(named)
        }
        let name = named.dropFirst(Self.credentials.count)
        guard !name.isEmpty, !name.contains("/") else {
            throw ManagerError(
                .configuration, "keyEncryptionKeyFile must name a credential after \(Self.credentials), not \(named)")
        }
        guard let folder = PrivateFile.credentialsFolder else {
            throw ManagerError(
                .configuration,
                "keyEncryptionKeyFile is a credential, and CREDENTIALS_DIRECTORY is not set: add LoadCredential to the unit. "
                    + "For a command, set it to the service's folder, /run/credentials/xignin-manager.service, while that "
                    + "runs.")
        }
        return KeyEncryptionKeyFile("\(folder)/\(name)")
    }
}
