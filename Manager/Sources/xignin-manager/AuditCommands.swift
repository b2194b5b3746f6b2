import Terminal
import XignDomain
import XignServer
import XignStorage
import XignUseCases

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Command {
    /// `audit list`.
    static let auditList: Command = {
        let limit = Parameter.option("limit", "N", "How many events at most.", default: 100)
        let json = Parameter.json
        return Command("list", "List the newest events, newest first.", [limit, json]) { given, console in
            try given.withManager { manager in
                let events = try manager.context.database.read { transaction in
                    try transaction.audit.newest(max(0, given[limit])).map { event in
                        EventReport(
                            event, account: try event.accountID.flatMap { try transaction.accounts.find(id: $0)?.name },
                            service: try event.serviceID.flatMap { try transaction.services.find(id: $0)?.name })
                    }
                }
                if given[json] { return try console.print(json: events) }
                var table = Table(["TIME", "EVENT", "USER", "SERVICE", "DETAIL"])
                for event in events {
                    table.append([
                        "\(event.time)", "\(event.event)", "\(event.user ?? "")", "\(event.service ?? "")",
                        "\(event.detail ?? "")",
                    ])
                }
                console.print(table)
            }
        }
    }()
}

private struct EventReport: Encodable {
    let time: String
    let event: String
    let user: String?
    let service: String?
    let activationId: String?
    let sessionId: String?
    let detail: String?

    init(_ event: AuditEvent, account: String?, service: String?) {
        time = Date(timeIntervalSince1970: Double(event.at.rawValue) / 1000).formatted(.iso8601)
        self.event = event.kind.rawValue
        user = account
        self.service = service
        activationId = event.activationID?.description
        sessionId = event.sessionID?.description
        detail = event.detail
    }
}
