import Threads
import XignDomain
import XignStorage

/// Moves the checked time towards the clock, in each round of housekeeping.
///
/// It moves by twice the monotonic time since this program's last round, at most, and only where it is still what this
/// program has found or stored then. So it is never ahead of a moment at which it was right by more than twice the real
/// time since, however many managers move it, and whatever somebody puts back:
///
///     manager A   ●────────────● moves ─────────● moves        ● a round
///     manager B        ●────────────● finds it moved ──●       ─ the time that a manager measures
///
/// The first round after a start moves nothing, since nobody has measured the time before. A pause is caught up
/// afterwards, a day in each day.
package final class CheckTime: Sendable {
    private struct Round: Sendable {
        let checked: Timestamp
        /// In monotonic milliseconds, read after the transaction.
        let end: Int64
    }

    private let context: Context
    private let last = Locked<Round?>(nil)

    package init(_ context: Context) { self.context = context }

    /// Runs one round. The first one of a database takes the clock's time.
    /// - Throws: `ManagerError` where the state of the audit chain is gone; `Vault.OpeningError` where it was changed.
    package func callAsFunction() throws {
        let (now, begin) = (context.clock.now(), context.clock.monotonicMilliseconds())
        let last = last.withLock { $0 }
        let checked = try context.database.write { transaction in
            let chain = transaction.auditChain
            try chain.begin(at: now)
            guard try chain.state() != nil else { throw ManagerError.auditChainGone }
            let found = try chain.storedCheckedTime()
            let next = found.map { found in
                let measured = last.map { $0.checked == found ? max(0, begin - $0.end) : 0 } ?? 0
                return Self.moved(found, towards: now, milliseconds: 2 * measured)
            }
            if next == nil || next != found { try chain.setCheckedTime(next ?? now) }
            return next ?? now
        }
        let end = context.clock.monotonicMilliseconds()
        self.last.withLock { $0 = Round(checked: checked, end: end) }
    }

    private static func moved(_ time: Timestamp, towards now: Timestamp, milliseconds limit: Int64) -> Timestamp {
        let way = now.rawValue - time.rawValue
        return Timestamp(rawValue: time.rawValue + max(-limit, min(limit, way)))
    }
}

extension Context {
    /// Returns the seconds by which the clock is ahead of the checked time, negative where it is behind; nil before the
    /// first round, and where somebody has removed or changed the state of the audit chain.
    package func secondsAheadOfCheckedTime() throws -> Int64? {
        let now = clock.now()
        return try database.read { try $0.auditChain.storedCheckedTime() }.map { now.seconds - $0.seconds }
    }
}

extension Transaction {
    /// Returns the moment from which the time counts of what nobody can replace: the checked time, or the clock's where
    /// that is earlier, since it was ahead and is right again; nil where there is no checked time.
    func checkedTime(at now: Timestamp) throws -> Timestamp? {
        try auditChain.checkedTime(at: now).map { min($0, now) }
    }

    /// Erases what is irreplaceable and older than the checked time tells; nothing where there is none.
    /// - Parameter erase: gets the moment to which `now` is corrected, and returns the number of rows.
    func erase(at now: Timestamp, _ erase: (Timestamp) throws -> Int) throws -> Int {
        guard let checked = try checkedTime(at: now) else { return 0 }
        return try erase(checked)
    }
}
