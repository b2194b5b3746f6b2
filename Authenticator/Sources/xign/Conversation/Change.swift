import Terminal
import XignSDK

/// The conversation about a change of the account or of this device's activation.
///
/// The manager permits a change only after an authentication that names the change, so that a person confirms exactly
/// what happens.
struct Change {
    let account: PersonalizationResult
    let confirmation: Confirmation

    var personalizer: Personalizer { confirmation.sdk.personalizer }
    var console: Console { confirmation.console }
    var words: any Wording { confirmation.words }
    var idm: String { account.idmIdentifier }
    /// True if a person can be asked.
    var asks: Bool { !confirmation.options.pinFromInput }

    /// Shows the change, asks for consent and PIN, and continues with the result of the authentication.
    /// - Parameters:
    ///   - data: the beginning of the process.
    ///   - secondQuestion: asks once more after the consent; it returns false to cancel.
    ///   - completion: the continuation. If the person goes away in it, nothing was changed.
    func run<Output>(
        _ data: AuthenticationInitializationData, secondQuestion: () throws -> Bool = { true },
        completion: (AuthenticationResult) throws -> Output
    ) throws -> Output {
        try confirmation.run(data) { request in
            let screen = ChangeScreen(request, by: account, words)
            screen.lines.forEach(confirmation.show)
            var consent = try confirmation.consent(screen.question)
            if consent == .agreed, confirmation.options.consent == nil, try !secondQuestion() { consent = .declined }
            guard consent == .agreed else {
                try confirmation.end(request, consent)
                throw confirmation.undertaking.declined
            }
            let authenticator = confirmation.sdk.authenticator
            let prepared = try confirmation.waiting {
                try authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
            }
            guard case .success(let information) = prepared else { throw foreignAnswer }
            return try completion(confirmation.authenticate(information))
        }
    }

    /// Does the last step, and repeats it while its answer is lost. The manager repeats its answer then, and changes
    /// nothing twice.
    /// - Parameter unknown: the advice to a person who gives up without knowing the outcome.
    func finish<Output: Sendable>(
        unknown: Text, _ work: @escaping @Sendable () throws -> Output
    ) throws -> Output {
        try confirmation.repeating(unknown: unknown, work)
    }

    /// The failure for a result of another process.
    var foreignAnswer: CommandFailure { confirmation.undertaking.foreignAnswer }
}

extension Change {
    /// The change of an account that the options choose.
    init(
        _ given: ParsedArguments, options: Confirmation.Options, console: Console, words: any Wording
    ) throws {
        let sdk = try given.home(console, words).sdk()
        account = try sdk.account(at: given[Options.manager])
        confirmation = Confirmation(undertaking: .change, options: options, sdk: sdk, console: console, words: words)
    }
}
