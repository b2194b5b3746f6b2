import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `login CODE`.
    static let login: Command = {
        let isScanned = Parameter<Bool>.flag(
            "scanned", "CODE is text that you scanned yourself from the QR code on the page.")
        let role = Parameter<String?>.option("role", "NAME", "The role to act in, if you have several.")
        let factors = Parameter<[AuthenticatorType]?>.option(
            "with", "FACTORS",
            "The factors to use, such as pin,device. Default: the first combination that this device supports.",
            completion: .values(["device", "pin,device"]), parse: Login.factors)
        let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Log in without asking, also not about attributes.")
        let isDeclined = Parameter<Bool>.flag("decline", "Show the request, then cancel the login.")
        let isForeign = Parameter<Bool>.flag(
            "not-me", "Show the request, then cancel it and report that you did not begin it.")
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin", "Read the PIN from standard input, as one line after the values of --set.")
        let json = Parameter.json
        let (set, alias) = (AttributeOptions.set, AttributeOptions.alias)
        let (include, without) = (AttributeOptions.include, AttributeOptions.without)
        return Command(
            "login", "Log in at a website that shows a QR code or a link.",
            discussion: """
                Shows the website and the data that it requests, before you confirm anything. Check that the address \
                is that of the website in front of you: an attacker could send you the code of their own login, to be \
                logged in as you. For this reason, the text of a QR code is refused unless --scanned says that you \
                scanned it yourself.

                The link "Open in app" on the login page belongs to the browser on this device. After the login, xign \
                opens that browser, or shows the address to open in it.

                A website can request your data from the manager. xign asks you for missing values, which the manager \
                then stores; for a choice if you have several values; and whether to send optional values. The options \
                --set, --alias, --include and --without answer these questions in advance. With --yes, xign asks \
                nothing: optional values without an option are left out, and the login fails if a question is still \
                open.

                Attributes: \(KnownAttribute.all.map(\.name).joined(separator: ", ")). A birthdate has the form \
                YYYY-MM-DD; an address "Street 1; 51147; Köln; DE", with an optional region before the country.
                """,
            [
                Options.code, isScanned, role, set, alias, include, without, factors, isAgreed, isDeclined, isForeign,
                pinStdin,
                json,
            ]
        ) { given, console in
            let code = given[Options.code]
            var options = AttributeOptions(
                values: given[set], aliases: given[alias], included: given[include], leftOut: given[without])
            try UsageError.check(code, readsInput: given[pinStdin] || options.readsInput)
            try options.check()
            if given[isDeclined], given[isForeign] { throw UsageError("give only one of --decline and --not-me") }
            try options.read(console.input)
            let scanned = try Code(code, isScanned: given[isScanned])
            let sdk = try given.home.sdk()
            guard case .authentication(let data) = try sdk.process(of: scanned) else {
                throw Failure(.data, "this is an activation code: use xign activate CODE")
            }
            let consent: Consent? =
                given[isForeign] ? .notMe : given[isDeclined] ? .declined : given[isAgreed] ? .agreed : nil
            let answers = Confirmation.Options(
                consent: consent, factors: given[factors], pinFromInput: given[pinStdin], printsJSON: given[json])
            let login = Login(
                roleName: given[role], options: options,
                confirmation: Confirmation(undertaking: .login, options: answers, sdk: sdk, console: console))
            try explaining(.login) { try login.run(data) }
            // Nobody reads what a script prints; the notices wait for a person.
            guard !given[json], !given[pinStdin], !login.confirmation.isForeseen else { return }
            console.reportNotices(sdk, of: try sdk.accounts(at: data.idmIdentifier))
        }
    }()
}

/// One login, from the scanned code to its end in the browser.
struct Login {
    let roleName: String?
    let options: AttributeOptions
    let confirmation: Confirmation

    var sdk: XignSdk { confirmation.sdk }
    var console: Console { confirmation.console }
    /// The answer given by options; nil if the person is asked.
    var answer: Consent? { confirmation.options.consent }

    func run(_ data: AuthenticationInitializationData) throws {
        try confirmation.run(data) { request in
            if confirmation.isForeseen {
                ConsentScreen(request: request, attributes: RequestedAttributes(request.info), isAsked: false)
                    .lines.forEach(confirmation.show)
                try confirmation.end(request, answer ?? .declined)
            } else {
                try selectRole(request)
                try confirm(request)
            }
        }
    }

    /// Asks the open questions and for consent, and repeats both if the manager refuses attributes.
    private func confirm(_ request: AuthenticateRequest) throws {
        let attributes = RequestedAttributes(request.info)
        try options.apply(to: attributes, of: request.serviceInformation.name)
        let screen = ConsentScreen(request: request, attributes: attributes, isAsked: answer == nil)
        if answer != nil { attributes.leaveOutUnmentioned() }
        screen.lines.forEach(confirmation.show)
        var isCorrected = false
        while true {
            try refuseUnavailable(attributes, request)
            let wasAsked = try decide(attributes)
            if wasAsked || isCorrected { screen.decidedLines.forEach(confirmation.show) }
            switch try confirmation.consent("Log in?") {
            case .agreed:
                switch try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request: request) {
                case .success(let information):
                    return try report(authenticate(information), attributes, request)
                case .failure:
                    try reopen(attributes)
                    isCorrected = true
                }
            case let refusal: return try confirmation.end(request, refusal)
            }
        }
    }

    private func selectRole(_ request: AuthenticateRequest) throws {
        if let roleName {
            guard let role = request.roles.first(where: { $0.name == roleName || $0.id == roleName }) else {
                let names = request.roles.map(\.name).joined(separator: ", ")
                throw Failure(.data, "you do not have the role \(roleName) at this website; your roles: \(names)")
            }
            request.setSelection(role)
        } else if request.selectedRole == nil {
            let roles = request.roles
            let question: Text = "Which role do you use at \(request.serviceInformation.name)?"
            request.setSelection(roles[try console.choose(question, from: roles.map { "\($0.name)" })])
        }
    }

    private func authenticate(_ information: AuthenticationUserInformation) throws -> UserLoginResult {
        guard case .userLogin(let result) = try confirmation.authenticate(information) else {
            throw Failure(.protocolViolated, "the manager's answer does not belong to a login")
        }
        return result
    }

    /// Parses a list of factors, such as `pin,device`.
    static func factors(_ text: String) throws -> [AuthenticatorType]? {
        try text.split(separator: ",").map { name in
            guard let factor = AuthenticatorType(rawValue: String(name)), [.device, .pin].contains(factor) else {
                throw UsageError("\(name) is not a factor of xign; the factors are device and pin")
            }
            return factor
        }
    }

    // MARK: Reporting

    private func report(
        _ result: UserLoginResult, _ attributes: RequestedAttributes, _ request: AuthenticateRequest
    ) throws {
        if result.returnURL == nil {
            confirmation.show("\("Logged in", .green) at \(result.relyingPartyName). Continue in the browser.")
        } else {
            confirmation.show("\("Confirmed", .green) at \(result.relyingPartyName).")
        }
        let failures = result.failedAttemptsSinceLastSuccess
        if failures > 0 {
            console.report(
                """
                \("Failed attempts since your last login: \(failures).", .yellow) If they were not yours, someone else \
                uses this device: tell the operator.
                """)
        }
        if confirmation.options.printsJSON {
            try console.print(json: LoginReport(result, attributes, idmIdentifier: request.idmIdentifier))
        } else if let address = result.returnURL {
            returnToBrowser(address)
        }
    }
}

extension Login {
    /// Opens the browser in which the login began, or shows the URL to open in it.
    private func returnToBrowser(_ address: URL) {
        if ReturnToBrowser().open(address) {
            console.print("Continue in the browser, where the login is completed.")
        } else {
            console.print("Open this address in the browser where you began, within a minute:")
            console.print("\(address.absoluteString)")
        }
    }
}
