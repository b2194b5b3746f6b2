internal import Foundation
internal import XignSDK

/// The app's own words: messages of the SDK are for developers.
enum Texts {
    /// Returns the English name of an attribute. An app in other languages has a table here.
    static func name(of attribute: PersonalAttribute.Name) -> String {
        attribute.rawValue.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }

    static func isOutage(_ error: XignSdkError) -> Bool {
        [.connectionFailed, .timedOut, .httpError, .managerFailed].contains(error.errorCode)
    }

    /// Returns true if the same step can be repeated.
    static func canRepeat(_ error: XignSdkError) -> Bool {
        isOutage(error) || [.tooManyRequests, .pinInvalid, .roleMissing].contains(error.errorCode)
    }

    static func explanation(of error: XignSdkError) -> String {
        if let error = error as? XignSdkLockoutError { return explanation(of: error.information) }
        return switch error.errorCode {
        case _ where isOutage(error): "The service cannot be reached. Please try again."
        case .pinInvalid: "A PIN has 5 to 32 digits."
        case .roleMissing: "Choose a role."
        case .initializationDataInvalid: "This is not a login code."
        case .qrCodeExpired, .scanRequired: "Scan the code that the page shows now."
        case .notPersonalized: "Activate the app first."
        case .pairingFailed: "The digits were wrong. Stop if somebody sent you the link."
        case .consentMismatch, .responseInvalid, .keyMaterialInvalid, .encryptionKeyUnknown:
            "Something is wrong. Stop here, and ask the operator: \(error.requestId ?? "")"
        default: "That did not work. Please begin again."
        }
    }

    static func explanation(of lockout: LockoutInformation) -> String {
        // The end of a permanent lockout is in the year 4001, and a short one takes seconds.
        lockout.isPermanent
            ? "This activation is locked. Contact the operator."
            : "Wait until \(lockout.lockedUntil.formatted(date: .abbreviated, time: .standard))."
    }

    static func success(_ login: UserLoginResult) -> String {
        let text = login.transaction == nil ? "You are logged in at \(login.relyingPartyName)." : "Confirmed."
        let attempts = login.failedAttemptsSinceLastSuccess
        return attempts == 0 ? text : "\(text) Failed attempts before: \(attempts)."
    }
}
