import Terminal
import XignSDK

extension Command {
    /// The command `invitation [CODE]`.
    static func invitation(_ words: any Wording) -> Command {
        let help = words.invitation.help
        let code = Parameter<String?>.optionalArgument("CODE", words.invitation.code, completion: .files)
        let isAgreed = Options.isAgreed.explained(by: words.program.isAgreed)
        let pinStdin = Parameter.pinStdin.explained(by: words.invitation.pinStdin)
        return Command(
            "invitation", help.summary, discussion: help.discussion, [code, isAgreed, pinStdin],
            examples: ["xign invitation invitation.png"]
        ) {
            given, console in
            if let code = given[code] { try CommandFailure.check(code, readsInput: given[pinStdin]) }
            let scanned = try Code(given[code] ?? console.ask(words.invitation.askCode))
            let sdk = try given.home(console, words).sdk()
            let data = try sdk.activationCode(scanned)
            let idm = data.idmIdentifier
            guard try sdk.accounts(at: nil).map(\.idmIdentifier).contains(idm) || sdk.pending().contains(idm) else {
                throw CommandFailure.noAccountYet(at: idm)
            }
            let account = try sdk.account(at: idm)
            let options = Confirmation.Options(
                consent: given[isAgreed] ? .agreed : nil, pinFromInput: given[pinStdin])
            let confirmation = Confirmation(
                undertaking: .change, options: options, sdk: sdk, console: console, words: words)
            console.print(words.activate.manager(data.idmIdentifier))
            try explaining {
                let conversation = ActivationCode(data: data, confirmation: confirmation)
                switch try conversation.open(words.invitation.askPIN) {
                case .personalize: throw CommandFailure.noAccountYet(at: data.idmIdentifier)
                case .merge(let session): try Change(account: account, confirmation: confirmation).accept(session)
                }
            }
        }
    }
}

extension CommandFailure {
    fileprivate static func noAccountYet(at idmIdentifier: String) -> CommandFailure {
        CommandFailure(.unknown) { $0.invitation.noAccountYet(at: idmIdentifier) }
    }
}

extension Change {
    /// Accepts an opened invitation.
    func accept(_ session: AuthenticationInitializationData) throws {
        try run(session) { result in
            guard case .apiAccessMergeComplete = result else { throw foreignAnswer }
            console.print(words.invitation.accepted)
        }
    }
}
