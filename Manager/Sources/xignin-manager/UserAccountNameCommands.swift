import Terminal
import XignDomain
import XignServer
import XignUseCases

extension Command {
    /// `user account-name`.
    static let userAccountName = Command(
        "account-name", "The names of a user's accounts at services, which each login tells them.",
        subcommands: [.userAccountNameSet, .userAccountNameRemove])

    /// `user account-name set USER SERVICE NAME`.
    private static let userAccountNameSet: Command = {
        let name = Parameter<String>.argument("NAME", "The name of the account, 1 to 64 bytes.", parse: { $0 })
        return Command(
            "set", "Give a user's account at a service a name, or another one.",
            discussion: """
                The service's declaration has `accountName`. No two people have names there that can be mistaken for each other.

                Another name ends all that the former one gave at the service: logins that are under way, codes, tokens, \
                remembered logins and lasting accesses.
                """,
            [user, service, name, Parameter<Bool>.json],
            examples: ["xignin-manager user account-name set ada cloud ada.l"]
        ) { given, console in try set(given[name], given, console) }
    }()

    /// `user account-name remove USER SERVICE`.
    private static let userAccountNameRemove = Command(
        "remove", "Take the name of a user's account at a service away.",
        discussion: """
            The user can no longer log in there. All that the name gave at the service ends.
            """,
        [user, service, Parameter<Bool>.json], examples: ["xignin-manager user account-name remove ada cloud"]
    ) { given, console in try set(nil, given, console) }

    private static let user = Parameter<String>.argument("USER", "The user's name.", parse: { $0 })
    private static let service = Parameter<String>.argument("SERVICE", "The service's name.", parse: { $0 })

    private static func set(_ name: String?, _ given: ParsedArguments, _ console: Console) throws {
        try given.withManager { manager in
            let isChange = try manager.context.setAccountName(
                name, user: given[user], at: given[service], by: OperatorName.current)
            let state = name.map { "has the account name \($0)" } ?? "has no account name"
            try given.print(
                UserReport(user: given[user], changed: isChange, service: given[service], accountName: name),
                or: "\(given[user]) \(state) at \(given[service])\(isChange ? "." : " already.")", on: console)
        }
    }
}
