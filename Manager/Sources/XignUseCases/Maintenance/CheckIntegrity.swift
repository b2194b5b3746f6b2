import XignDomain
import XignStorage

/// Checks the whole file of an SQLite database once a week. Readers and the writer go on meanwhile.
///
/// A server checks its pages by itself.
package struct CheckIntegrity: Sendable {
    private static let intervalSeconds: Int64 = 7 * 86_400

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Runs one round.
    /// - Parameter isStopping: true: the check is left to the next start (`Database.interruptExamination`).
    /// - Throws: `ManagerError` with the code `databaseDamaged`, in each round until the database is opened again;
    ///   `StorageError`.
    package func callAsFunction(_ isStopping: () -> Bool = { false }) throws {
        let database = context.database
        guard !database.isServer else { return }
        guard !database.isDamaged else { throw Self.damaged("since the manager was started") }
        let now = context.clock.now()
        // After a clock that was ahead, the next check is due at once.
        if let last = try context.lastIntegrityCheck(), last <= now, now.secondsSince(last) < Self.intervalSeconds {
            return
        }
        guard let condition = try database.condition(unless: isStopping) else { return }
        // A row that refers to none is told once a week. It ends no service.
        if !database.isDamaged { try context.recordIntegrityCheck(at: now) }
        if case .file(let damage?, _) = condition { throw Self.damaged(damage) }
    }

    private static func damaged(_ damage: String) -> ManagerError {
        ManagerError(
            .databaseDamaged,
            "SQLite has found damage in the database (\(damage)): see \"A damaged database\" in docs/operations.md.")
    }
}

extension Context {
    /// The setting with the moment of the last check that has found the file whole, in Unix seconds.
    private static let integritySetting = "integrityCheckedAt"

    fileprivate func recordIntegrityCheck(at moment: Timestamp) throws {
        try database.write { try $0.settings.set(Self.integritySetting, to: moment) }
    }

    /// Returns the moment of the last check of the whole file that has found no damage; nil where none is known.
    package func lastIntegrityCheck() throws -> Timestamp? {
        try database.read { try $0.settings.moment(Self.integritySetting) }
    }
}
