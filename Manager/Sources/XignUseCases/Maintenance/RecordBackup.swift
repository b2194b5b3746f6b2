import XignDomain
import XignStorage

extension Context {
    /// The setting with the moment of the last backup, in Unix seconds.
    private static let lastBackupSetting = "lastBackupAt"

    /// Keeps the moment at which the last backup was begun.
    package func recordBackup(at moment: Timestamp) throws {
        try database.write { transaction in
            let known = try transaction.settings.value(of: Self.lastBackupSetting).flatMap { Int64($0) } ?? 0
            // Backups may overlap, and end in another order.
            guard known < moment.seconds else { return }
            try transaction.settings.set(Self.lastBackupSetting, to: "\(moment.seconds)")
        }
    }

    /// Returns the moment at which the last backup was begun; nil where none is recorded.
    package func lastBackup() throws -> Timestamp? {
        try database.read { try $0.settings.value(of: Self.lastBackupSetting) }.flatMap { Int64($0) }
            .map { Timestamp(seconds: $0) }
    }

    /// The identifier of the key-encryption key, which backups name. It reveals nothing else about the key.
    package var keyEncryptionKeyIdentifier: String { database.vault.identifier }
}
