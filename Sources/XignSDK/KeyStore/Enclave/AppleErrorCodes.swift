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
    /// Makes the error for a key that was asked to sign; nil if the user cancelled or was not recognized.
    init?(signingFailure code: Int) {
        if LocalAuthenticationCode.ofUser.contains(code) { return nil }
        self = LocalAuthenticationCode.ofNothingEnrolled.contains(code) ? .keysMissing : Self.biometryUnavailable(code)
    }

    /// Makes the error for a biometric key that cannot be made.
    init(creationFailure code: Int) {
        self =
            LocalAuthenticationCode.ofNothingEnrolled.contains(code)
            ? .unusable(
                "No biometrics are enrolled. Enrol a face or a finger in the system's settings, then try again.")
            : Self.biometryUnavailable(code)
    }

    private static func biometryUnavailable(_ code: Int) -> KeyStoreError {
        let advice =
            code == LocalAuthenticationCode.biometryNotAvailable
            ? " Check that the user allows them to the app, and that its Info.plist has NSFaceIDUsageDescription." : ""
        return .unusable("Biometrics are not available: error \(code) of LocalAuthentication.\(advice)")
    }
}
