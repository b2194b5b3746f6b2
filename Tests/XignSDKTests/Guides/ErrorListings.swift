import Foundation
import XignSDK

// The listings of the guide "Errors".

// listing
enum NextStep { case done, repeatTheCall, startAgain }
// end of listing

extension GuideApp {
    // listing
    /// Runs a process, and tells the user if it failed.
    func run(_ process: () async throws(XignSdkError) -> Void) async -> NextStep {
        do {
            try await process()
            return .done
        } catch {
            print(error)  // for your log
            screen.show(explanation(of: error))
            switch error.errorCode {
            case .connectionFailed, .timedOut, .httpError, .managerFailed, .tooManyRequests:
                return .repeatTheCall
            default:
                return .startAgain
            }
        }
    }
    // end of listing

    // listing
    /// Returns what to tell the user about an error.
    func explanation(of error: XignSdkError) -> String {
        if let error = error as? XignSdkLockoutError { return explanation(of: error.information) }
        return switch error.errorCode {
        case .connectionFailed, .timedOut, .httpError, .managerFailed:
            "The service cannot be reached. Please try again."
        case .tooManyRequests: "Please wait until \(time(error.retryAt ?? Date() + 60))."
        case .coolDown:
            "This device is too new for that. Wait until \(time(error.retryAt ?? Date() + 86400))."
        case .securityInsufficient: "This service does not accept the state of your device."
        case .pinInvalid: "A PIN has 5 to 32 digits."
        case .managerUnknown: "This app does not work with that service."
        case .clientTooOld, .requestRejected: "Please update the app."
        case .consentMismatch, .responseInvalid, .keyMaterialInvalid, .encryptionKeyUnknown:
            "Something is wrong. Stop here, and ask the operator: \(error.requestId ?? "")"
        default: "That did not work. Please start again."
        }
    }

    /// Returns what to tell the user about a lockout. The end of a permanent one is in the year 4001.
    func explanation(of lockout: LockoutInformation) -> String {
        lockout.isPermanent
            ? "This activation is locked. Contact the operator."
            : "Wait until \(time(lockout.lockedUntil))."
    }

    /// Returns day and time with its seconds: the shortest lockouts take less than a minute.
    func time(_ date: Date) -> String { date.formatted(date: .abbreviated, time: .standard) }
    // end of listing
}
