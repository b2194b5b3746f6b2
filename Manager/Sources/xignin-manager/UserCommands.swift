import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `user add NAME`.
    static let userAdd: Command = {
        let name = Parameter<String>.argument("NAME", "The user's name.", parse: { $0 })
        return Command(
            "add", "Add a user, and issue an activation for a device of theirs.",
            discussion: """
                Prints a link and a QR code for the user's authenticator, valid for 24 hours, and a PIN. Hand them over through different \
                channels: whoever has both has the account. The user chooses a PIN of their own while activating.

                For an existing user, it issues another activation; pending ones become void.
                """,
            [name, HandoutOptions.picture, HandoutOptions.pinStdin, Parameter<Bool>.json]
        ) { given, console in
            let pin = try given.activationPIN(console)
            try given.withManager { manager in
                let issued = try manager.context.issueActivation(
                    userName: given[name], pin: pin, by: OperatorName.current)
                var lines: [Text] = [
                    issued.isNewAccount
                        ? "Created the user \(issued.account.name)."
                        : "The user \(issued.account.name) exists: this is another activation."
                ]
                if issued.voidedCount > 0 {
                    lines.append("Earlier activations that were not used yet are void: \(issued.voidedCount).")
                }
                if issued.isAdditional {
                    lines.append("\(issued.account.name) has a device already: this is one more.")
                }
                try given.handOut(issued, pin, lines, console)
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
            [search, limit, json]
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
            discussion: "`xignin-manager user attribute list` prints the values.", [name, json]
        ) { given, console in
            try given.withManager { manager in
                let user = try ShowUser(manager.context)(given[name])
                if given[json] { return try console.print(json: user) }
                func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
                console.print("User:           \(user.name)")
                console.print("Public id:      \(user.publicId)")
                console.print("Active:         \(user.active ? "yes" : "no")")
                console.print("Organizations:  \(list(user.organizations))")
                for roles in user.roles { console.print("Roles:          \(roles.service): \(list(roles.roles))") }
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
            [name, ReasonOptions.reason, ReasonOptions.isForced]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let isChange = try manager.context.setActive(
                    false, user: given[name], by: OperatorName.current, because: reason,
                    isForced: given[ReasonOptions.isForced])
                console.print(isChange ? "Disabled \(given[name])." : "\(given[name]) is disabled already.")
            }
        }
    }()

    /// `user enable USER`.
    static let userEnable: Command = {
        let name = userName
        return Command("enable", "Enable a disabled user.", [name, ReasonOptions.reason]) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let isChange = try manager.context.setActive(
                    true, user: given[name], by: OperatorName.current, because: reason)
                console.print(isChange ? "Enabled \(given[name])." : "\(given[name]) is enabled already.")
            }
        }
    }()

    /// `user remove USER`.
    static let userRemove: Command = {
        let name = userName
        let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask for confirmation.")
        return Command(
            "remove", "Remove a user for good, with all data of theirs.",
            discussion: """
                Removes devices, attributes, memberships, roles, the user's identities at websites, and the statements that the \
                user has signed. A user who is added later under the same name is another user to every website.

                The audit log stays, without the name, and so do the hashes of the signed statements. Websites keep what they \
                have stored, and backups what they contain.

                To end a user's access for a time, disable the user instead.
                """,
            [name, isAgreed, ReasonOptions.reason, ReasonOptions.isForced]
        ) { given, console in
            let reason = try given.reason()
            try given.withManager { manager in
                let user = try ShowUser(manager.context)(given[name])
                if !given[isAgreed] {
                    console.print("Removes \(user.name, .bold) for good:")
                    console.print("  devices:        \(user.devices.count), which can no longer log in")
                    console.print("  organizations:  \(user.organizations.count)")
                    console.print("  attributes:     \(user.attributes.count)")
                    console.print("  the identities at websites, and the signed statements")
                    console.print("The audit log stays, without the name, and so do the hashes of the statements.")
                    guard try console.confirm("Remove \(user.name)?", unlessAnswered: false) else {
                        throw Failure(.declined, "nothing was changed")
                    }
                }
                try manager.context.removeUser(
                    user.name, by: OperatorName.current, because: reason, isForced: given[ReasonOptions.isForced])
                console.print("Removed \(user.name).")
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
