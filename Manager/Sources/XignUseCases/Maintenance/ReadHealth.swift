import Metrics
import XignDomain
import XignStorage

/// The state of a manager as its operator watches it.
package struct HealthReport: Sendable {
    /// The key that signs the ID tokens of an algorithm.
    package struct IDTokenKey: Sendable {
        package let algorithm: Service.SigningAlgorithm
        package let signsFrom: Timestamp
        /// When housekeeping replaces it.
        package let signsUntil: Timestamp
    }

    package let keyMaterialExpiresAt: Timestamp
    package let idTokenKeys: [IDTokenKey]
    /// The messages that wait.
    package let outbox: [(kind: Outbox.Kind, count: Int)]
    package let oldestMessage: Timestamp?
    /// The beginning of the last backup; nil where none is recorded.
    package let lastBackup: Timestamp?
    /// The moment of the oldest event that waits for its link.
    package let oldestUnlinkedEvent: Timestamp?
    /// Nil where the system does not tell it.
    package let databaseSize: DatabaseSize?
    /// The seconds by which the clock is ahead of others; without those that are not known.
    package let clockAhead: [(of: ClockReference, seconds: Int64)]
    /// The last check of the whole file; nil for a server, and where none is recorded.
    package let lastIntegrityCheck: Timestamp?
}

/// Reads the state of the manager. Costs the same, however many rows the database has.
package struct ReadHealth: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Throws: `StorageError`.
    package func callAsFunction() throws -> HealthReport {
        let now = context.clock.now()
        let (outbox, oldest) = try context.database.read { transaction in
            (
                try Outbox.Kind.allCases.map { (kind: $0, count: try transaction.outbox.count(of: $0)) },
                try transaction.outbox.oldest()
            )
        }
        let keys = context.keys.idToken
        return HealthReport(
            keyMaterialExpiresAt: Timestamp(seconds: context.keys.material.material.expiresAt),
            idTokenKeys: Service.SigningAlgorithm.allCases.compactMap { algorithm in
                keys.signer(algorithm, at: now).map {
                    HealthReport.IDTokenKey(
                        algorithm: algorithm, signsFrom: $0.signsFrom,
                        signsUntil: $0.signsFrom + IDTokenKeys.signingSeconds)
                }
            },
            outbox: outbox, oldestMessage: oldest, lastBackup: try context.lastBackup(),
            oldestUnlinkedEvent: try context.oldestUnlinkedEvent(), databaseSize: try? context.database.size(),
            clockAhead: try clockAhead(), lastIntegrityCheck: try context.lastIntegrityCheck())
    }

    private func clockAhead() throws -> [(of: ClockReference, seconds: Int64)] {
        let server = try context.database.serverClock().map { context.clock.now().seconds - $0 }
        return [(ClockReference.checkedTime, try context.secondsAheadOfCheckedTime()), (.databaseServer, server)]
            .compactMap { reference, seconds in seconds.map { (of: reference, seconds: $0) } }
    }
}
