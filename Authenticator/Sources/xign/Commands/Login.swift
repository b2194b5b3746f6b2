import Foundation
import Terminal
import XignSDK

extension Command {
    /// `login CODE`.
    static let login: Command = {
        let isScanned = Parameter<Bool>.flag(
            "scanned", "CODE is the text that another scanner has read from the QR code in front of you.")
        let role = Parameter<String?>.option("role", "NAME", "The role to act in, where you have several.")
        let factors = Parameter<[AuthenticatorType]?>.option(
            "with", "FACTORS",
            "The factors to use, such as pin,device; else the first combination that this device can.",
            completion: .values(["device", "pin,device"]), parse: Login.factors)
        let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask whether to log in, nor about attributes.")
        let isDeclined = Parameter<Bool>.flag("decline", "Look, then cancel the login.")
        let isForeign = Parameter<Bool>.flag("not-me", "Look, then cancel it and report that you did not begin it.")
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin", "Read the PIN from standard input, as one line, after the values of --set.")
        let json = Parameter.json
        let (set, alias) = (AttributeOptions.set, AttributeOptions.alias)
        let (include, without) = (AttributeOptions.include, AttributeOptions.without)
        return Command(
            "login", "Log in at a website that shows a QR code or a link.",
            discussion: """
                Shows who asks for what before anything is confirmed. Check that the address is that of the website in front of you: \
                whoever sends you a code of theirs wants to be logged in as you. So what a QR code says is refused as a link or text, \
                unless --scanned says that you have scanned it yourself.

                A link that the website shows as "Open in app" belongs to the browser on this device: after the login that browser opens, or \
                you are told the address to open in it.

                A website can ask for what the manager knows of you. You are asked for what is missing, which the manager then keeps; \
                which one to send where there are several, by the names that they have; and whether to send what is optional. The \
                options --set, --alias, --include and --without answer before you are asked. With --yes nobody is asked: what is \
                optional is left out unless an option names it, and where something is still open, you are not logged in.

                Attributes: \(KnownAttribute.all.map(\.name).joined(separator: ", ")). A birthdate is written as YYYY-MM-DD, an address \
                as "Street 1; 51147; Köln; DE", with the region before the country where there is one.


                """ + ExitStatus.explanation,
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
            if given[isDeclined], given[isForeign] { throw UsageError("give one of --decline and --not-me") }
            try options.read(console.input)
            let scanned = try Code(code, isScanned: given[isScanned])
            let sdk = try given.home.sdk()
            guard case .authentication(let data) = try sdk.process(of: scanned) else {
                throw Failure(.data, "this is the code of an activation: xign activate CODE")
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

/// One login, from the scanned code to the website's success.
struct Login {
    let sdk: XignSdk
    let roleName: String?
    let options: AttributeOptions
    let factors: [AuthenticatorType]?
    /// Given on the command line; else the person is asked.
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
            // Nobody answers any more: the page need not wait until it expires.
            abort(request)
            console.report("The login is cancelled.")
            throw error
        }
    }

    /// Asks what is open and whether to log in; and again where the manager refuses what was said about attributes.
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
                throw Failure(.data, "you do not have the role \(roleName) here; your roles: \(names)")
            }
            request.setSelection(role)
        } else if request.selectedRole == nil {
            let roles = request.roles
            let question: Text = "In which role do you log in at \(request.serviceInformation.name)?"
            request.setSelection(roles[try console.choose(question, from: roles.map { "\($0.name)" })])
        }
    }

    /// Whether the command line says already that there will be no login.
    private var isForeseen: Bool { answer == .declined || answer == .notMe }

    private func end(_ request: AuthenticateRequest, _ refusal: Consent) throws {
        let isForeign = refusal == .notMe
        try sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: isForeign ? .notMe : .cancelled)
        show(
            isForeign
                ? "The login is cancelled, and the manager knows that it was not you." : "The login is cancelled.")
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
            default: throw Failure(.protocolViolated, "the manager answered with something else than a login")
            }
        }
    }

    /// Only now is the PIN asked for: the page shows meanwhile that somebody confirms.
    private func sign(_ information: AuthenticationUserInformation) throws {
        for factor in try combination(information.requestedAuthenticators) {
            switch factor {
            case .device: try information.sign(factor: DeviceFactor())
            case .pin: try signWithPIN(information)
            default: throw Failure(.refused, "xign has no factor \(factor.rawValue): use another device")
            }
        }
    }

    private func signWithPIN(_ information: AuthenticationUserInformation) throws {
        while true {
            let pin = try console.askSecret("PIN:", fromInput: pinFromInput)
            do { return try information.sign(factor: PinFactor(pin)) } catch {
                guard error.errorCode == .pinInvalid, !pinFromInput else { throw error }
                console.report("This cannot be the PIN: every PIN has 5 to 32 digits. Nothing was sent.")
            }
        }
    }

    /// The factors that sign.
    func combination(_ requested: [[AuthenticatorType]]) throws -> [AuthenticatorType] {
        guard let factors else { return requested.first ?? [] }
        guard let combination = requested.first(where: { Set($0) == Set(factors) }) else {
            let possible = requested.map { $0.map(\.rawValue).joined(separator: ",") }.joined(separator: " or ")
            throw Failure(.data, "--with must be \(possible)")
        }
        return combination
    }

    /// `pin,device`.
    static func factors(_ text: String) throws -> [AuthenticatorType]? {
        try text.split(separator: ",").map { name in
            guard let factor = AuthenticatorType(rawValue: String(name)), [.device, .pin].contains(factor) else {
                throw UsageError("device and pin are the factors that xign has, not \(name)")
            }
            return factor
        }
    }

    // MARK: Showing

    /// What people read; programs get the output for themselves.
    private func show(_ text: Text) { printsJSON ? console.report(text) : console.print(text) }

    private func report(
        _ result: UserLoginResult, _ attributes: RequestedAttributes, _ request: AuthenticateRequest
    ) throws {
        if result.returnURL == nil {
            show("\("Logged in", .green) at \(result.relyingPartyName). Go on in the browser.")
        } else {
            show("\("Confirmed", .green) at \(result.relyingPartyName).")
        }
        let failures = result.failedAttemptsSinceLastSuccess
        if failures > 0 {
            console.report(
                """
                \("Failed attempts since your last login: \(failures).", .yellow) If they were not yours, somebody uses this \
                device: tell the operator.
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
    /// The login ends in the browser where it began, and in no other.
    private func returnToBrowser(_ address: URL) {
        if ReturnToBrowser().open(address) {
            console.print("Go on in the browser, where the login ends now.")
        } else {
            console.print("Open this address in the browser where you began, within a minute:")
            console.print("\(address.absoluteString)")
        }
    }
}
