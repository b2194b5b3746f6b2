import Foundation
import XignSDK

// The listings of the guide "Authentication".

extension GuideApp {
    // listing
    /// Logs the user in with the data of a QR code or link.
    func logIn(with data: AuthenticationInitializationData) async throws(XignSdkError) {
        guard case .userLogin(let login) = try await authenticate(with: data) else { return }
        screen.show("You are logged in at \(login.relyingPartyName).")
        if login.failedAttemptsSinceLastSuccess > 0 {
            screen.show("Failed attempts before: \(login.failedAttemptsSinceLastSuccess)")
        }
        if let url = login.returnURL { screen.openInBrowser(url) }
    }
    // end of listing

    // listing
    /// Runs an authentication. Returns nil if the user did not complete it.
    func authenticate(
        with data: AuthenticationInitializationData
    ) async throws(XignSdkError) -> AuthenticationResult? {
        let request = try await sdk.authenticator.startAuthentication(data: data)
        if request.roles.count > 1 {
            request.setSelection(await screen.choose(from: request.roles))
        }
        switch await screen.decides(on: request) {
        case .confirm:
            guard await pair(request), let information = try await prepare(request) else { break }
            return try await finish(information)
        case .notMe:
            try await sdk.authenticator.abortAuthentication(request: request, reason: .notMe)
            return nil
        case .cancel:
            break
        }
        try await sdk.authenticator.abortAuthentication(request: request, reason: .cancelled)
        return nil
    }
    // end of listing

    // listing
    /// Asks for the digits that the page shows. Returns false if the user has none.
    func pair(_ request: AuthenticateRequest) async -> Bool {
        guard request.isPairingRequired else { return true }
        while true {
            let question = "Type the two digits of the page that you opened. Were you sent a link? Stop."
            guard let digits = await screen.askForDigits(question) else { return false }
            if request.setPairingDigits(digits) { return true }
        }
    }
    // end of listing

    // listing
    /// Submits role and attributes; nil if the user cannot or does not want to send one.
    func prepare(
        _ request: AuthenticateRequest
    ) async throws(XignSdkError) -> AuthenticationUserInformation? {
        while true {
            guard await decide("given name", request.info.givenName),
                await decide("family name", request.info.familyName),
                await decide("mail address", request.info.email)
            else { return nil }
            let result = try await sdk.authenticator.prepareAuthenticationUserInformation(
                request: request)
            switch result {
            case .success(let information): return information
            case .failure: screen.show("Please correct what you entered.")
            }
        }
    }
    // end of listing

    // listing
    /// Lets the user decide about one attribute. Returns false if the login cannot continue.
    func decide<Validator: AttributeValidator<String>>(
        _ name: String, _ attribute: AuthenticationInformation<String, Validator>?
    ) async -> Bool {
        guard let attribute else { return true }  // not requested
        if attribute.isRequired {
            screen.show("The website will receive: \(name)")
        } else {
            attribute.isIncluded = await screen.wantsToSend(name)
            if !attribute.isIncluded { return true }
        }
        if attribute.isDataMissing {
            if attribute.needsVerification { return false }  // only the operator can add it
            var problem = attribute.error
            while attribute.setValue(value: await screen.ask(for: name, problem: problem)) != .valid {
                problem = .invalid
            }
        } else if attribute.aliases.count > 1 {
            attribute.setSelection(await screen.choose(name, from: Array(attribute.aliases)))
        }
        return true
    }
    // end of listing

    // listing
    /// Signs and finishes, again after each lockout. Returns nil if that is not possible.
    func finish(
        _ information: AuthenticationUserInformation
    ) async throws(XignSdkError) -> AuthenticationResult? {
        var information = information
        while true {
            guard try await signWithAlternatives(information) else { return nil }
            let result = try await sdk.authenticator.finishAuthentication(userInfo: information)
            guard case .lockout(let lockout, let next) = result else { return result }
            if lockout.isPermanent {
                screen.show("This activation is locked. Contact the operator.")
                return nil
            }
            screen.show("That was wrong. Wait until \(lockout.lockedUntil.formatted()).")
            guard lockout.canResume else { return nil }  // begin again after that time
            await screen.wait(until: lockout.lockedUntil)
            information = next
        }
    }
    // end of listing

    // listing
    /// Signs with all factors of the combination that the user chooses.
    func sign(_ information: AuthenticationUserInformation) async throws(XignSdkError) {
        var factors: [AuthenticationFactor] = []
        for type in await screen.choose(from: information.requestedAuthenticators) {
            switch type {
            case .device: factors.append(DeviceFactor())
            case .pin: factors.append(PinFactor(await screen.askForPin()))
            case .biometric:
                factors.append(try await recognizeUser(at: information.request.idmIdentifier))
            case .otp, .yubikey: break  // no manager requests them
            }
        }
        for factor in factors { try await information.sign(factor: factor) }
    }
    // end of listing
}
