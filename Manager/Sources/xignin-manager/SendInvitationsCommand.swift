import Terminal
import XignDomain
import XignServer
import XignUseCases

extension Command {
    /// `invitation send FILE`.
    static let invitationSend: Command = {
        let file = Parameter<String>.argument(
            "FILE", "A mail address in each line, or - for standard input.", completion: .files, parse: { $0 })
        let organization = Parameter<String?>.option("organization", "NAME", "The organization. Required.")
        let valid = Parameter<Int64>.option(
            "valid", "TIME", "How long people can come: 1h to 90d, such as 48h or 30d. Without it, 14d.",
            default: JoinLink.standardLifetimeSeconds,
            parse: { ActivationLifetime.seconds($0, in: JoinLink.lifetimeRange) })
        let language = Parameter<Language?>.option(
            "language", "LANGUAGE", "The language of the mail: en or de. Without it, the operator's.",
            parse: { Language(rawValue: $0) })
        let json = Parameter.json
        return Command(
            "send", "Invite many people to an organization by mail.",
            discussion: """
                Each address gets a mail with a link and a code for one person, who chooses a user name there and connects a device. \
                The file is UTF-8, with at most 10,000 addresses, in ASCII. If one line has no such address, all of these lines are \
                named, and nobody is invited.

                Run the command again to mail the same code, with a new end, to those who have not come. Those who have come get no \
                mail. Everybody who reads a mail can use its code: the address stays unverified. `xignin-manager join list` shows \
                who has come.

                The running manager sends the mails, by the server that `mail` in manager.yaml names.
                """,
            [file, organization, InvitationOptions.roles, valid, language, json],
            examples: [
                #"xignin-manager invitation send people.txt --organization "Example Inc." --role shop/customer"#
            ]
        ) { given, console in
            guard let organization = given[organization] else {
                throw Failure(.usage, "--organization is missing; see xignin-manager invitation send --help")
            }
            let configuration = try given.configuration()
            guard try explaining({ try configuration.mailSender() }) != nil else {
                throw Failure(78, "manager.yaml names no mail server: write `mail:` with server and from")
            }
            let bytes = try InputFile.read(given[file], upTo: InvitationList.maximumByteCount)
            let terms = JoinLinkTerms(
                organization: organization, roles: given[InvitationOptions.roles], lifetimeSeconds: given[valid],
                language: given[language])
            try given.withManager { manager in
                guard manager.servesJoin else {
                    throw Failure(
                        78, "the mails would lead to a page that is not served: add join to `surfaces` in manager.yaml")
                }
                let lines = try reportingAll(of: given[file], console) {
                    let list = try InvitationList(bytes, at: manager.context.clock.now())
                    return try SendInvitations(manager.context, by: OperatorName.current)(to: list.addressees, terms)
                }
                if given[json] { return try console.print(json: SentReport(lines: lines)) }
                for line in lines { console.print("line \(line.line): \(line.address): \(line.state.text)") }
                let mailed = lines.count { $0.state.isMailed }
                console.print("\(mailed) invited, \(lines.count - mailed) left as they are.")
            }
        }
    }()
}

/// The output of `invitation send --json`.
private struct SentReport: Encodable {
    let lines: [SendInvitations.Line]
}

extension SendInvitations.Line.State {
    /// True where a mail goes to the address.
    fileprivate var isMailed: Bool {
        switch self {
        case .sent, .sentAgain, .waiting: true
        case .joining, .joined, .member, .withdrawn, .otherRoles, .repeated: false
        }
    }

    fileprivate var text: Text {
        switch self {
        case .sent: "invited"
        case .sentAgain: "invited again, with the same code"
        case .waiting: "invited again; the former mail still waits for the mail server"
        case .joining: "left, is connecting a device with the code"
        case .joined: "left, has come"
        case .member: "left, a member has this address"
        case .withdrawn: "left, the invitation was withdrawn"
        case .otherRoles: "left, was invited with other roles: withdraw that invitation first"
        case .repeated: "left, stands in an earlier line"
        }
    }
}
