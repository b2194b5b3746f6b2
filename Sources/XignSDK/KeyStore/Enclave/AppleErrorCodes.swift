// The errors of Apple's keychain and of LocalAuthentication as errors of a key store. The files of Platform/Apple pass
// the numbers, so that the decisions are tested on every system.

/// Status codes of the keychain (https://developer.apple.com/documentation/security/security-framework-result-codes).
enum KeychainStatus {
    static let itemNotFound: Int32 = -25300
    static let interactionNotAllowed: Int32 = -25308
    static let missingEntitlement: Int32 = -34018
}

extension KeyStoreError {
    /// Makes the error for a call of the keychain that did not succeed.
    init(keychainStatus status: Int32) {
        switch status {
        case KeychainStatus.itemNotFound: self = .keysMissing
        case KeychainStatus.interactionNotAllowed: self = .deviceLocked
        case KeychainStatus.missingEntitlement:
            self = .unusable(
                "The app has no access to the keychain. Sign it with the entitlement keychain-access-groups.")
        default: self = .unusable("The keychain failed with status \(status).")
        }
    }
}

/// Error codes of LocalAuthentication (https://developer.apple.com/documentation/localauthentication/laerror/code).
enum LocalAuthenticationCode {
    static let authenticationFailed = -1
    static let userCancel = -2
    static let userFallback = -3
    static let systemCancel = -4
    static let passcodeNotSet = -5
    static let biometryNotAvailable = -6
    static let biometryNotEnrolled = -7
    static let biometryLockout = -8
    static let appCancel = -9

    /// The codes of a device without enrolled biometrics. Without a passcode the system has none.
    static let ofNothingEnrolled: Set<Int> = [passcodeNotSet, biometryNotEnrolled]
    /// The codes of a user who cancelled, or was not recognized, so that another attempt may succeed.
    static let ofUser: Set<Int> = [
        authenticationFailed, userCancel, userFallback, systemCancel, biometryLockout, appCancel,
    ]
}

extension KeyStoreError {
    /// There is nothing by which to recognize the user.
    static let nothingEnrolled = KeyStoreError.unusable(
        "No biometrics are enrolled. Enrol a face or a finger in the system's settings, then try again.")

    /// Makes the error for a user who could not be asked; nil if the user cancelled or was not recognized.
    init?(recognitionFailure code: Int) {
        switch code {
        case _ where LocalAuthenticationCode.ofUser.contains(code): return nil
        case _ where LocalAuthenticationCode.ofNothingEnrolled.contains(code): self = .nothingEnrolled
        case LocalAuthenticationCode.biometryNotAvailable:
            self = .unusable(
                "Biometrics are not available. Check that the user allows them to the app, and that its Info.plist has "
                    + "NSFaceIDUsageDescription.")
        default: self = .unusable("Biometrics cannot be used: error \(code) of LocalAuthentication.")
        }
    }

    /// Makes the error for a key that did not sign; nil if the user cancelled or was not recognized.
    init?(signingFailure code: Int) {
        if LocalAuthenticationCode.ofNothingEnrolled.contains(code) {
            // The key was made for biometrics that are enrolled no longer.
            self = .keysMissing
        } else {
            self.init(recognitionFailure: code)
        }
    }
}
