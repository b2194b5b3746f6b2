import Terminal
import XignSDK

/// The answers of a login that options give in advance: those of `login` and `inapp`.
struct LoginOptions {
    private static let role = Parameter<String?>.option("role", "NAME", "The role to act in, if you have several.")
    private static let factors = Parameter<[AuthenticatorType]?>.option(
        "with", "FACTORS",
        "The factors to use, such as pin,device. Default: the first combination that this device supports.",
        completion: .values(["device", "pin,device"]), parse: Login.factors)
    private static let isAgreed = Parameter<Bool>.flag(
        "yes", short: "y", "Log in without asking, also not about attributes.")
    private static let isDeclined = Parameter<Bool>.flag("decline", "Show the request, then cancel the login.")
    private static let isForeign = Parameter<Bool>.flag(
        "not-me", "Show the request, then cancel it and report that you did not begin it.")
    private static let pinStdin = Parameter<Bool>.flag(
        "pin-stdin", "Read the PIN from standard input, as one line after the values of --set.")
    private static let json = Parameter.json

    static let declarations: [any Declaration] = [
        role, AttributeOptions.set, AttributeOptions.alias, AttributeOptions.include, AttributeOptions.without, factors,
        isAgreed, isDeclined, isForeign, pinStdin, json,
    ]

    let roleName: String?
    var attributes: AttributeOptions
    let consent: Consent?
    let factors: [AuthenticatorType]?
    let pinFromInput: Bool
    let printsJSON: Bool

    /// - Throws: ``UsageError`` for options that contradict each other.
    init(_ given: ParsedArguments) throws(UsageError) {
        roleName = given[Self.role]
        attributes = AttributeOptions(
            values: given[AttributeOptions.set], aliases: given[AttributeOptions.alias],
            included: given[AttributeOptions.include], leftOut: given[AttributeOptions.without])
        try attributes.check()
        if given[Self.isDeclined], given[Self.isForeign] {
            throw UsageError("give only one of --decline and --not-me")
        }
        consent =
            given[Self.isForeign] ? .notMe : given[Self.isDeclined] ? .declined : given[Self.isAgreed] ? .agreed : nil
        factors = given[Self.factors]
        pinFromInput = given[Self.pinStdin]
        printsJSON = given[Self.json]
    }

    /// True if standard input holds a PIN or values of attributes.
    var readsInput: Bool { pinFromInput || attributes.readsInput }

    /// The answers about the confirmation.
    var answers: Confirmation.Options {
        Confirmation.Options(
            consent: consent, factors: factors, pinFromInput: pinFromInput, outputIsForPrograms: printsJSON)
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
