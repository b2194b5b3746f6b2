import Foundation
import Terminal
import XignSDK

extension Command {
    /// `login CODE`.
    static let login: Command = {
        let role = Parameter<String?>.option("role", "NAME", "The role to act in, where you have several.")
        let factors = Parameter<[AuthenticatorType]?>.option(
            "with", "FACTORS",
            "The factors to use, such as pin,device; else the first combination that this device can.",
            completion: .values(["device", "pin,device"]), parse: Login.factors)
        let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask whether to log in.")
        let isDeclined = Parameter<Bool>.flag("decline", "Look, then cancel the login.")
        let isForeign = Parameter<Bool>.flag("not-me", "Look, then cancel it and report that you did not begin it.")
        let json = Parameter.json
        return Command(
            "login", "Log in at a website that shows a QR code or a link.",
            discussion: """
                Shows who asks for what before anything is confirmed. Check that the address is that of the website in front of you: \
                whoever sends you a code of theirs wants to be logged in as you.

                A link that the website shows as "Open in app" belongs to the browser on this device: after the login that browser opens, or \
                you are told the address to open in it.


                """ + ExitStatus.explanation,
            [Options.code, role, factors, isAgreed, isDeclined, isForeign, Parameter.pinStdin, json]
        ) { given, console in
            let code = given[Options.code]
            try UsageError.check(code, pinStdin: given[Parameter.pinStdin])
            if given[isDeclined], given[isForeign] { throw UsageError("give one of --decline and --not-me") }
            let text = try Code.text(code)
            let sdk = try given.home.sdk()
            guard case .authentication(let data) = try sdk.process(of: text) else {
                throw Failure(.data, "this is the code of an activation: xign activate CODE")
            }
            let answer: Consent? =
                given[isForeign] ? .notMe : given[isDeclined] ? .declined : given[isAgreed] ? .agreed : nil
            let login = Login(
                sdk: sdk, roleName: given[role], factors: given[factors], answer: answer,
                pinFromInput: given[Parameter.pinStdin], printsJSON: given[json], console: console)
            try explaining { try login.run(data) }
        }
    }()
}

/// One login, from the scanned code to the website's success.
struct Login {
    let sdk: XignSdk
    let roleName: String?
    let factors: [AuthenticatorType]?
    /// Given on the command line; else the person is asked.
    let answer: Consent?
    let pinFromInput: Bool
    let printsJSON: Bool
    let console: Console

    func run(_ data: AuthenticationInitializationData) throws {
        let request = try sdk.authenticator.startAuthenticationSynchronous(data: data)
        do {
            let isForeseen = answer == .declined || answer == .notMe
            if !isForeseen { try selectRole(request) }
            ConsentScreen(request).lines.forEach(show)
            switch try answer ?? console.askConsent() {
            case .agreed: try report(authenticate(request), request)
            case .declined: try end(request, .cancelled, "The login is cancelled.", isForeseen)
            case .notMe:
                try end(
                    request, .notMe, "The login is cancelled, and the manager knows that it was not you.", isForeseen)
            }
        } catch let error as InputError {
            // Nobody answers any more: the page need not wait until it expires.
            try? sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: .cancelled)
            throw error
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
            request.setSelection(roles[try console.choose("In which role?", from: roles.map { "\($0.name)" })])
        }
    }

    private func end(_ request: AuthenticateRequest, _ reason: AbortReason, _ outcome: Text, _ isForeseen: Bool) throws
    {
        try sdk.authenticator.abortAuthenticationSynchronous(request: request, reason: reason)
        show(outcome)
        guard isForeseen else { throw Failure(.declined, "not logged in") }
    }

    // MARK: Authenticating

    private func authenticate(_ request: AuthenticateRequest) throws -> UserLoginResult {
        guard
            case .success(var information) = try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(
                request: request)
        else {
            throw Failure(
                .refused, "the website demands information that your account does not have: complete it with the app")
        }
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
                console.report("A PIN has 5 to 32 digits. Nothing was sent.")
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

    private func report(_ result: UserLoginResult, _ request: AuthenticateRequest) throws {
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
            try console.print(json: LoginReport(result, idmIdentifier: request.idmIdentifier))
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

struct LoginReport: Encodable {
    struct Organization: Encodable {
        let id: String
        let name: String
    }

    let idm: String
    let relyingPartyName: String
    let relyingPartyUrl: String?
    let role: String
    let organization: Organization
    let failedAttemptsSinceLastSuccess: Int
    /// To be opened in the browser where the login began; only after a link on this device.
    let returnUrl: String?

    init(_ result: UserLoginResult, idmIdentifier: String) {
        idm = idmIdentifier
        relyingPartyName = result.relyingPartyName
        relyingPartyUrl = result.relyingPartyUrl?.absoluteString
        role = result.roleName
        let information = result.organizationInformation
        organization = Organization(id: information.id, name: information.name)
        failedAttemptsSinceLastSuccess = result.failedAttemptsSinceLastSuccess
        returnUrl = result.returnURL?.absoluteString
    }
}
