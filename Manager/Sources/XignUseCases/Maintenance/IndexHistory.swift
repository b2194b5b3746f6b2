import XignDomain
import XignStorage

/// Sorts the events of the audit log into the history of accounts and into the index by subject, up to a minute ago.
///
/// Any number of managers may do so at once, and any of them may be killed: a batch can be added again.
package struct IndexHistory: Sendable {
    /// The age at which an event is indexed: a manager whose clock is slow has written it by then.
    package static let delaySeconds = Timestamp.clockTolerance
    /// Events in one transaction. Other writers wait for one batch at most.
    private static let batch = 200

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Runs one round. The first round of an upgraded manager indexes all former events.
    /// - Parameter isStopping: asked after each batch; true ends the round.
    package func callAsFunction(isStopping: () -> Bool) throws {
        let end = TimeOrderedID.place(at: context.clock.now() - Self.delaySeconds)
        while try indexBatch(before: end), !isStopping() {}
    }

    /// - Returns: false where no event is left.
    private func indexBatch(before end: [UInt8]) throws -> Bool {
        // Read apart from the write: a login that commits meanwhile conflicts with nothing.
        let (place, entries) = try context.database.read { transaction in
            let place = try transaction.history.place()
            return (place, try transaction.audit.entries(after: place, before: end, limit: Self.batch))
        }
        // After the clock was set back, events get earlier places than those that were indexed.
        guard !end.lexicographicallyPrecedes(place) else {
            try context.database.write { try $0.history.setPlace(end) }
            return false
        }
        guard let last = entries.last else { return false }
        try context.database.write { transaction in
            try transaction.history.add(entries)
            try transaction.history.setPlace(last.id)
        }
        return entries.count == Self.batch
    }
}
