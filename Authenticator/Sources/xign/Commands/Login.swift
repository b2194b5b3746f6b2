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
            let answer: Consent? =
                given[isForeign] ? .notMe : given[isDeclined] ? .declined : given[isAgreed] ? .agreed : nil
            let login = Login(
                sdk: sdk, roleName: given[role], options: options, factors: given[factors], answer: answer,
                pinFromInput: given[pinStdin], printsJSON: given[json], console: console)
            try explaining { try login.run(data) }
        }
    }()
}

/// One login, from the scanned code to its end in the browser.
struct Login {
    let sdk: XignSdk
    let roleName: String?
    let options: AttributeOptions
    let factors: [AuthenticatorType]?
    /// The answer given by options; nil if the person is asked.
    let answer: Consent?
    let pinFromInput: Bool
    let printsJSON: Bool
    let console: Console

    func run(_ data: AuthenticationInitializationData) throws {
        let request = try sdk.authenticator.startAuthenticationSynchronous(data: data)
        do {
            if isForeseen {
                ConsentScreen(request: request, attributes: RequestedAttributes(request.info), isAsked: false)
                    .lines.forEach(show)
                try end(request, answer ?? .declined)
            } else {
                try selectRole(request)
                try confirm(request)
            }
        } catch let error as InputError {
            // The person has gone. Abort, so that the page need not wait until the session expires.
            abort(request)
            console.report("The login is cancelled.")
            throw error
        }
    }

    /// Asks the open questions and for consent, and repeats both if the manager refuses attributes.
    private func confirm(_ request: AuthenticateRequest) throws {
        let attributes = RequestedAttributes(request.info)
        try options.apply(to: attributes, of: request.serviceInformation.name)
        let screen = ConsentScreen(request: request, attributes: attributes, isAsked: answer == nil)
        if answer != nil { attributes.leaveOutUnmentioned() }
        screen.lines.forEach(show)
        var isCorrected = false
        while true {
            try refuseUnavailable(attributes, request)
            let wasAsked = try decide(attributes)
            if wasAsked || isCorrected { screen.decidedLines.forEach(show) }
            switch try answer ?? console.askConsent() {
            case .agreed:
                switch try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(request: request) {
                case .success(let information):
                    return try report(authenticate(information), attributes, request)
                case .failure:
                    try reopen(attributes)
                    isCorrected = true
                }
            case let refusal: return try end(request, refusal)
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

    /// True if an option declines the login.
    private var isForeseen: Bool { answer == .declined || answer == .notMe }

    private func end(_ request: AuthenticateRequest, _ refusal: Consent) throws {
        let isForeign = refusal == .notMe
        try sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: isForeign ? .notMe : .cancelled)
        show(
            isForeign
                ? "The login is cancelled, and reported to the manager as not begun by you." : "The login is cancelled."
        )
        guard isForeseen else { throw Failure(.declined, "not logged in") }
    }

    func abort(_ request: AuthenticateRequest) {
        try? sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: .cancelled)
    }

    // MARK: Authenticating

    private func authenticate(_ information: AuthenticationUserInformation) throws -> UserLoginResult {
        var information = information
        while true {
            try sign(information)
            switch try sdk.authenticator.finishAuthenticationSynchronous(userInfo: information) {
            case .userLogin(let result): return result
            case .lockout(let lockout, let next):
                try console.wait(for: lockout, after: .pin, asks: !pinFromInput)
                information = next
            default: throw Failure(.protocolViolated, "the manager's answer does not belong to a login")
            }
        }
    }

    /// Signs with all factors. The PIN is asked for only now, when the login page already shows that the login is being
    /// confirmed.
    private func sign(_ information: AuthenticationUserInformation) throws {
        for factor in try combination(information.requestedAuthenticators) {
            switch factor {
            case .device: try information.sign(factor: DeviceFactor())
            case .pin: try signWithPIN(information)
            default: throw Failure(.refused, "xign does not support the factor \(factor.rawValue): use another device")
            }
        }
    }

    private func signWithPIN(_ information: AuthenticationUserInformation) throws {
        while true {
            let pin = try console.askSecret("PIN:", fromInput: pinFromInput)
            do { return try information.sign(factor: PinFactor(pin)) } catch {
                guard error.errorCode == .pinInvalid, !pinFromInput else { throw error }
                console.report("This is not a PIN: a PIN has 5 to 32 digits. No attempt was counted.")
            }
        }
    }

    /// Returns the factors that sign: the first requested combination, or the one given by the option.
    func combination(_ requested: [[AuthenticatorType]]) throws -> [AuthenticatorType] {
        guard let factors else { return requested.first ?? [] }
        guard let combination = requested.first(where: { Set($0) == Set(factors) }) else {
            let possible = requested.map { $0.map(\.rawValue).joined(separator: ",") }.joined(separator: " or ")
            throw Failure(.data, "--with must be \(possible)")
        }
        return combination
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

    // MARK: Showing

    /// Prints text for people: with --json on standard error, since standard output is for the program.
    private func show(_ text: Text) { printsJSON ? console.report(text) : console.print(text) }

    private func report(
        _ result: UserLoginResult, _ attributes: RequestedAttributes, _ request: AuthenticateRequest
    ) throws {
        if result.returnURL == nil {
            show("\("Logged in", .green) at \(result.relyingPartyName). Continue in the browser.")
        } else {
            show("\("Confirmed", .green) at \(result.relyingPartyName).")
        }
        let failures = result.failedAttemptsSinceLastSuccess
        if failures > 0 {
            console.report(
                """
                \("Failed attempts since your last login: \(failures).", .yellow) If they were not yours, someone else \
                uses this device: tell the operator.
                """)
        }
        if printsJSON {
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
