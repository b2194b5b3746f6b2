import XignDomain
import XignProtocol
import XignStorage

/// The report of what the console has changed since a file declared it.
extension ApplyRun {
    /// Returns a change with the former one that it undoes.
    /// - Parameter drift: such as `changed by grace on the console on 2026-11-22`; nil for none. It names people, so
    ///   the audit log does not get it.
    func stating(_ change: String, undoing drift: String?) -> String {
        drift.map { "\(change): \($0), now as declared" } ?? change
    }

    /// Describes the last change of an account by an administrator.
    /// - Parameters:
    ///   - kind: the event of that change.
    ///   - scope: the scope of the grant that was changed; that of the manager for any other change.
    /// - Returns: nil where there is none in the account's history, or where a command has made it.
    func changeOnConsole(
        _ kind: AuditEvent.Kind, of account: Account, in scope: Scope = .manager
    ) throws -> String? {
        let indexed = try transaction.history.newest(Self.lookedAt, of: account.id, about: [.account], until: nil)
        let recent = try transaction.history.recent(of: account.id, at: now).entries
        let last = (indexed + recent)
            .filter { $0.event.kind == kind && $0.event.organizationID == scope.organization }
            .max { $0.id.lexicographicallyPrecedes($1.id) }?.event
        guard let last, case .administrator(let id, _) = last.actor else { return nil }
        let name = try transaction.accounts.find(id: id)?.name ?? "a former administrator"
        return "changed by \(name) on the console on \(last.at.day)"
    }

    /// The number of events that are looked at.
    private static var lookedAt: Int { 50 }
}

extension Timestamp {
    /// The day in UTC, for operators.
    var day: String { String(iso8601.prefix(10)) }
}
