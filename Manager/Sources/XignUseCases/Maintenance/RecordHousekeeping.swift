import XignDomain
import XignStorage

/// Keeps the moment of a complete round of housekeeping, by which `doctor` sees that a manager serves.
package struct RecordHousekeeping: Sendable {
    /// The setting with the moment of the last complete round, in Unix seconds.
    fileprivate static let setting = "lastHousekeepingAt"

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction() throws {
        let now = context.clock.now()
        try context.database.write { try $0.settings.set(Self.setting, to: now) }
    }
}

extension Context {
    /// Returns the moment of the last complete round on this database; nil where none is known.
    package func lastHousekeeping() throws -> Timestamp? {
        try database.read { try $0.settings.moment(RecordHousekeeping.setting) }
    }
}
