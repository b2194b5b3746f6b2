import Foundation
import XignSDK

/// The listing of the guide "Errors".
@MainActor
struct ErrorListings {
    enum NextStep { case done, repeatTheCall, startAgain }

    let screen: any GuideScreen
    let log: (String) -> Void

    // listing
    func run(_ process: () async throws(XignSdkError) -> Void) async -> NextStep {
        do {
            try await process()
            return .done
        } catch let error as XignSdkLockoutError {
            screen.show("Locked until \(error.information.lockedUntil.formatted()).")
            return .startAgain
        } catch is XignSdkSecurityInsufficientError {
            screen.show("This service does not accept the state of your device.")
            return .startAgain
        } catch {
            switch error.errorCode {
            case .connectionFailed, .timedOut, .httpError, .managerFailed:
                screen.show("The service cannot be reached. Please try again.")
                return .repeatTheCall
            case .tooManyRequests:
                screen.show("Please wait until \((error.retryAt ?? Date() + 60).formatted()).")
                return .repeatTheCall
            case .pinInvalid:
                screen.show("A PIN has 5 to 32 digits.")
                return .repeatTheCall
            case .clientTooOld, .requestRejected:
                screen.show("Please update the app.")
                return .startAgain
            default:
                log(error.description)
                screen.show("That did not work. Please start again.")
                return .startAgain
            }
        }
    }
    // end of listing
}
