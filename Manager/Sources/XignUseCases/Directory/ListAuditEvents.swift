import XignDomain
import XignStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lists the newest events of the audit log.
package struct ListAuditEvents: Sendable {
    /// An event with names in place of internal identifiers. The members are named as in JSON.
    package struct Event: Encodable, Sendable {
        /// UTC, by ISO 8601, in whole seconds.
        package let time: String
        package let event: String
        package let user: String?
        package let service: String?
        package let activationId: String?
        package let sessionId: String?
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
                    time: Date(timeIntervalSince1970: Double(event.at.rawValue) / 1000).formatted(.iso8601),
                    event: event.kind.rawValue,
                    user: try event.accountID.flatMap { try transaction.accounts.find(id: $0)?.name },
                    service: try event.serviceID.flatMap { try transaction.services.find(id: $0)?.name },
                    activationId: event.activationID?.description, sessionId: event.sessionID?.description,
                    detail: event.detail)
            }
        }
    }
}
