import XignDomain
import XignProtocol
import XignStorage

/// A recovery that goes on, as an operator sees it.
package struct RecoveryDetails: Sendable, Encodable {
    package enum State: String, Sendable, Encodable { case waiting, ready, altered }

    package let user: String
    package let state: State
    /// ISO 8601 in UTC; nil for a row that somebody has altered, and so are the next ones.
    package let begunAt: String?
    package let readyAt: String?
    package let endsAt: String?
}

/// Lists the recoveries that were begun and go on, the oldest first.
package struct ListRecoveries: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction() throws -> [RecoveryDetails] {
        let now = context.clock.now()
        return try context.database.read { transaction in
            try transaction.recoveries.begun().compactMap { id -> RecoveryDetails? in
                guard let account = try transaction.accounts.find(id: id) else { return nil }
                guard let recovery = try transaction.readableRecovery(of: id) else {
                    return RecoveryDetails(
                        user: account.name, state: .altered, begunAt: nil, readyAt: nil, endsAt: nil)
                }
                guard let open = recovery.open(at: now) else { return nil }
                return RecoveryDetails(
                    user: account.name, state: now < open.readyAt ? .waiting : .ready, begunAt: open.begunAt.iso8601,
                    readyAt: open.readyAt.iso8601, endsAt: open.endsAt.iso8601)
            }
        }
    }
}
