import Terminal
import XignSDK

/// The answers of a login that options give in advance: those of `login` and `inapp`.
struct LoginOptions {
    private static let role = Parameter<String?>.option("role", "NAME")
    private static let factors = Parameter<[AuthenticatorType]?>.option(
        "with", "FACTORS", completion: .values(["device", "pin,device"]), parse: Login.factors)
    private static let isDeclined = Parameter<Bool>.flag("decline")
    private static let isForeign = Parameter<Bool>.flag("not-me")

    static func declarations(_ words: any Wording) -> [any Declaration] {
        let login = words.login
        return [
            role.explained(by: login.role), AttributeOptions.set.explained(by: login.set),
            AttributeOptions.alias.explained(by: login.alias),
            AttributeOptions.include.explained(by: login.include),
            AttributeOptions.without.explained(by: login.without), factors.explained(by: login.factors),
            Options.isAgreed.explained(by: login.isAgreed), isDeclined.explained(by: login.isDeclined),
            isForeign.explained(by: login.isForeign), Parameter<Bool>.pinStdin.explained(by: login.pinStdin),
            Parameter<Bool>.json.explained(by: words.program.json),
        ]
    }

    let roleName: String?
    var attributes: AttributeOptions
    let consent: Consent?
    /// True if an act is confirmed without asking. `consent` agrees to logins alone.
    var confirmsAct = false
    let factors: [AuthenticatorType]?
    /// The digits of the page. Only a login at a website, and an act, have a page.
    var pairing = PairingAnswer.asked
    let pinFromInput: Bool
    let printsJSON: Bool

    /// - Throws: ``CommandFailure`` for options that contradict each other.
    init(_ given: ParsedArguments) throws(CommandFailure) {
        roleName = given[Self.role]
        attributes = AttributeOptions(
            values: given[AttributeOptions.set], aliases: given[AttributeOptions.alias],
            included: given[AttributeOptions.include], leftOut: given[AttributeOptions.without])
        try attributes.check()
        if given[Self.isDeclined], given[Self.isForeign] {
            throw CommandFailure(.usage) { $0.login.declinedTwice }
        }
        consent =
            given[Self.isForeign]
            ? .notMe : given[Self.isDeclined] ? .declined : given[Options.isAgreed] ? .agreed : nil
        factors = given[Self.factors]
        pinFromInput = given[Parameter.pinStdin]
        printsJSON = given[Parameter.json]
    }

    /// True if standard input holds a PIN, digits or values of attributes.
    var readsInput: Bool { pinFromInput || pairing == .fromInput || attributes.readsInput }

    /// The answers about the confirmation.
    var answers: Confirmation.Options {
        Confirmation.Options(
            consent: consent, factors: factors, pairing: pairing, pinFromInput: pinFromInput,
            outputIsForPrograms: printsJSON)
    }
}

extension Login {
    /// Makes a login with the answers that options give.
    init(_ undertaking: Undertaking, _ options: LoginOptions, sdk: XignSdk, console: Console, words: any Wording) {
        var answers = options.answers
        if undertaking == .inApp { answers.outputIsForPrograms = true }
        self.init(
            roleName: options.roleName, options: options.attributes, printsJSON: options.printsJSON,
            confirmation: Confirmation(
                undertaking: undertaking, options: answers, sdk: sdk, console: console, words: words))
    }
}
