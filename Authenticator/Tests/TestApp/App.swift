import Foundation
import Synchronization
import XignSDK

/// The app's state between its steps: a process that was begun, or authenticated.
final class App: Sendable {
    let gate: FileBiometricGate

    private struct State {
        var begun: AuthenticationInitializationData?
        var information: AuthenticationUserInformation?
        var authenticated: AuthenticationResult?
        var shown: [String] = []
    }
    private let state = Mutex(State())

    private var sdk: XignSdk { .shared }

    init(gate: FileBiometricGate) { self.gate = gate }

    /// Performs a step, and returns its answer as JSON.
    func answer(_ line: Data) -> Data {
        var answer: Answer
        do {
            answer = try perform(JSONDecoder().decode(Step.self, from: line))
        } catch let error as XignSdkError {
            answer = Answer(error: error.errorCode.rawValue, message: "\(error)")
        } catch {
            answer = Answer(error: "\(error)")
        }
        answer.factors = try? sdk.personalizer.personalizations.first?.authenticators.map(\.rawValue).sorted()
        // A value of texts and numbers is always JSON; the test refuses an empty line.
        return (try? JSONEncoder().encode(answer)) ?? Data()
    }

    private func perform(_ step: Step) throws -> Answer {
        switch step.name {
        case .open: return Answer(result: try open(step))
        case .start:
            let begun = try start(step)
            state.withLock { $0.begun = begun }
            return Answer()
        case .authenticate:
            guard let begun = state.withLock({ $0.begun }) else { throw StepFailure("nothing was begun") }
            return Answer(
                result: try authenticate(begun, factors: try factors(step)).name, shown: state.withLock { $0.shown })
        case .authenticateAgain:
            guard let information = state.withLock({ $0.information }) else { throw StepFailure("nothing is signed") }
            return Answer(result: try finish(information, factors: step.pin == nil ? [] : try factors(step)).name)
        case .finish:
            guard let result = state.withLock({ $0.authenticated }) else { throw StepFailure("not authenticated") }
            return try finish(result, step)
        case .startInApp:
            let begun = try startInApp(step)
            state.withLock { $0.begun = begun }
            return Answer()
        case .fetchCode: return Answer(code: try fetchCode())
        case .inAppByListing: return Answer(code: try inAppByListing(step))
        case .addFactorByListing: return try addFactorByListing(pin: try step.pin.given())
        case .list:
            let activations = try sdk.personalizer.fetchActivationsSynchronous(idmIdentifier: try idm)
            return Answer(
                activations: activations.map {
                    Answer.Activation(
                        id: $0.activationId, alias: $0.alias, platform: $0.platform, isThisDevice: $0.isThisDevice)
                })
        case .rename:
            try sdk.personalizer.renameActivationSynchronous(idmIdentifier: try idm, alias: try step.alias.given())
            return Answer()
        case .touch:
            gate.isRecognized.withLock { $0 = step.isRecognized ?? true }
            return Answer()
        case .changeBiometrics:
            try gate.changeBiometrics()
            return Answer()
        }
    }

    private var idm: String { get throws { try (sdk.managers.first?.idmIdentifier).given() } }

    // MARK: Beginnings

    private func open(_ step: Step) throws -> String {
        guard
            case .personalization(let data) = try sdk.xignCommon.parseProcessInitializationDataSynchronous(
                data: try step.code.given(), source: .scanned)
        else { throw StepFailure("the code is no activation") }
        switch try sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(
            data: data, pin: try step.pin.given())
        {
        case .personalize(let request):
            guard try request.pinSpecification.setPin(step.newPin.given()) == .valid else {
                throw StepFailure("the new PIN is refused")
            }
            if let alias = step.alias { request.alias = alias }
            _ = try sdk.personalizer.finishPersonalizationSynchronous(request: request)
            return "personalize"
        case .mergePersonalization(_, let begun):
            state.withLock { $0.begun = begun }
            return "mergePersonalization"
        case .lockout: return "lockout"
        case .alreadyUsed: return "alreadyUsed"
        }
    }

    private func start(_ step: Step) throws -> AuthenticationInitializationData {
        let (personalizer, idm) = (sdk.personalizer, try idm)
        switch step.process {
        case .changePin: return try personalizer.startChangePinSynchronous(idmIdentifier: idm)
        case .addFactor:
            return try personalizer.startAddAuthenticationFactorSynchronous(idmIdentifier: idm, factorType: .biometric)
        case .newActivation: return try personalizer.startRequestNewActivationDataSynchronous(idmIdentifier: idm)
        case .delete: return try personalizer.startDeletionSynchronous(idmIdentifier: idm)
        case .revoke:
            let id = try step.activation.given()
            let activations = try personalizer.fetchActivationsSynchronous(idmIdentifier: idm)
            guard let other = activations.first(where: { $0.activationId == id }) else {
                throw StepFailure("the activation is not listed")
            }
            return try personalizer.startRevokeActivationSynchronous(idmIdentifier: idm, activation: other)
        case nil:
            guard
                case .authentication(let data) = try sdk.xignCommon.parseProcessInitializationDataSynchronous(
                    data: try step.code.given(), source: .scanned)
            else { throw StepFailure("the code is no login") }
            return data
        }
    }

    /// Begins a login in this app, at the Keycloak if the step has one.
    private func startInApp(_ step: Step) throws -> AuthenticationInitializationData {
        let authorization = InAppAuthorization(nonce: step.nonce, codeChallenge: step.codeChallenge)
        let trigger: InAppAuthenticationTrigger =
            if let keycloak = step.keycloak {
                .keycloak(keycloak.configuration(authorization))
            } else {
                .direct(clientId: try step.service.given(), authorization: authorization)
            }
        return try sdk.authenticator.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
    }

    // MARK: Authentication

    /// Authenticates with these factors, in the only role.
    func authenticate(
        _ data: AuthenticationInitializationData, factors: [AuthenticationFactor]
    ) throws -> AuthenticationResult {
        let request = try sdk.authenticator.startAuthenticationSynchronous(data: data)
        state.withLock { $0.shown = request.subject.names }
        guard
            case .success(let information) = try sdk.authenticator.prepareAuthenticationUserInformationSynchronous(
                request: request)
        else { throw StepFailure("attributes are missing") }
        state.withLock { $0.information = information }
        return try finish(information, factors: factors)
    }

    private func finish(
        _ information: AuthenticationUserInformation, factors: [AuthenticationFactor]
    ) throws -> AuthenticationResult {
        for factor in factors { try information.sign(factor: factor) }
        let result = try sdk.authenticator.finishAuthenticationSynchronous(userInfo: information)
        state.withLock {
            $0.authenticated = result
            if case .lockout(_, let next) = result { $0.information = next }
        }
        return result
    }

    private func factors(_ step: Step) throws -> [AuthenticationFactor] {
        try (step.factors ?? ["device", "pin"]).map { name -> AuthenticationFactor in
            switch name {
            case "device": DeviceFactor()
            case "pin": PinFactor(try step.pin.given())
            case "biometric": try biometricFactor(at: idm)
            default: throw StepFailure("\(name) is no factor")
            }
        }
    }

    /// Recognizes the user.
    func biometricFactor(at idmIdentifier: String) throws(XignSdkError) -> BiometricFactor {
        try sdk.xignCommon.createBiometricFactorSynchronous(idmIdentifier: idmIdentifier, reason: "Confirm it is you.")
    }

    // MARK: Ends

    /// Uses the permission that an authentication has given.
    private func finish(_ result: AuthenticationResult, _ step: Step) throws -> Answer {
        let personalizer = sdk.personalizer
        switch result {
        case .apiAccessChangePin(let access):
            try set(step.newPin, in: access.pinSpec)
            try personalizer.finishChangePinSynchronous(request: access)
        case .apiAccessAddFactor(let access):
            try personalizer.finishAddAuthenticationFactorSynchronous(
                result: access, factor: biometricFactor(at: access.idmIdentifier))
        case .apiAccessRequestNewActivationData(let access):
            try set(step.newPin, in: access.pinSpec)
            access.alias = step.alias
            return Answer(code: try personalizer.finishRequestNewActivationDataSynchronous(access))
        case .apiAccessDelete(let access): try personalizer.finishDeletionSynchronous(request: access)
        case .userLogin, .serviceLogin, .apiAccessMergeComplete, .lockout:
            throw StepFailure("the process is over")
        }
        return Answer()
    }

    private func set(_ pin: String?, in specification: PinSpecification) throws {
        let code = specification.setPin(try pin.given())
        guard code == .valid else { throw StepFailure("the new PIN is \(code)") }
    }

    /// Fetches the code of the login in this app that was authenticated.
    private func fetchCode() throws -> String {
        guard case .serviceLogin(let login) = state.withLock({ $0.authenticated }) else {
            throw StepFailure("no login in this app was authenticated")
        }
        switch try sdk.authenticator.fetchAuthorizationCodeSynchronous(login) {
        case .final(.direct(let code, _)), .final(.keycloak(let code, _)): return code
        }
    }

    /// Runs the listing of one trigger, and the listing that takes the code to the app's backend.
    private func inAppByListing(_ step: Step) throws -> String {
        YourImplementation.user.withLock { $0 = YourImplementation.User(app: self, pin: step.pin ?? "") }
        let listings = InAppAuthenticationListings()
        try step.trigger.given() == .direct ? listings.runDirect() : listings.runKeycloak()
        return try (YourImplementation.user.withLock { $0?.code }).given()
    }

    /// Runs the listing, and waits for the event with which it ends.
    private func addFactorByListing(pin: String) throws -> Answer {
        YourImplementation.user.withLock { $0 = YourImplementation.User(app: self, pin: pin) }
        let outcome = EventOutcome()
        let listener = Task {
            for await case .finishAddAuthenticationFactor(let result) in sdk.personalizer.events {
                return outcome.set(result)
            }
        }
        defer { listener.cancel() }
        try AddFactorListings().startAddFactor(idmIdentifier: try idm)
        if YourImplementation.user.withLock({ $0?.isLockedOut == true }) { return Answer(result: "lockout") }
        if let failure = YourImplementation.user.withLock({ $0?.failure }) { throw failure }
        try outcome.wait().get()
        return Answer()
    }
}

/// The outcome of a flow that is delivered as an event, for a thread that waits for it.
private final class EventOutcome: Sendable {
    private let result = Mutex<Result<Void, XignSdkError>?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ outcome: Result<Void, XignSdkError>) {
        result.withLock { $0 = outcome }
        isSet.signal()
    }

    func wait() throws -> Result<Void, XignSdkError> {
        isSet.wait()
        return try result.withLock { $0 }.given()
    }
}
