public import Foundation
public import Observation
public import XignSDK

/// The model of the screen on which a person confirms a login: scan, consent, digits, PIN, lockout, result.
@MainActor
@Observable
public final class LoginModel {
    /// The parts of the screen, one after another.
    public enum Step: Equatable, Sendable {
        /// The scanner.
        case scan
        /// ``LoginModel/consent``, with the ways to refuse it.
        case consent
        /// A field for the PIN.
        case pin
        /// The end of a lockout, then a field for the PIN again.
        case locked(until: Date)
        /// A way to submit the signatures again: their answer did not arrive.
        case unanswered
        /// The success. The address leads back to the browser in which the login began with a link.
        case done(returnURL: URL?)
        /// The end of a login without a success.
        case ended
    }

    /// The part that is shown.
    public private(set) var step = Step.scan
    /// The text for the person beside it; nil for none.
    public private(set) var message: String?
    /// True while the manager is asked. Nothing is taken meanwhile.
    public private(set) var isWorking = false
    /// The request on which the person decides.
    public private(set) var consent: Consent?

    private let sdk: XignSdk
    private var request: AuthenticateRequest?
    private var information: AuthenticationUserInformation?

    /// Makes a model that waits for a code.
    public init(_ sdk: XignSdk) { self.sdk = sdk }

    /// Begins the login, or the act of the manager's pages, of a code or a link.
    public func scan(_ text: String, source: ProcessInitializationData.Source) async {
        guard step == .scan else { return }
        await work { () async throws(XignSdkError) in
            switch try await sdk.xignCommon.parseProcessInitializationData(data: text, source: source) {
            case .authentication(let data): ask(for: try await sdk.authenticator.startAuthentication(data: data))
            case .transaction(let data): ask(for: try await sdk.authenticator.startAuthentication(data: data))
            case .personalization: message = "This code activates the app. Do that first."
            }
        }
    }

    private func ask(for request: AuthenticateRequest) {
        (self.request, consent, step) = (request, Consent(request), .consent)
    }

    /// Agrees to the consent.
    ///
    /// - Parameters:
    ///   - role: the chosen role; nil if there is one only.
    ///   - digits: the two digits of the page, where the consent asks for them.
    ///   - optional: the optional attributes to send.
    ///   - values: the text of each attribute that the account lacks, and the name of the chosen alias where there are
    ///     several.
    ///   - additions: the text of the chosen alias of each value and permission to include, by their names.
    public func agree(
        as role: Role? = nil, digits: String = "", sending optional: Set<PersonalAttribute.Name> = [],
        values: [PersonalAttribute.Name: String] = [:], including additions: [String: String] = [:]
    ) async {
        guard step == .consent, let request, let consent else { return }
        if let role { request.setSelection(role) }
        if consent.asksForDigits, !request.setPairingDigits(digits) {
            message = "Type the two digits that the page shows."
            return
        }
        for attribute in consent.attributes {
            let name = Texts.name(of: attribute.name)
            if attribute.isDataMissing && attribute.needsVerification {
                let text = "The website needs your \(name), which only the operator can add."
                return await work { await end(text, .cancelled) }
            }
            attribute.isIncluded = optional.contains(attribute.name)  // which has no effect on a required one
            guard supply(values[attribute.name], for: attribute) else {
                message = "The website needs your \(name)."
                return
            }
        }
        for addition in consent.additions {
            if addition.isDataMissing {
                let text = "The website needs “\(addition.name)”, which only \(consent.organization.name) can give you."
                return await work { await end(text, .cancelled) }
            }
            let alias = additions[addition.name]
            addition.isIncluded = alias != nil  // which has no effect on a required one
            if let alias { addition.setSelection(addition.aliases.first { $0.alias == alias }) }
            guard !addition.isIncluded || addition.selection != nil else {
                message = "The website needs your “\(addition.name)”."
                return
            }
        }
        await work { () async throws(XignSdkError) in
            switch try await sdk.authenticator.prepareAuthenticationUserInformation(request: request) {
            case .failure: message = "The website does not take what you entered."
            case .success(let information):
                guard information.requestedAuthenticators.contains(where: { Set($0) == [.device, .pin] }) else {
                    return await end("The website needs more than this app can do.", .cancelled)
                }
                (self.information, step) = (information, .pin)
            }
        }
    }

    /// Sets the text or the alias of an attribute that is sent. Returns false if it is missing or not valid.
    private func supply(_ value: String?, for attribute: PersonalAttribute) -> Bool {
        guard attribute.isIncluded else { return true }
        if attribute.isDataMissing { return attribute.setText(value) == .valid }
        guard attribute.aliases.count > 1 else { return true }
        return attribute.setSelection(attribute.aliases.first { $0.alias == value }) != nil
    }

    /// Refuses the login. Somebody who did not begin it says so (`notMe`), which alarms the operators.
    public func refuse(_ reason: AbortReason) async {
        guard request != nil else { return }
        await work { await end("Nothing was confirmed.", reason) }
    }

    /// Signs with the device and the PIN, and submits that.
    public func enter(pin: String) async {
        guard let information else { return }
        switch step {
        case .pin, .locked: break
        default: return
        }
        await work { () async throws(XignSdkError) in
            try await information.sign(factor: DeviceFactor())
            try await information.sign(factor: PinFactor(pin))
            try await submit(information)
        }
    }

    /// Submits the same signatures again after the network failed. The manager counts no second attempt.
    public func submitAgain() async {
        guard step == .unanswered, let information else { return }
        await work { () async throws(XignSdkError) in try await submit(information) }
    }

    private func submit(_ information: AuthenticationUserInformation) async throws(XignSdkError) {
        let result: AuthenticationResult
        do {
            result = try await sdk.authenticator.finishAuthentication(userInfo: information)
        } catch {
            if Texts.isOutage(error) { step = .unanswered }
            throw error
        }
        switch result {
        case .lockout(let lockout, let next):
            message = "That was wrong. \(Texts.explanation(of: lockout))"
            self.information = next
            step = lockout.canResume ? .locked(until: lockout.lockedUntil) : .ended
        case .userLogin(let login):
            message = Texts.success(login)
            step = .done(returnURL: login.returnURL)
        default: step = .ended  // no other process begins with a code of a login or an act
        }
    }

    /// Waits for the next code.
    public func startOver() {
        guard !isWorking else { return }
        (step, message, consent, request, information) = (.scan, nil, nil, nil, nil)
    }

    private func end(_ text: String, _ reason: AbortReason) async {
        if let request {
            // Otherwise the page would wait until the session expires. An error says that it has ended already.
            try? await sdk.authenticator.abortAuthentication(request: request, reason: reason)
        }
        (message, step) = (text, .ended)
    }

    /// Runs a step. One that failed for a moment can be repeated; every other error ends the login.
    private func work(_ body: () async throws(XignSdkError) -> Void) async {
        guard !isWorking else { return }
        (isWorking, message) = (true, nil)
        defer { isWorking = false }
        do {
            try await body()
        } catch {
            let text = Texts.explanation(of: error)
            guard step == .scan || Texts.canRepeat(error) else { return await end(text, .cancelled) }
            message = text
        }
    }
}
