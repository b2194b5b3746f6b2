import Terminal
import XignSDK

extension Command {
    /// The command `invitation [CODE]`.
    static func invitation(_ words: any Wording) -> Command {
        let code = Parameter<String?>.optionalArgument(
            "CODE", "A picture of the QR code, a link, or the code's text. Without it, xign asks.", completion: .files)
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin",
            "Read the PIN of the invitation, then that of this device, from standard input, one line each.")
        return Command(
            "invitation", "Accept an organization's invitation with the account that you have.",
            discussion: """
                Your account gets the roles of the invitation, and the mail address to which it was sent. You need the \
                code of the invitation and its PIN, which you received separately, and the PIN of this device. \
                Without an account at that manager, use xign activate.
                """,
            [code, Options.isAgreed, pinStdin]
        ) { given, console in
            if let code = given[code] { try UsageError.check(code, readsInput: given[pinStdin]) }
            let scanned = try Code(given[code] ?? console.ask("Code, link, or path of a picture:"))
            let sdk = try given.home.sdk()
            let data = try sdk.activationCode(scanned)
            let account = try explaining { try sdk.personalizer.personalizations }
                .first { $0.idmIdentifier == data.idmIdentifier }
            guard let account else { throw Failure.noAccountYet(at: data.idmIdentifier) }
            let options = Confirmation.Options(
                consent: given[Options.isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin])
            let confirmation = Confirmation(
                undertaking: .change, options: options, sdk: sdk, console: console, words: words)
            console.print("Manager:  \(data.idmIdentifier, .bold)")
            try explaining {
                let conversation = ActivationCode(data: data, confirmation: confirmation)
                switch try conversation.open("PIN of the invitation:") {
                case .personalize: throw Failure.noAccountYet(at: data.idmIdentifier)
                case .merge(let session): try Change(account: account, confirmation: confirmation).accept(session)
                }
            }
        }
    }
}

extension Failure {
    fileprivate static func noAccountYet(at idmIdentifier: String) -> Failure {
        Failure(
            .unknown,
            """
            this device is not activated at \(idmIdentifier) yet: use xign activate with the same code, which accepts \
            the invitation
            """)
    }
}

extension Change {
    /// Accepts an opened invitation.
    func accept(_ session: AuthenticationInitializationData) throws {
        try run(session) { result in
            guard case .apiAccessMergeComplete = result else { throw foreignAnswer }
            console.print("The invitation is \("accepted", .green). Its code is no longer valid.")
        }
    }
}
