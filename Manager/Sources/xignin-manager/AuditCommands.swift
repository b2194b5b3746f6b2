import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

/// The options that filter the audit log.
private struct AuditOptions {
    private let from = Self.day("from", "The first day in UTC; without it as many as can be, 31 at most.")
    private let to = Self.day("to", "The last day in UTC, included; without it today.")
    private let topic = Parameter<AuditTopic?>.option(
        "what", "TOPIC",
        "One of \(AuditTopic.allCases.map(\.rawValue).joined(separator: ", ")); without it all but steps.",
        completion: .values(AuditTopic.allCases.map(\.rawValue)), parse: { AuditTopic(rawValue: $0) })
    private let user = Parameter<String?>.option(
        "user", "USER", "The user concerned: name, or id as exports have it.")
    private let who = Parameter<String?>.option(
        "operator", "NAME", "Who acted: an administrator's user name, or the name at the operating system.")
    private let service = Parameter<String?>.option("service", "NAME", "The service.")
    private let organization = Parameter<String?>.option(
        "organization", "NAME", "The organization: its services, and its administrators.")

    var declarations: [any Terminal.Declaration] { [from, to, topic, user, who, service, organization] }

    func filter(_ given: ParsedArguments, _ manager: Manager) throws -> AuditFilter {
        guard let days = AuditDays(from: given[from], to: given[to], at: manager.context.clock.now()) else {
            throw Failure(
                .usage, "--from and --to must be at most \(AuditDays.maximumCount) days, the earlier one first")
        }
        var filter = AuditFilter(days: days, topics: given[topic].map { [$0] } ?? .shown)
        (filter.whom, filter.who) = (given[user], given[who])
        (filter.service, filter.organization) = (given[service], given[organization])
        return filter
    }

    private static func day(_ name: String, _ help: String) -> Parameter<CalendarDay?> {
        .option(name, "DAY", help, parse: { CalendarDay($0) })
    }
}

extension Command {
    /// `audit list`.
    static let auditList: Command = {
        let limit = Parameter.option("limit", "N", "The number of events at most.", default: 100)
        let (options, json) = (AuditOptions(), Parameter.json)
        return Command(
            "list", "List the newest events, newest first.", options.declarations + [limit, json],
            examples: ["xignin-manager audit list --user ada --what logins"]
        ) { given, console in
            try given.withManager { manager in
                let events = try newest(given[limit], of: options.filter(given, manager), manager)
                if given[json] { return try console.print(json: events) }
                var table = Table(["TIME", "EVENT", "USER", "DEVICE", "SERVICE", "BY", "NETWORK", "DETAIL"])
                for event in events {
                    table.append([
                        "\(event.time)", "\(event.event)", "\(event.user ?? "")", "\(event.device ?? "")",
                        "\(event.service ?? "")", "\(event.actorText)", "\(event.network ?? "")",
                        "\(event.detail ?? "")",
                    ])
                }
                console.print(table)
            }
        }
    }()

    /// `audit export FILE`.
    static let auditExport: Command = {
        let file = Parameter<String>.argument(
            "FILE", "The new file, which only you can read; - for standard output.", completion: .files)
        let options = AuditOptions()
        return Command(
            "export", "Export events as lines of JSON, the newest first.",
            discussion: """
                The last line has the number of events. An export without it is not complete. Each export is an event of its own.

                Without --what the steps of events are exported, too: the codes of a login, and the confirmation of an act.
                """,
            options.declarations + [file, Parameter<Bool>.json],
            examples: ["xignin-manager audit export /media/backup/audit.ndjson"]
        ) { given, console in
            try given.expectFile(given[file])
            try given.withManager { manager in
                var filter = try options.filter(given, manager)
                if filter.topics == .shown { filter.topics = Set(AuditTopic.allCases) }
                let output = try OutputFile(given[file])
                let isKnown = try ExportAudit(manager.context).whole(
                    filter, by: .machine(OperatorName.current), to: output.write)
                guard isKnown else {
                    output.discard()
                    throw unknownName(filter)
                }
                try output.finish()
                guard given[file] != "-" else { return }
                try given.print(
                    FileReport(file: given[file]), or: "Exported the events to \(given[file]).", on: console)
            }
        }
    }()

    /// Searches page by page, since a page looks at a limited number of events.
    private static func newest(_ limit: Int, of filter: AuditFilter, _ manager: Manager) throws -> [AuditLine] {
        var (lines, place): ([AuditLine], String?) = ([], nil)
        repeat {
            let page = try SearchAudit(manager.context)(
                filter, from: place, length: max(0, limit - lines.count), for: .machine(OperatorName.current))
            guard let page, page.unknown.isEmpty else { throw unknownName(filter) }
            lines += page.entries.map(AuditLine.init)
            place = page.older
        } while place != nil && lines.count < limit
        return lines
    }

    private static func unknownName(_ filter: AuditFilter) -> Failure {
        let names = [filter.whom, filter.service, filter.organization].compactMap { $0 }
        return Failure(65, "nothing has the name \(names.joined(separator: ", or ")): see `user list`, `service list`")
    }
}

extension AuditLine {
    /// The party that acted; empty for the person of the account.
    fileprivate var actorText: String {
        switch actor {
        case "person": ""
        case "machine": `operator` ?? ""
        default: [actor, `operator`].compactMap { $0 }.joined(separator: " ")
        }
    }
}
