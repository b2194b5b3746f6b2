import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `user add NAME`.
    static let userAdd: Command = {
        let name = Parameter<String>.argument("NAME", "The user's name.", parse: { $0 })
        return Command(
            "add", "Add a user, and issue an activation for their first device.",
            discussion: """
                Prints a link and a QR code for the user's authenticator, valid for 24 hours or as --valid says, and a PIN. Hand them over through \
                different channels: whoever has both has the account. The user chooses a PIN of their own while activating.

                A user who exists is refused: `xignin-manager activation issue` issues another activation for them.
                """,
            [name, HandoutOptions.lifetime, HandoutOptions.picture, HandoutOptions.pinStdin, Parameter<Bool>.json],
            examples: [
                Example("xignin-manager user add ada", "Adds ada, and prints QR code, link and PIN."),
                Example("xignin-manager user add ada --qr ada.png", "Writes the QR code as a picture instead."),
            ]
        ) { given, console in
            let (pin, picture) = (try given.activationPIN(console), try given.picture(console))
            try given.withManager { manager in
                let issued = try AddUser(manager.context)(
                    given[name], pin: pin, lifetime: given[HandoutOptions.lifetime], by: OperatorName.current)
                try given.handOut(issued, pin, picture, ["Created the user \(issued.account.name)."], console)
            }
        }
    }()

    /// `user list`.
    static let userList: Command = {
        let search = Parameter<String?>.option("search", "TEXT", "Lists the users whom this text names.")
        let limit = Parameter<Int?>.option(
            "limit", "N", "The number of users at most.", parse: { Int($0).flatMap { $0 > 0 ? $0 : nil } })
        let json = Parameter<Bool>.json
        return Command(
            "list", "List users by name.",
            discussion: """
                --search finds users by the beginning of the user name, by a whole mail address, by the subject (`sub`) at a \
                service, by the id of a membership, by the public id, or by the whole id of a device.
                """,
            [search, limit, json], examples: ["xignin-manager user list --search ada@example.org"]
        ) { given, console in
            try given.withManager { manager in
                let list = ListUsers(manager.context)
                let (search, limit) = (given[search], given[limit])
                if given[json] {
                    return try console.print(jsonPages: { _ = try list(search: search, limit: limit, $0) })
                }
                var isFirst = true
                let isCut = try list(search: search, limit: limit) { users in
                    console.print(users.table(isSearch: search != nil), withTitles: isFirst)
                    isFirst = false
                }
                if isFirst { console.print([ListUsers.User]().table(isSearch: search != nil)) }
                if isCut { console.report("More users follow.") }
            }
        }
    }()

    /// `user show USER`.
    static let userShow: Command = {
        let name = Parameter<String>.argument("USER", "The user's name, or the public id.", parse: { $0 })
        let json = Parameter<Bool>.json
        return Command(
            "show", "Show a user: roles, devices, and the names of attributes.",
            discussion: "`xignin-manager user attribute list` prints the values.", [name, json],
            examples: ["xignin-manager user show ada"]
        ) { given, console in
            try given.withManager { manager in
                let user = try ShowUser(manager.context)(given[name])
                if given[json] { return try console.print(json: user) }
                func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
                console.print("User:           \(user.name)")
                console.print("Public id:      \(user.publicId)")
                console.print("Active:         \(user.active ? "yes" : "no")")
                console.print("Organizations:  \(list(user.organizations))")
                for groups in user.groups {
                    console.print("Groups:         \(groups.organization): \(list(groups.groups))")
                }
                for roles in user.roles { console.print("Roles:          \(roles.service): \(list(roles.roles))") }
                for name in user.accountNames { console.print("Account name:   \(name.service): \(name.name)") }
                console.print("Attributes:     \(list(user.attributes))")
                console.print("Devices:        \(user.devices.isEmpty ? "none" : "")")
                if !user.devices.isEmpty { console.print(Table(of: user.devices)) }
            }
        }
    }()

    /// `user disable USER`.
    static let userDisable: Command = {
        let name = userName
        return Command(
            "disable", "Disable a user: nobody logs in as them until they are enabled.",
            discussion: "The user's devices stay, and work again once the user is enabled.",
            [name, Agreement.isAgreed, ReasonOptions.reason, ReasonOptions.isForced, Parameter<Bool>.json],
            examples: [#"xignin-manager user disable ada --reason "has left the company""#]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let user = try ShowUser(manager.context)(given[name])
                if user.active {
                    try given.ask(
                        "Disable \(user.name)?",
                        showing: [
                            "Disables \(user.name, .bold): what is logged in or under way ends at once.",
                            "  devices:        \(user.devices.count), which log in again once the user is enabled",
                        ], on: console)
                }
                let isChange = try manager.context.setActive(
                    false, user: user.name, by: OperatorName.current, because: reason,
                    isForced: given[ReasonOptions.isForced])
                try given.print(
                    UserReport(user: user.name, changed: isChange, active: false),
                    or: isChange ? "Disabled \(user.name)." : "\(user.name) is disabled already.", on: console)
            }
        }
    }()

    /// `user enable USER`.
    static let userEnable: Command = {
        let name = userName
        return Command(
            "enable", "Enable a disabled user.", [name, ReasonOptions.reason, Parameter<Bool>.json],
            examples: ["xignin-manager user enable ada"]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let isChange = try manager.context.setActive(
                    true, user: given[name], by: OperatorName.current, because: reason)
                try given.print(
                    UserReport(user: given[name], changed: isChange, active: true),
                    or: isChange ? "Enabled \(given[name])." : "\(given[name]) is enabled already.", on: console)
            }
        }
    }()

    /// `user remove USER`.
    static let userRemove: Command = {
        let name = userName
        return Command(
            "remove", "Remove a user for good, with all data of theirs.",
            discussion: """
                Removes devices, attributes, memberships, roles, the user's identities at websites, and the statements that the \
                user has signed. A user who is added later under the same name is another user to every website.

                The audit log stays, without the name, and so do the hashes of the signed statements. Websites keep what they \
                have stored, and backups what they contain.

                To end a user's access for a time, disable the user instead.
                """,
            [name, Agreement.isAgreed, ReasonOptions.reason, ReasonOptions.isForced, Parameter<Bool>.json],
            examples: ["xignin-manager user remove ada"]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let user = try ShowUser(manager.context)(given[name])
                try given.ask(
                    "Remove \(user.name)?",
                    showing: [
                        "Removes \(user.name, .bold) for good:",
                        "  devices:        \(user.devices.count), which can no longer log in",
                        "  organizations:  \(user.organizations.count)",
                        "  attributes:     \(user.attributes.count)",
                        "  the identities at websites, and the signed statements",
                        "The audit log stays, without the name, and so do the hashes of the statements.",
                    ], on: console)
                try manager.context.removeUser(
                    user.name, by: OperatorName.current, because: reason, isForced: given[ReasonOptions.isForced])
                try given.print(UserReport(user: user.name), or: "Removed \(user.name).", on: console)
            }
        }
    }()

    private static let userName = Parameter<String>.argument("USER", "The user's name.", parse: { $0 })
}

extension [ListUsers.User] {
    /// - Parameter isSearch: adds the way in which each user was found.
    fileprivate func table(isSearch: Bool) -> Table {
        var table = Table(["NAME", "ACTIVE", "DEVICES", "ORGANIZATIONS"] + (isSearch ? ["FOUND BY"] : []))
        for user in self {
            let cells: [Text] = [
                "\(user.name)", user.active ? "yes" : "no", "\(user.devices)",
                "\(user.organizations.joined(separator: ", "))",
            ]
            table.append(cells + (user.foundBy.map { ["\($0)"] } ?? []))
        }
        return table
    }
}
