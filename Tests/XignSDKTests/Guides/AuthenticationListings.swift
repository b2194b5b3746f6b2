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
        var reason = AbortReason.cancelled
        do {
            switch await screen.decides(on: request) {
            case .confirm:
                if await pair(request), let information = try await prepare(request),
                    let result = try await finish(information)
                {
                    return result
                }
            case .notMe: reason = .notMe
            case .cancel: break
            }
        } catch {
            await abort(request, reason: reason)
            throw error
        }
        await abort(request, reason: reason)
        return nil
    }

    /// Ends a process, so that the page does not wait. An error says that the session is over already.
    func abort(_ request: AuthenticateRequest, reason: AbortReason) async {
        try? await sdk.authenticator.abortAuthentication(request: request, reason: reason)
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
            for attribute in request.info.attributes {
                guard await decide(attribute) else { return nil }
            }
            for information in request.info.additional {
                guard await decide(information) else { return nil }
            }
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
    func decide(_ attribute: PersonalAttribute) async -> Bool {
        if attribute.isDataMissing && attribute.needsVerification {
            return !attribute.isRequired  // only the operator can add it
        }
        if attribute.isRequired {
            screen.show("The website will receive: \(screen.name(of: attribute.name))")
        } else {
            attribute.isIncluded = await screen.wantsToSend(attribute)
            if !attribute.isIncluded { return true }
        }
        if attribute.isDataMissing {
            var problem: AttributeResultCode?
            repeat {
                guard let text = await screen.ask(for: attribute, problem: problem) else {
                    attribute.isIncluded = false  // which has no effect on a required one
                    return !attribute.isRequired
                }
                problem = attribute.setText(text)
            } while problem != .valid
        } else if attribute.aliases.count > 1 {
            guard let alias = await screen.chooseAlias(of: attribute) else { return false }
            attribute.setSelection(alias)
        }
        return true
    }
    // end of listing

    // listing
    /// Lets the user decide about a value or a permission that the manager names. Returns false if the
    /// login cannot continue.
    func decide(_ information: AdditionalInformation) async -> Bool {
        information.isIncluded = false  // which has no effect on a required value
        let question = information.kind == .permission ? "Allow" : "Send"
        for alias in information.aliases.sorted(by: { $0.alias < $1.alias }) {
            // Both texts are the manager's words: keep them apart from yours.
            let words = "“\(information.name)”, “\(alias.alias)”"
            if await screen.confirms("\(question) what the manager calls \(words)?") {
                information.setSelection(alias)
                information.isIncluded = true
                return true
            }
        }
        return !information.isRequired
    }
    // end of listing

    // listing
    /// Signs and finishes, again after each lockout. Returns nil if that is not possible.
    func finish(
        _ information: AuthenticationUserInformation
    ) async throws(XignSdkError) -> AuthenticationResult? {
        var information = information
        while true {
            do {
                try await sign(information)
                let result = try await submit(information)
                guard case .lockout(let lockout, let next) = result else { return result }
                screen.show("That was wrong. \(explanation(of: lockout))")
                guard lockout.canResume else { return nil }  // begin again after that time
                await screen.wait(until: lockout.lockedUntil)
                information = next
            } catch {
                guard try await signsAgain(after: error) else { return nil }
            }
        }
    }

    /// Submits the signatures, with the same object as often as the user wants.
    func submit(
        _ information: AuthenticationUserInformation
    ) async throws(XignSdkError) -> AuthenticationResult {
        while true {
            do {
                return try await sdk.authenticator.finishAuthentication(userInfo: information)
            } catch  where [.connectionFailed, .timedOut].contains(error.errorCode) {
                guard await screen.confirms("No connection. Try again?") else { throw error }
            }
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
