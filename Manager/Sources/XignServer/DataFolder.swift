import Glibc
import XignCrypto
import XignStorage
import XignUseCases

/// The folder with a manager's configuration, and with the key that opens the secrets in its database.
///
///     manager.yaml           configuration
///     key-encryption-key     unless the configuration names another file; back it up apart from the database
///     root-keys.json         written once, to be moved offline
///     manager.sqlite         the database, unless the configuration names another
///
/// An installed manager has its database in another folder than the rest.
package struct DataFolder: Sendable {
    /// The folder with configuration and keys.
    package let path: String
    private let databaseFolder: String

    /// One folder for all files.
    package init(_ path: String) { self.init(path, database: path) }

    /// - Parameters:
    ///   - path: the folder with configuration and keys.
    ///   - database: the folder of the database.
    package init(_ path: String, database: String) { (self.path, databaseFolder) = (path, database) }

    /// The folders of an installed manager, which the Debian package and `make install` make.
    package static let installed = DataFolder("/etc/xign", database: "/var/lib/xign")

    /// The folders are made by an installation, not by `init`.
    package var isInstalled: Bool { path != databaseFolder }

    package var configurationPath: String { "\(path)/manager.yaml" }
    package var rootKeysPath: String { "\(path)/root-keys.json" }
    package var databasePath: String { "\(databaseFolder)/manager.sqlite" }
    /// Where `init` writes the key-encryption key.
    package var keyEncryptionKeyPath: String { "\(path)/key-encryption-key" }

    /// Creates the folder, readable by its owner alone, if it does not exist. Those of an installed manager must exist.
    /// - Throws: `ManagerError` if it cannot be created, or if others may write into it: they could place their own
    ///   key, or a link, where the manager will create a file.
    package func create() throws {
        guard isInstalled || mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw ManagerError(
                .folderNotCreated, "Cannot create the folder \(path): error \(errno). Does its parent exist?")
        }
        try Self.check(path)
        if isInstalled { try Self.check(databaseFolder) }
    }

    private static func check(_ path: String) throws {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
            throw ManagerError(
                .folderNotCreated,
                "There is no folder \(path): install the Debian package, or name another folder with --data.")
        }
        guard information.st_uid == geteuid() || information.st_uid == 0 else {
            throw ManagerError(
                .folderPermissions,
                "\(path) belongs to another user: run the command with sudo, or name another folder with --data.")
        }
        guard information.st_mode & 0o022 == 0 else {
            throw ManagerError(
                .folderPermissions,
                "Others may write into \(path): run `chmod 700 \(path)`, or name a folder that does not exist yet.")
        }
    }

    /// Runs a closure while holding the folder's lock; waits until no other process holds it.
    /// - Throws: `ManagerError` if the folder cannot be locked; errors of the closure.
    package func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw ManagerError(
                .folderNotLocked, "Cannot lock the folder \(path): error \(errno). Use a folder on a local file system."
            )
        }
        return try body()
    }

    /// The address of the database.
    /// - Parameter override: the database that the command line names, if any.
    package func databaseAddress(_ configuration: Configuration, override: String?) throws -> DatabaseAddress {
        try DatabaseAddress(override ?? configuration.database ?? databasePath)
    }

    /// The file of the key-encryption key, which the configuration may have put elsewhere.
    package func keyEncryptionKeyFile(_ configuration: Configuration) throws -> KeyEncryptionKeyFile {
        try configuration.namedKeyEncryptionKeyFile() ?? KeyEncryptionKeyFile(keyEncryptionKeyPath)
    }

    /// Opens a database whose key-encryption key is lost, with a new key. It opens nothing in the database, and can
    /// seal nothing, since the database names its own.
    /// - Parameter override: the database that the command line names, if any.
    /// - Throws: `StorageError`.
    package func openDatabaseWithoutKey(
        _ configuration: Configuration, override: String?
    ) throws -> any Database {
        try databaseAddress(configuration, override: override).open(
            vault: Vault(keyEncryptionKey: SymmetricKey(size: .bits256)))
    }

    /// Opens the database with the key-encryption keys, of which the database names one.
    /// - Parameters:
    ///   - override: the database that the command line names, if any.
    ///   - creating: true for `init` alone, which makes a database where there is none.
    package func openDatabase(
        _ configuration: Configuration, override: String?, creating: Bool = false
    ) throws -> any Database {
        try databaseAddress(configuration, override: override).open(
            vault: keyEncryptionKeyFile(configuration).vault(), creating: creating)
    }
}
