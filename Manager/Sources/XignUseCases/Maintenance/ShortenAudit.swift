import XignDomain
import XignProtocol
import XignStorage

/// Removes the events of the audit log that are past their retention, with their signed statements.
///
/// The retention counts from the checked time. The events of a day leave the log together. The first batch of a new end
/// is itself recorded.
package struct ShortenAudit: Sendable {
    /// Events in one transaction. Other writers wait for one batch at most.
    private static let batch = 200

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Runs one round. Has no effect where the policy sets no retention.
    /// - Parameter isStopping: asked after each batch; true ends the round.
    /// - Throws: `ManagerError` where the audit chain was damaged; then nothing more is removed.
    package func callAsFunction(isStopping: () -> Bool) throws {
        let now = context.clock.now()
        do {
            // Read first: most rounds have nothing to remove, and write nothing.
            guard
                try context.database.read({ transaction in
                    guard let end = try transaction.endOfRetention(at: now) else { return false }
                    return try !transaction.audit.entries(after: [], before: end.place, limit: 1).isEmpty
                })
            else { return }
            while try context.database.write({ try $0.shortenAudit(at: now, limit: Self.batch) }) == Self.batch {
                if isStopping() { return }
            }
        } catch let damage as AuditChain.Damage {
            throw ManagerError(
                .auditChainDamaged,
                "Somebody has changed the audit chain at position \(damage.position), and no event leaves the log any "
                    + "more", .verifyAudit)
        }
    }
}

extension Transaction {
    /// The beginning of the first day whose events are kept; nil: all are. The policy is read in the transaction that
    /// removes events: it may have changed a moment ago, at another manager.
    /// - Throws: `AuditChain.Damage` without a checked time.
    fileprivate func endOfRetention(at now: Timestamp) throws -> (place: [UInt8], day: CalendarDay)? {
        guard let days = try declared.policy().auditRetentionDays else { return nil }
        let kept = Int64(max(days, Policy.minimumAuditRetentionDays)) * 86_400
        guard let checked = try checkedTime(at: now) else { throw AuditChain.Damage(position: 1) }
        let end = AuditDays.start(at: checked - kept)
        return (TimeOrderedID.place(at: end), AuditDays.day(at: end))
    }

    /// - Returns: the number of events; fewer than `limit` means that none is left.
    fileprivate func shortenAudit(at now: Timestamp, limit: Int) throws -> Int {
        guard let end = try endOfRetention(at: now) else { return 0 }
        try auditChain.begin(at: now)
        guard let known = try auditChain.state()?.removedBefore.bytes else { throw AuditChain.Damage(position: 1) }
        let count = try audit.removeOldest(limit, before: end.place)
        // The chain has sealed the end of the last shortening: nobody can make the next one pass unrecorded.
        if count > 0, known.lexicographicallyPrecedes(end.place) {
            try audit.append(AuditEvent(.auditShortened, at: now, detail: "events before \(end.day)"))
        }
        return count
    }
}
