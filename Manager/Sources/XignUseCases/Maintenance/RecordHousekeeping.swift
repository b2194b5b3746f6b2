import XignDomain
import XignStorage

extension Context {
    /// The setting with the moment of the last complete round, in Unix seconds.
    private static let setting = "lastHousekeepingAt"

    /// Keeps the moment of a complete round of housekeeping, by which `doctor` sees that a manager serves.
    package func recordHousekeeping() throws {
        let now = clock.now()
        try database.write { try $0.settings.set(Self.setting, to: "\(now.seconds)") }
    }

    /// Returns the moment of the last complete round on this database; nil where none is known.
    package func lastHousekeeping() throws -> Timestamp? {
        try database.read { try $0.settings.value(of: Self.setting) }.flatMap { Int64($0) }
            .map { Timestamp(seconds: $0) }
    }
}
