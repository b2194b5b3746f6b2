import Terminal
import XignDomain
import XignServer
import XignUseCases

extension Command {
    /// `join`.
    static let join = Command(
        "join", "Codes and links by which people join an organization.",
        discussion: """
            The pages are served where `surfaces` of manager.yaml names join.
            """,
        subcommands: [.joinCreate, .joinList, .joinWithdraw])

    /// `join create`.
    private static let joinCreate: Command = {
        let organization = Parameter<String?>.option("organization", "NAME", "The organization. Required.")
        let places = Parameter<Int>.option(
            "places", "N", "How many people can join: 1 to 10000. Without it, 1.", default: 1, parse: { Int($0) })
        let valid = Parameter<Lifetime>.option(
            "valid", "TIME", "How long people can join: 1h to 90d, such as 48h or 30d. Without it, 14d.",
            default: .standard, parse: { Lifetime($0) })
        let language = Parameter<Language?>.option(
            "language", "LANGUAGE",
            "The language of its pages where the browser's person has not chosen one: en or de.",
            parse: { Language(rawValue: $0) })
        return Command(
            "create", "Make a code, and a link with it, by which people join an organization.",
            discussion: """
                A person who has the link chooses a user name and connects a device: that uses up a place. An account that gets no \
                device within minutes is removed, and its place is free again. Post the link where only those read it who may join.
                """,
            [organization, InvitationOptions.roles, places, valid, language, Parameter<Bool>.json],
            examples: [
                #"xignin-manager join create --organization "Example Inc." --role shop/customer --places 30 --valid 14d"#
            ]
        ) { given, console in
            guard let organization = given[organization] else {
                throw Failure(.usage, "--organization is missing; see xignin-manager join create --help")
            }
            let terms = JoinLinkTerms(
                organization: organization, roles: given[InvitationOptions.roles], places: given[places],
                lifetimeSeconds: given[valid].seconds, language: given[language])
            try given.withManager { manager in
                let link = try MakeJoinLink(manager.context)(terms, by: OperatorName.current)
                let address = manager.context.joinAddress(of: link.code)
                if given[Parameter<Bool>.json] {
                    return try console.print(
                        json: Made(
                            id: link.id.description, code: link.code.groupedText, link: address, places: link.places,
                            expiresAt: link.expiresAt.iso8601))
                }
                console.print("Code:  \(link.code.groupedText, .bold)")
                console.print("Link:  \(address)")
                console.print(
                    "For \(link.places) \(link.places == 1 ? "person" : "people"), until \(link.expiresAt.iso8601).")
                if !manager.servesJoin {
                    console.report("The pages are not served yet: add join to `surfaces` in manager.yaml.")
                }
            }
        }
    }()

    private struct Made: Encodable {
        let id: String
        let code: String
        let link: String
        let places: Int
        /// UTC, by ISO 8601.
        let expiresAt: String
    }

    /// `join list`.
    private static let joinList: Command = {
        let organization = Parameter<String?>.option("organization", "NAME", "The links of this organization alone.")
        return Command(
            "list", "List the join links, with who came.",
            discussion: """
                A link is listed until a month after its end. Those who came are read from the audit log.
                """,
            [organization, Parameter<Bool>.json], examples: ["xignin-manager join list"]
        ) { given, console in
            try given.withManager { manager in
                let entries = try ListJoinLinks(manager.context)(of: given[organization])
                if given[Parameter<Bool>.json] {
                    return try console.print(json: entries.map { Listed($0, manager.context) })
                }
                for entry in entries {
                    let link = entry.link
                    let came =
                        "\(link.taken) of \(link.places) came\(entry.reserved > 0 ? ", \(entry.reserved) wait" : "")"
                    console.print(
                        "\(link.code.groupedText)  \(entry.state.words), \(came), until \(link.expiresAt.iso8601)")
                    console.print("  \(entry.organization): \(entry.roles.joined(separator: ", "))")
                    if let address = link.address { console.print("  for \(address)") }
                    for person in entry.people {
                        console.print("  \(person.name ?? "a user who was removed"), \(person.joinedAt.iso8601)")
                    }
                }
                if entries.isEmpty { console.report("No join links.") }
            }
        }
    }()

    private struct Listed: Encodable {
        struct Person: Encodable {
            /// Nil for a user who was removed.
            let user: String?
            let joinedAt: String
        }

        let id: String
        let code: String
        let link: String
        let organization: String
        let roles: [String]
        let address: String?
        let language: String?
        let state: String
        let places: Int
        let taken: Int
        let reserved: Int
        let createdAt: String
        let expiresAt: String
        let madeBy: String
        let people: [Person]

        init(_ entry: ListJoinLinks.Entry, _ context: Context) {
            let made = entry.link
            (id, code) = (made.id.description, made.code.groupedText)
            link = context.joinAddress(of: made.code)
            (organization, roles, address) = (entry.organization, entry.roles, made.address)
            (language, state, places) = (made.language?.rawValue, entry.state.rawValue, made.places)
            (taken, reserved, madeBy) = (made.taken, entry.reserved, made.madeBy)
            (createdAt, expiresAt) = (made.createdAt.iso8601, made.expiresAt.iso8601)
            people = entry.people.map { Person(user: $0.name, joinedAt: $0.joinedAt.iso8601) }
        }
    }

    /// `join withdraw CODE`.
    private static let joinWithdraw: Command = {
        let code = Parameter<String>.argument("CODE", "The code of the link, or its id.")
        return Command(
            "withdraw", "Withdraw a join link.",
            discussion: """
                Ends the link. People who have chosen a name but have no device must start again. Members stay.
                """,
            [code, Parameter<Bool>.json], examples: ["xignin-manager join withdraw K7QM-2XPD-9RTV"]
        ) { given, console in
            try given.withManager { manager in
                let link = try WithdrawJoinLink(manager.context)(given[code], by: OperatorName.current)
                try given.print(
                    Withdrawn(code: given[code], changed: link != nil),
                    or: link == nil ? "It was withdrawn before." : "Withdrawn.", on: console)
            }
        }
    }()

    private struct Withdrawn: Encodable {
        let code: String
        let changed: Bool
    }

    /// The lifetime of a join link.
    private struct Lifetime: Sendable {
        static let standard = Lifetime(seconds: JoinLink.standardLifetimeSeconds)
        let seconds: Int64

        private init(seconds: Int64) { self.seconds = seconds }

        /// Reads a whole number with its unit, such as `30d`.
        init?(_ text: String) {
            guard let seconds = ActivationLifetime.seconds(text, in: JoinLink.lifetimeRange) else { return nil }
            self.seconds = seconds
        }
    }
}

extension JoinLink.State {
    fileprivate var words: String {
        switch self {
        case .open: "open"
        case .usedUp: "used up"
        case .over: "over"
        case .withdrawn: "withdrawn"
        }
    }
}
