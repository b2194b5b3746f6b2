import XignDomain
import XignStorage

/// Keeps the moment at which the last backup was begun.
package struct RecordBackup: Sendable {
    /// The setting with the moment of the last backup, in Unix seconds.
    fileprivate static let setting = "lastBackupAt"

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction(at moment: Timestamp) throws {
        let now = context.clock.now()
        try context.database.write { transaction in
            let known = try transaction.settings.moment(Self.setting)?.seconds ?? 0
            // Backups may overlap, and end in another order. A clock that was ahead is no later backup.
            guard known < moment.seconds || known > now.seconds else { return }
            try transaction.settings.set(Self.setting, to: moment)
        }
    }
}

extension Context {
    /// Returns the moment at which the last backup was begun; nil where none is recorded.
    package func lastBackup() throws -> Timestamp? {
        try database.read { try $0.settings.moment(RecordBackup.setting) }
    }

    /// The identifier of the key-encryption key, which backups name. It reveals nothing else about the key.
    package var keyEncryptionKeyIdentifier: String { database.vault.identifier }
}

extension Transaction {
    /// Returns a moment before which this backup was not made: that at which it was begun. For one that another program
    /// has made, it is that of the last one that was recorded before; nil where none was.
    func knownBackup(at now: Timestamp) throws -> Timestamp? {
        try [BeginBackup.setting, RecordBackup.setting].compactMap { name in
            // The backup comes from elsewhere: any text may be there.
            try settings.moment(name)
        }.filter { $0.seconds >= 0 && $0 <= now }.max()
    }
}
