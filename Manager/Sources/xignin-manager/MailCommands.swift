import OutgoingHTTPS
import Terminal
import XignDomain
import XignServer
import XignUseCases
import XignWording

extension Command {
    /// `mail test ADDRESS`.
    static let mailTest: Command = {
        let address = Parameter<MailAddress>.argument(
            "ADDRESS", "A mailbox that you can read.", parse: { MailAddress($0) })
        let json = Parameter<Bool>.json
        return Command(
            "test", "Send a test email, as the manager sends its own.",
            discussion: """
                It says at which step the mail server refuses, if it does. Then look at the email that has arrived: its header should say that SPF and \
                DKIM passed, otherwise other people's servers may drop the manager's emails.
                """,
            [address, json], examples: ["xignin-manager mail test admin@example.org"]
        ) { given, console in
            let configuration = try given.configuration()
            let sender = try explaining { try configuration.mailSender() }
            guard let sender, let server = configuration.mail?.server else {
                throw Failure(78, "manager.yaml names no mail server: write `mail:` with server and from")
            }
            try given.withManager { manager in
                let provider = try manager.context.operatorProfile()
                let words = provider.language.wording.mails
                let mail = ComposedMail(
                    subject: words.testSubject(host: sender.host),
                    text: "\(words.test(host: sender.host).text)\n\n\(words.asksNothing)")
                do throws(MailFailure) {
                    try sender.send(
                        mail, to: given[address], id: "test-\(UInt64.random(in: .min ... .max))",
                        at: manager.context.clock.now(), from: provider)
                } catch {
                    throw Failure(69, "\(server) took no email: \(error)")
                }
                if given[json] {
                    return try console.print(json: TestReport(server: server, to: given[address].text))
                }
                console.print("\(server) took an email to \(given[address].text).")
                console.print("Has it arrived? Its header should say spf=pass and dkim=pass.")
            }
        }
    }()
}

/// The output of `mail test --json`.
private struct TestReport: Encodable {
    let server: String
    let to: String
}
