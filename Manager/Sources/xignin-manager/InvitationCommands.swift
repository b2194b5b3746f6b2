import Terminal
import XignServer
import XignUseCases

enum InvitationOptions {
    static let roles = Parameter<[TypedInvitation.Role]>.options(
        "role", "SERVICE/ROLE", "A role at a service of the organization. At least one; may be repeated."
    ) { text in
        guard let slash = text.firstIndex(of: "/") else { return nil }
        return TypedInvitation.Role(
            service: String(text[..<slash]), name: String(text[text.index(after: slash)...]))
    }
}

extension Command {
    /// `invitation create ADDRESS`.
    static let invitationCreate: Command = {
        let address = Parameter<String>.argument("ADDRESS", "The mail address of the person.")
        let organization = Parameter<String?>.option("organization", "NAME", "The organization. Required.")
        let user = Parameter<String?>.option("user", "USER", "The only user who may accept it.")
        return Command(
            "create", "Invite a person to an organization.",
            discussion: """
                Prints a link and a QR code for the person's authenticator, valid for 24 hours or as --valid says, and a PIN. Hand them over \
                through different channels: whoever has both can accept.

                Whoever has no account here activates a device, and gets an account. Whoever has one accepts in the app, with \
                the account's PIN, and the account gets membership, roles and address. The app shows all three before.

                The address stays unverified, and is not the person's primary one. Nothing is mailed.
                """,
            [
                address, organization, InvitationOptions.roles, user, HandoutOptions.lifetime, HandoutOptions.picture,
                HandoutOptions.pinStdin, Parameter<Bool>.json,
            ],
            examples: [
                #"xignin-manager invitation create eve@example.org --organization "Example Inc." --role shop/customer"#
            ]
        ) { given, console in
            guard let organization = given[organization] else {
                throw Failure(.usage, "--organization is missing; see xignin-manager invitation create --help")
            }
            let (pin, picture) = (try given.activationPIN(console), try given.picture(console))
            let invitation = TypedInvitation(
                address: given[address], organization: organization, roles: given[InvitationOptions.roles],
                userName: given[user])
            try given.withManager { manager in
                let issued = try refusing("email") {
                    try CreateInvitation(manager.context)(
                        invitation, pin: pin, lifetime: given[HandoutOptions.lifetime], by: OperatorName.current)
                }
                let lines: [Text] = [
                    "Created an invitation to \(organization) for \(given[address]).",
                    "Until somebody accepts, `xignin-manager user list` shows the invitation as \(issued.account.name).",
                ]
                try given.handOut(issued, pin, picture, lines, console)
            }
        }
    }()
}
