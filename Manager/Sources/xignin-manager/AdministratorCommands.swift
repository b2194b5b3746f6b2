import Terminal
import XignDomain
import XignServer
import XignUseCases

extension Command {
    /// `administrator`.
    static let administrator = Command(
        "administrator", "Administrators and auditors, who help people at the console.",
        discussion: """
            These commands are the way back in: whoever runs them has the database, and needs no right. Each act is recorded in \
            the audit log, and told to the user's devices.
            """,
        subcommands: [.administratorAdd, .administratorList, .administratorRemove])

    /// `administrator add USER`.
    private static let administratorAdd: Command = {
        let (user, organization) = (userName, organizationName)
        let isAuditor = Parameter<Bool>.flag("auditor", "Let the user read everything, and change nothing.")
        return Command(
            "add", "Let a user administer the manager, or an organization.",
            discussion: """
                A user has one role in each of them: a new one replaces it. Whoever is no user yet is added first, with \
                `xignin-manager user add`, which issues an activation for their device.
                """,
            [user, isAuditor, organization, ReasonOptions.reason, ReasonOptions.isForced, Parameter<Bool>.json],
            examples: [
                "xignin-manager administrator add grace",
                #"xignin-manager administrator add max --organization "Example Inc.""#,
            ]
        ) { given, console in
            let role: AdministratorGrant.Role = given[isAuditor] ? .auditor : .administrator
            let reason = try given.reason()
            try given.withManager { manager in
                let isChange = try manager.context.grant(
                    role, ofOrganization: given[organization], toUser: given[user], by: OperatorName.current,
                    because: reason, isForced: given[ReasonOptions.isForced])
                let grant = "\(role.words) of \(given[organization] ?? "the manager")"
                try given.print(
                    GrantReport(
                        user: given[user], role: role.rawValue, organization: given[organization], changed: isChange),
                    or: "\(given[user]) is \(grant)\(isChange ? "" : " already").", on: console)
                let devices = try ShowUser(manager.context)(given[user]).devices
                if devices.isEmpty {
                    console.report(
                        "No device yet: `xignin-manager activation issue \(given[user])` issues an activation.")
                } else if devices.allSatisfy(\.isBrowser) {
                    console.report(
                        "The only device is a browser, which does not open the console: `xignin-manager "
                            + "activation issue \(given[user])` issues an activation for another one.")
                }
            }
        }
    }()

    /// `administrator list`.
    private static let administratorList: Command = {
        let json = Parameter.json
        return Command(
            "list", "List administrators and auditors.", [json], examples: ["xignin-manager administrator list"]
        ) {
            given, console in
            try given.withManager { manager in
                let administrators = try ListGrants(manager.context)()
                if given[json] { return try console.print(json: administrators) }
                if administrators.isEmpty { return console.print("Nobody administers this manager at the console.") }
                var table = Table(["USER", "ROLE", "ORGANIZATION", "GIVEN BY", "AT", "DECLARED", "USABLE"])
                for administrator in administrators {
                    table.append([
                        "\(administrator.user)", "\(administrator.role.rawValue)",
                        "\(administrator.organization ?? "")", "\(administrator.grantedBy)",
                        "\(administrator.grantedAt)", administrator.declared ? "yes" : "no",
                        administrator.usable ? "yes" : "no",
                    ])
                }
                console.print(table)
            }
        }
    }()

    /// `administrator remove USER`.
    private static let administratorRemove: Command = {
        let (user, organization) = (userName, organizationName)
        return Command(
            "remove", "Withdraw a user's right to administer or to audit.",
            discussion: """
                It takes effect at once, in open browsers, too. The user and the user's devices stay. The last administrator of the \
                manager who has a usable device is kept, unless --force is given.
                """,
            [
                user, organization, Agreement.isAgreed, ReasonOptions.reason, ReasonOptions.isForced,
                Parameter<Bool>.json,
            ],
            examples: ["xignin-manager administrator remove lin"]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let scope = given[organization] ?? "the manager"
                let role = "role at the console of \(scope)"
                if let grant = try ListGrants(manager.context).one(given[user], ofOrganization: given[organization]) {
                    try given.ask(
                        "Withdraw it?",
                        showing: [
                            "Withdraws the \(role) from \(grant.user, .bold), who is \(grant.role.words) there.",
                            "Browsers in which \(grant.user) is logged in to it are logged out.",
                        ], on: console)
                }
                let isChange = try manager.context.withdrawGrant(
                    ofOrganization: given[organization], fromUser: given[user], by: OperatorName.current,
                    because: reason, isForced: given[ReasonOptions.isForced])
                try given.print(
                    GrantReport(user: given[user], organization: given[organization], changed: isChange),
                    or: isChange
                        ? "\(given[user]) no longer has a \(role)."
                        : "\(given[user]) has no \(role): `xignin-manager administrator list` shows all.", on: console)
            }
        }
    }()

    private static let userName = Parameter<String>.argument("USER", "The user's name.")
    private static let organizationName = Parameter<String?>.option(
        "organization", "NAME", "The organization; without it, the whole manager.")
}

/// The JSON of a grant that was given or withdrawn.
private struct GrantReport: Encodable {
    let user: String
    var role: String?
    /// Nil for a grant of the manager.
    let organization: String?
    let changed: Bool
}
