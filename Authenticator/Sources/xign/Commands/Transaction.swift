import Foundation
import Terminal
import XignSDK

/// The confirmation of an act that a page of the manager asks for.
///
/// It belongs to the command `login`: only the code knows whether it is that of a login or of such an act, and a person
/// who has a code in front of them need not.
struct Transaction {
    let printsJSON: Bool
    let confirmation: Confirmation

    private var console: Console { confirmation.console }
    private var words: any Wording { confirmation.words }

    /// Shows the text, asks for consent and PIN, and leads back to the browser.
    func run(_ data: TransactionInitializationData) throws {
        try explaining(confirmation.undertaking) {
            let confirmed: (TransactionResult, TransactionScreen)? = try confirmation.run(data) { request in
                let foreignAnswer = confirmation.undertaking.foreignAnswer
                guard let screen = TransactionScreen(request, words) else { throw foreignAnswer }
                screen.lines.forEach(confirmation.show)
                var consent = try confirmation.consent(words.transaction.question)
                if consent == .agreed { consent = try confirmation.pair(request) }
                guard consent == .agreed else {
                    try confirmation.end(request, consent)
                    return nil
                }
                let prepared = try confirmation.waiting { [sdk = confirmation.sdk] in
                    try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
                }
                guard case .success(let information) = prepared,
                    case .userLogin(let login) = try confirmation.authenticate(information),
                    let result = login.transaction
                else { throw foreignAnswer }
                return (result, screen)
            }
            if let (result, screen) = confirmed { try report(result, of: screen) }
        }
    }

    private func report(_ result: TransactionResult, of screen: TransactionScreen) throws {
        confirmation.show(words.transaction.confirmed)
        if printsJSON {
            try console.print(json: TransactionReport(result, of: screen))
        } else if let address = result.returnURL, !ReturnToBrowser().open(address) {
            console.print(words.transaction.openAddress)
            console.print("\(address.absoluteString)")
        }
    }
}

extension Transaction {
    /// - Throws: ``CommandFailure`` for options that only a login has, before anything is sent. `--yes` is one of them:
    ///   a script that logs in confirms nothing else by it.
    init(_ options: LoginOptions, sdk: XignSdk, console: Console, words: any Wording) throws {
        guard options.roleName == nil, options.attributes.isEmpty else {
            throw CommandFailure(.usage) { $0.transaction.optionsOfLogin }
        }
        var answers = options.answers
        if options.confirmsAct, answers.consent == nil { answers.consent = .agreed }
        guard answers.consent != .agreed || options.confirmsAct else {
            throw CommandFailure(.usage) { $0.transaction.agreementToLogins }
        }
        printsJSON = options.printsJSON
        confirmation = Confirmation(
            undertaking: .transaction, options: answers, sdk: sdk, console: console, words: words)
    }
}

/// A confirmed transaction, as JSON for programs.
struct TransactionReport: Encodable {
    /// A part of the text: one of the two members.
    struct Part: Encodable {
        var literal: String?
        var name: String?
    }

    let idm: String
    let account: String
    let type: String
    let language: String
    let text: [Part]
    /// The URL to open in the browser where the act was asked for; only for one that began with a link.
    let returnUrl: String?

    init(_ result: TransactionResult, of screen: TransactionScreen) {
        idm = screen.manager
        account = screen.account
        type = screen.transaction.type
        language = screen.transaction.language
        text = screen.transaction.text.map { part in
            switch part {
            case .literal(let words): Part(literal: words)
            case .name(let name): Part(name: name)
            }
        }
        returnUrl = result.returnURL?.absoluteString
    }
}
