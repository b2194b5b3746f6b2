import XignDomain
import XignStorage

/// Withdraws an act that waits for its second administrator.
package struct WithdrawPendingAct: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where there is no such act, or the operator may not withdraw it: the same answer.
    package func callAsFunction(_ id: PendingActID, for party: Actor) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let pending = try transaction.pendingActs.find(id), pending.isOpen(at: now),
                case let object = try AdministeredObject(pending.act.effect, transaction),
                try transaction.mayWithdraw(object, party, at: now)
            else { return false }
            return try transaction.end(pending, about: object, .actWithdrawn, by: party, at: now)
        }
    }
}

extension Transaction {
    /// Returns true for each administrator of the manager, whoever asked for the act, and for the machine. The
    /// administrator whom it concerns is excepted: a session alone, without a device, would keep the grant or the
    /// stolen device that the act takes away.
    /// - Parameter object: the object of the act; nil where it was removed.
    func mayWithdraw(_ object: AdministeredObject?, _ party: Actor, at now: Timestamp) throws -> Bool {
        guard let authority = try Authority(party, for: .withdrawPendingAct, at: now, self) else { return false }
        guard let account = authority.account else { return true }
        return object?.account.id != account.id
    }

    /// Ends an act without an effect, and records that.
    /// - Returns: false, without an effect, where it was removed before.
    /// - Parameter party: nil for housekeeping.
    func end(
        _ pending: PendingAct, about object: AdministeredObject?, _ event: AuditEvent.Kind, by party: Actor? = nil,
        at now: Timestamp
    ) throws -> Bool {
        guard try pendingActs.remove(pending.id) else { return false }
        try audit.append(
            AuditEvent(
                event, at: now, accountID: object?.account.id, activationID: object?.device?.id,
                organizationID: pending.act.effect.grantScope?.organization, sessionID: pending.process,
                actor: party, network: party?.network,
                detail: pending.act.effect.name.rawValue))
        return true
    }

    /// Ends acts that nobody has confirmed in time.
    /// - Returns: their number; fewer than `limit` means that none is left.
    func endPendingActs(begunUntil moment: Timestamp, at now: Timestamp, limit: Int) throws -> Int {
        let expired = try pendingActs.all(begunUntil: moment, limit: limit)
        for pending in expired {
            _ = try end(pending, about: AdministeredObject(pending.act.effect, self), .actExpired, at: now)
        }
        return expired.count
    }
}
