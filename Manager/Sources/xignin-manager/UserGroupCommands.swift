import Terminal
import XignDomain
import XignServer
import XignUseCases

extension Command {
    /// `user group`.
    static let userGroup = Command(
        "group", "A user's groups in an organization, which its services can request.",
        subcommands: [.userGroupAdd, .userGroupRemove])

    /// `user group add USER ORGANIZATION GROUP`.
    private static let userGroupAdd = change(
        "add", "Put a user into a group.",
        discussion: """
            The user is a member of the organization, and the organization's declaration has the group in `groups`. Nobody is in \
            more than \(GroupNames.maximumCountOfPerson) groups of an organization.

            A service learns of the group at the next login. Where the user has confirmed this group there before, the next token \
            has it again.
            """,
        example: #"xignin-manager user group add ada "Example Inc." ops"#, isMember: true)

    /// `user group remove USER ORGANIZATION GROUP`.
    private static let userGroupRemove = change(
        "remove", "Take a user out of a group.",
        discussion: """
            Services are told so with the next token, with each refresh, and at the user info endpoint. An ID token that a website \
            has keeps the group until its end.
            """,
        example: #"xignin-manager user group remove ada "Example Inc." ops"#, isMember: false)

    private static func change(
        _ word: String, _ summary: String, discussion: String, example: Example, isMember: Bool
    ) -> Command {
        let user = Parameter<String>.argument("USER", "The user's name.", parse: { $0 })
        let organization = Parameter<String>.argument("ORGANIZATION", "The organization's name.", parse: { $0 })
        let group = Parameter<String>.argument("GROUP", "The group's name.", parse: { $0 })
        return Command(
            word, summary, discussion: discussion, [user, organization, group, Parameter<Bool>.json],
            examples: [example]
        ) { given, console in
            try given.withManager { manager in
                let isChange = try manager.context.setGroup(
                    given[group], of: given[organization], user: given[user], isMember: isMember,
                    by: OperatorName.current)
                let (state, end) = (isMember ? "in the group" : "not in the group", isChange ? "." : " already.")
                try given.print(
                    UserReport(
                        user: given[user], changed: isChange, organization: given[organization], group: given[group]),
                    or: "\(given[user]) is \(state) \(given[group]) of \(given[organization])\(end)", on: console)
            }
        }
    }
}
