import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `login CODE`.
    static func login(_ words: any Wording) -> Command {
        let help = words.login.help(attributes: PersonalAttribute.Name.names)
        let argument = Options.code.explained(by: words.program.code)
        let isScanned = Parameter<Bool>.flag("scanned", words.login.scanned)
        let confirmsAct = Parameter<Bool>.flag("confirm-act", words.transaction.confirmsAct)
        let pairing = PairingAnswer.option.explained(by: words.pairing.option)
        let parameters: [any Declaration] =
            [argument, isScanned, pairing] + LoginOptions.declarations(words) + [confirmsAct]
        return Command(
            "login", help.summary, discussion: help.discussion, parameters,
            examples: ["xign login code.png", "xign login 'https://app.login.example.org/a#...'"]
        ) { given, console in
            let code = given[argument]
            var options = try LoginOptions(given)
            options.confirmsAct = given[confirmsAct]
            options.pairing = given[pairing] ?? .asked
            try CommandFailure.check(code, readsInput: options.readsInput)
            try options.attributes.read(console.input)
            let scanned = try Code(code, isScanned: given[isScanned])
            let sdk = try given.home(console, words).sdk()
            switch try sdk.process(of: scanned) {
            case .authentication(let data):
                try Login(.login, options, sdk: sdk, console: console, words: words).run(data) { login, confirmed in
                    try login.reportToBrowser(confirmed)
                }
            case .personalization: throw CommandFailure(.data) { $0.input.isActivation }
            case .transaction(let data):
                try Transaction(options, sdk: sdk, console: console, words: words).run(data)
            }
        }
    }
}

/// One login, from its beginning to the confirmation.
struct Login {
    /// A login that the person has confirmed, with what the manager answered.
    struct Confirmed {
        let result: AuthenticationResult
        let attributes: RequestedAttributes
        let request: AuthenticateRequest
    }

    let roleName: String?
    let options: AttributeOptions
    let printsJSON: Bool
    let confirmation: Confirmation

    var sdk: XignSdk { confirmation.sdk }
    var console: Console { confirmation.console }
    var words: any Wording { confirmation.words }
    /// The answer given by options; nil if the person is asked.
    var answer: Consent? { confirmation.options.consent }

    /// Shows the request, asks for consent and PIN, and continues with the confirmed login.
    func run(
        _ data: AuthenticationInitializationData, completion: (Login, Confirmed) throws -> Void
    ) throws {
        try explaining(confirmation.undertaking) {
            let confirmed: Confirmed? = try confirmation.run(data) { request in
                if confirmation.isForeseen {
                    ConsentScreen(
                        request: request, attributes: RequestedAttributes(request.info), isAsked: false, words: words
                    )
                    .lines.forEach(confirmation.show)
                    try confirmation.end(request, answer ?? .declined)
                    return nil
                }
                try selectRole(request)
                return try confirm(request)
            }
            if let confirmed { try completion(self, confirmed) }
        }
        // Nobody reads what a script prints; the notices wait for a person.
        guard !printsJSON, !confirmation.options.pinFromInput, !confirmation.isForeseen else { return }
        console.reportNotices(sdk, of: try sdk.accounts(at: data.idmIdentifier), words)
    }

    /// Asks the open questions and for consent, and repeats both if the manager refuses attributes.
    /// - Returns: nil if the person declined.
    private func confirm(_ request: AuthenticateRequest) throws -> Confirmed? {
        let attributes = RequestedAttributes(request.info)
        try options.apply(to: attributes, of: request.serviceInformation.name)
        let screen = ConsentScreen(request: request, attributes: attributes, isAsked: answer == nil, words: words)
        if answer != nil { attributes.leaveOutUnmentioned() }
        screen.lines.forEach(confirmation.show)
        var isCorrected = false
        var isPaired = false
        while true {
            try refuseUnavailable(attributes, request)
            let wasAsked = try decide(attributes)
            if wasAsked || isCorrected { screen.decidedLines.forEach(confirmation.show) }
            var consent = try confirmation.consent(words.consent.question)
            if consent == .agreed, !isPaired {
                consent = try confirmation.pair(request)
                isPaired = true
            }
            switch consent {
            case .agreed:
                let prepared = try confirmation.waiting { [sdk] in
                    try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
                }
                switch prepared {
                case .success(let information):
                    let result = try confirmation.authenticate(information)
                    return Confirmed(result: result, attributes: attributes, request: request)
                case .failure:
                    try reopen(attributes)
                    isCorrected = true
                }
            case let refusal:
                try confirmation.end(request, refusal)
                return nil
            }
        }
    }

    private func selectRole(_ request: AuthenticateRequest) throws {
        if let roleName {
            guard let role = request.roles.first(where: { $0.name == roleName || $0.id == roleName }) else {
                let names = request.roles.map(\.name)
                throw CommandFailure(.data) { $0.login.noRole(roleName, roles: names) }
            }
            request.setSelection(role)
        } else if request.selectedRole == nil {
            let roles = request.roles
            let question = words.login.askRole(at: request.serviceInformation.name)
            request.setSelection(roles[try console.choose(question, from: roles.map { "\($0.name)" })])
        }
    }

    /// Parses a list of factors, such as `pin,device`.
    static func factors(_ text: String) throws -> [AuthenticatorType]? {
        try text.split(separator: ",").map { name in
            guard let factor = AuthenticatorType(rawValue: String(name)), [.device, .pin].contains(factor) else {
                let name = String(name)
                throw CommandFailure(.usage) { $0.factor.notOfXign(name) }
            }
            return factor
        }
    }

    /// Warns of failed attempts since the last login.
    func reportFailures(_ count: Int) {
        if count > 0 { console.report(words.login.failedAttempts(count)) }
    }
}

// MARK: The end of a login at a website

extension Login {
    fileprivate func reportToBrowser(_ confirmed: Confirmed) throws {
        guard case .userLogin(let result) = confirmed.result else { throw confirmation.undertaking.foreignAnswer }
        let service = result.relyingPartyName
        confirmation.show(
            result.returnURL == nil ? words.login.loggedIn(at: service) : words.login.confirmed(at: service))
        reportFailures(result.failedAttemptsSinceLastSuccess)
        if printsJSON {
            try console.print(json: LoginReport(result, confirmed, returnURL: result.returnURL))
        } else if let address = result.returnURL {
            returnToBrowser(address)
        }
    }

    /// Opens the browser in which the login began, or shows the URL to open in it.
    private func returnToBrowser(_ address: URL) {
        if ReturnToBrowser().open(address) {
            console.print(words.login.continueInBrowser)
        } else {
            console.print(words.login.openAddress)
            console.print("\(address.absoluteString)")
        }
    }
}
