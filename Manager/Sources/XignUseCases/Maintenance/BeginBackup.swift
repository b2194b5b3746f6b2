import XignDomain
import XignStorage

/// Keeps the moment of a backup that begins now, so that its copy knows it.
package struct BeginBackup: Sendable {
    /// The setting with the moment at which a backup was begun that may have failed since, in Unix seconds. The backup
    /// itself has it.
    static let setting = "backupBegunAt"

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the moment.
    package func callAsFunction() throws -> Timestamp {
        let now = context.clock.now()
        try context.database.write { try $0.settings.set(Self.setting, to: now) }
        return now
    }
}
