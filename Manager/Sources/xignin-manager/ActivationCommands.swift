import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `activation`.
    static let activation = Command(
        "activation", "Activations, by which people connect a device.", subcommands: [.activationIssue])

    /// `activation issue USER`.
    private static let activationIssue: Command = {
        let name = Parameter<String>.argument("USER", "The user's name.")
        return Command(
            "issue", "Issue an activation for another device of a user.",
            discussion: """
                Prints a link and a QR code for the user's authenticator, valid for 24 hours or as --valid says, and a PIN. Hand them over through \
                different channels: whoever has both has the account. Check first that the user asks. Activations that wait for a device \
                become void.

                It never adds a user: `xignin-manager user add` does.
                """,
            [name, HandoutOptions.lifetime, HandoutOptions.picture, HandoutOptions.pinStdin, Parameter<Bool>.json],
            examples: ["xignin-manager activation issue ada"]
        ) { given, console in
            let (pin, picture) = (try given.activationPIN(console), try given.picture(console))
            try given.withManager { manager in
                let issued = try IssueActivation(manager.context)(
                    userName: given[name], pin: pin, lifetime: given[HandoutOptions.lifetime],
                    by: OperatorName.current)
                var lines: [Text] = ["Issued another activation for \(issued.account.name)."]
                if issued.voidedCount > 0 {
                    lines.append("Earlier activations that were not used yet are void: \(issued.voidedCount).")
                }
                if issued.isAdditional {
                    lines.append("\(issued.account.name) has a device already: this is one more.")
                }
                try given.handOut(issued, pin, picture, lines, console)
            }
        }
    }()
}
