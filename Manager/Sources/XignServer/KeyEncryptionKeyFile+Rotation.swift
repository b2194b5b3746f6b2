import Glibc
import XignCrypto
import XignProtocol
import XignStorage
import XignUseCases

/// The files of the key-encryption key while it is being replaced. After a kill at any moment the folder holds every
/// key that the database may name, under names that a manager reads.
extension KeyEncryptionKeyFile {
    /// The end of a replacement.
    package enum Retirement: Sendable, Equatable {
        /// The next key is not the one that the database names, or there is none.
        case nothing
        /// The next key has the name of the former one, which has another.
        case renamed(former: String)
        /// The folder cannot be written: its operator exchanges the files where they come from.
        case readOnlyFolder
    }

    /// The identifier of the next key; nil where there is no such file.
    package func nextIdentifier() throws -> String? {
        try PrivateFile.exists(nextPath) ? Vault.identifier(of: Self.key(nextPath)) : nil
    }

    /// Draws the next key, unless the folder has one: an interrupted command has drawn it, or it was copied from
    /// another machine.
    /// - Returns: its identifier.
    package func makeNext() throws -> String {
        if let identifier = try nextIdentifier() { return identifier }
        guard isFolderWritable else {
            throw ManagerError(
                .fileNotWritten,
                "The folder of \(path) cannot be written: add --prepare --to FILE, and put that file beside it, as "
                    + "\(nextPath), where the folder's files come from.")
        }
        // Complete before it has its name, since a manager that is started in between reads it.
        let incomplete = "\(nextPath).incomplete"
        unlink(incomplete)
        let key = SecretOctets.random(count: 32)
        try PrivateFile.create(incomplete, Self.text(key))
        try PrivateFile.rename(incomplete, to: nextPath)
        return Vault.identifier(of: SymmetricKey(data: key.bytes))
    }

    /// Draws the next key into a new file of the operator's, for a folder that cannot be written.
    /// - Returns: its identifier.
    /// - Throws: `ManagerError`, also where the folder has the next key already.
    package func makeNext(at file: String) throws -> String {
        guard try nextIdentifier() == nil else {
            throw ManagerError(
                .fileNotWritten,
                "\(nextPath) is there already, and is the next key: repeat the command without --prepare.")
        }
        let key = SecretOctets.random(count: 32)
        try asOperator { try PrivateFile.create(file, Self.text(key)) }
        return Vault.identifier(of: SymmetricKey(data: key.bytes))
    }

    private var isFolderWritable: Bool {
        let end = path.lastIndex(of: "/").map(path.index(after:))
        return faccessat(AT_FDCWD, end.map { String(path[..<$0]) } ?? ".", W_OK, AT_EACCESS) == 0
    }

    /// Gives the next key the name of the present one, once it is the only one that the database names. The former one
    /// stays, under a name with its identifier, for the backups that it has sealed.
    /// - Parameter current: the identifier of the key that the database names.
    package func retire(for current: String) throws -> Retirement {
        guard try nextIdentifier() == current else { return .nothing }
        guard isFolderWritable else { return .readOnlyFolder }
        let former = "\(path).\(Vault.identifier(of: try key()))"
        guard link(path, former) == 0 || errno == EEXIST else {
            throw ManagerError(.fileNotWritten, "Cannot create \(former): error \(errno).")
        }
        try PrivateFile.rename(nextPath, to: path)
        return .renamed(former: former)
    }
}
