import XignDomain
import XignStorage

/// Lists the newest events of the audit log.
package struct ListAuditEvents: Sendable {
    /// An event with names in place of internal identifiers. The members are named as in JSON.
    package struct Event: Encodable, Sendable {
        /// UTC, by ISO 8601, in whole seconds.
        package let time: String
        package let event: String
        /// Nil for an event of no user, and of one who was removed.
        package let user: String?
        /// The alias of the device, as it is now; without one, the first characters of `activationId`.
        package let device: String?
        package let service: String?
        package let activationId: String?
        package let sessionId: String?
        /// The operator who acted, by the name at the operating system; nil for acts of devices and websites.
        package let `operator`: String?
        package let detail: String?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter limit: the number of events at most; below 0 counts as 0.
    /// - Returns: the newest event first.
    package func callAsFunction(limit: Int) throws -> [Event] {
        try context.database.read { transaction in
            try transaction.audit.newest(max(0, limit)).map { event in
                Event(
                    time: event.at.iso8601,
                    event: event.kind.rawValue,
                    user: try event.accountID.flatMap { try transaction.accounts.find(id: $0)?.name },
                    device: try event.activationID.map { id in
                        try transaction.activations.find(id).flatMap { $0.alias.isEmpty ? nil : $0.alias } ?? id.short
                    },
                    service: try event.serviceID.flatMap { try transaction.services.find(id: $0)?.name },
                    activationId: event.activationID?.description, sessionId: event.sessionID?.description,
                    operator: event.actor.machineName, detail: event.detail)
            }
        }
    }
}
