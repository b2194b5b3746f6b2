import Foundation
import Terminal
import XignSDK

/// The conversation that opens the code of an activation or invitation with its PIN.
struct ActivationCode {
    enum Opened {
        /// An activation for this device.
        case personalize(PersonalizationRequest)
        /// An invitation of the account that this device already has.
        case merge(AuthenticationInitializationData)
    }

    let data: PersonalizationInitializationData
    let confirmation: Confirmation

    /// Asks for the PIN until it is correct.
    func open(_ question: Text) throws -> Opened {
        let (console, pinFromInput) = (confirmation.console, confirmation.options.pinFromInput)
        while true {
            let pin = try console.askSecret(question, fromInput: pinFromInput)
            switch try open(pin: pin) {
            case nil: console.report(confirmation.words.process.notAPIN)
            case .personalize(let request): return .personalize(request)
            case .mergePersonalization(_, let session): return .merge(session)
            case .lockout(let lockout, _):
                try confirmation.wait(for: lockout, after: .activationPIN)
            case .alreadyUsed(let date): throw Self.alreadyUsed(at: date)
            }
        }
    }

    /// Submits a PIN. Returns nil if the text is not a PIN and the person can be asked again.
    private func open(pin: String) throws -> PersonalizationResponse? {
        do {
            return try confirmation.sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(
                data: data, pin: pin)
        } catch {
            guard error.errorCode == .pinInvalid, !confirmation.options.pinFromInput else { throw error }
            return nil
        }
    }

    private static func alreadyUsed(at date: Date) -> CommandFailure {
        CommandFailure(.processOver) { $0.activate.alreadyUsed(PointInTime(date)) }
    }
}

extension XignSdk {
    /// Parses the code of an activation or invitation.
    /// - Throws: ``CommandFailure`` for the code of a login.
    func activationCode(_ code: Code) throws -> PersonalizationInitializationData {
        guard case .personalization(let data) = try process(of: code) else {
            throw CommandFailure(.data) { $0.input.isLogin }
        }
        return data
    }
}
