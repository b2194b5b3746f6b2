import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `audit list`.
    static let auditList: Command = {
        let limit = Parameter.option("limit", "N", "The number of events at most.", default: 100)
        let json = Parameter.json
        return Command("list", "List the newest events, newest first.", [limit, json]) { given, console in
            try given.withManager { manager in
                let events = try ListAuditEvents(manager.context)(limit: given[limit])
                if given[json] { return try console.print(json: events) }
                var table = Table(["TIME", "EVENT", "USER", "DEVICE", "SERVICE", "OPERATOR", "DETAIL"])
                for event in events {
                    table.append([
                        "\(event.time)", "\(event.event)", "\(event.user ?? "")", "\(event.device ?? "")",
                        "\(event.service ?? "")", "\(event.operator ?? "")", "\(event.detail ?? "")",
                    ])
                }
                console.print(table)
            }
        }
    }()
}
