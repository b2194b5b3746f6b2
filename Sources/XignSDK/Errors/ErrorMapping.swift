import Foundation
internal import XignProtocol

// The one place where the errors of the layers below become those of the SDK.

extension XignSdkError {
    /// Every error that a flow ends with.
    static func wrapping(_ error: any Error) -> XignSdkError {
        switch error {
        case let error as XignSdkError: error
        case let error as ProtocolError: refusal(error)
        case let error as KeyStoreError: keyStore(error)
        case is CancellationError: XignSdkError(.cancelled, "The task was cancelled.")
        default: XignSdkError(.unexpected, "An error that nobody foresaw.", underlying: error)
        }
    }

    static func managerUnknown(_ name: String) -> XignSdkError {
        XignSdkError(
            .managerUnknown, "The app holds no key material of \(name). Add it, if the manager is to be trusted.")
    }

    static func alreadyPersonalized(at idmIdentifier: String) -> XignSdkError {
        XignSdkError(
            .alreadyPersonalized,
            "This device already has an activation at \(idmIdentifier). Depersonalize it first, or use it.")
    }

    static var activatedByAnotherAttempt: XignSdkError {
        XignSdkError(
            .activatedByAnotherAttempt,
            "Another attempt, earlier or at the same time, has activated this device. The PIN of that attempt counts.")
    }

    static func attemptReplaced(_ refusal: ProtocolError? = nil) -> XignSdkError {
        XignSdkError(
            .enrolmentRejected,
            "Another attempt on this device has taken the place of this one, or it was given up. Finish that one.",
            underlying: refusal)
    }

    static func attemptEnded(_ refusal: ProtocolError) -> XignSdkError {
        XignSdkError(
            .enrolmentRejected,
            "The attempt took too long, or another one has ended it. Decrypt the same initialization data again.",
            underlying: refusal)
    }

    static var activationGivenUp: XignSdkError {
        XignSdkError(
            .activationUnknown,
            "The activation was given up on this device while the manager accepted it. Have it revoked; ask for a new one."
        )
    }

    static var unreadableAnswer: XignSdkError {
        XignSdkError(
            .responseInvalid, "The manager's answer is not what the protocol says. Do not continue; report it.")
    }

    private static func keyStore(_ error: KeyStoreError) -> XignSdkError {
        switch error {
        case .keysMissing:
            XignSdkError(
                .keyUnavailable, "The activation's keys are gone. Depersonalize and activate again.", underlying: error)
        case .deviceLocked:
            XignSdkError(.keyUnavailable, "The device is locked. Try again when it is unlocked.", underlying: error)
        case .deviceLockNotSet:
            XignSdkError(.keyUnavailable, "The device has no lock. Ask the user to set one.", underlying: error)
        case .unusable(let reason): XignSdkError(.storageFailed, reason, underlying: error)
        }
    }

    /// What a manager said inside a sealed answer.
    private static func refusal(_ error: ProtocolError) -> XignSdkError {
        switch error.error {
        case .malformed: XignSdkError(.requestRejected, "The manager did not understand the request. Update the app.")
        case .notSupported: XignSdkError(.notSupported, "The manager does not offer this.")
        case .clientTooOld:
            XignSdkError(
                .clientTooOld,
                "The manager asks for \(error.minimumVersion.map { "version \($0)" } ?? "a later version") of the SDK. Update the app."
            )
        case .securityInsufficient: XignSdkSecurityInsufficientError()
        case .unauthenticated, .sessionEnded:
            XignSdkError(.sessionEnded, "The session is over. Start anew with new initialization data.")
        case .wrongChannel:
            XignSdkError(.sessionEnded, "The session cannot be continued in this way. Start anew with a new code.")
        case .activationUnknown:
            XignSdkError(
                .activationUnknown, "The manager no longer knows this activation. Depersonalize and activate again.")
        case .accountDisabled:
            XignSdkError(
                .accountDisabled,
                "The operator has disabled the account. Keep the activation: it is good again when the account is enabled."
            )
        case .activationInvalid:
            XignSdkError(.activationUnknown, "The activation is unknown, used or expired. Ask for a new one.")
        case .enrolmentRefused:
            XignSdkError(
                .enrolmentRejected, "The manager did not accept the device's keys. Start the personalization anew.")
        case .alreadyPersonalized:
            XignSdkError(.alreadyPersonalized, "This device already has an activation at this manager.")
        case .sessionTaken:
            XignSdkError(.sessionTaken, "Another device has taken this session. Start anew with a new code.")
        case .qrCodeExpired: XignSdkError(.qrCodeExpired, "The code was too old. Scan the one that is shown now.")
        case .notAMember: XignSdkError(.accessDenied, "The user may not use this service.")
        case .roleUnknown: XignSdkError(.roleMissing, "The user does not hold this role. Select another one.")
        case .policyChanged: XignSdkError(.policyChanged, "Rights or requirements changed meanwhile. Start anew.")
        case .statementMismatch:
            XignSdkError(.consentMismatch, "What was signed is not what the session is about. Start anew.")
        case .factorSetMismatch: factorSetMismatch
        case .lockedOut: XignSdkLockoutError(PendingLockoutInformation(error.lockout, now: Date()))
        case .tooManyCorrections:
            XignSdkError(.tooManyCorrections, "The attributes were wrong too often. Start anew.")
        case .tooManyRequests: XignSdkError(.tooManyRequests, "The manager asks for patience. Try again in a minute.")
        case .internalError: XignSdkError(.managerFailed, "The manager failed. Try again later.")
        case .otherAccountRequired:
            XignSdkError(.otherAccountRequired, "The website demands another account. Log in with that one.")
        case .requirementsUnmet:
            XignSdkError(
                .requirementsUnmet, "The user holds no role with the kind of authentication that the website demands.")
        }
    }

    static var factorSetMismatch: XignSdkError {
        XignSdkError(
            .factorSetMismatch,
            "Sign with all factors of one requested combination, and with no other. Nothing was counted.")
    }
}

extension LockoutInformation {
    /// When a lockout ends by the device's clock: the manager's may differ.
    static func end(_ lockout: Lockout?, now: Date) -> Date {
        now.addingTimeInterval(TimeInterval(max(0, lockout?.retryAfterSeconds ?? 0)))
    }
}

extension PendingLockoutInformation {
    convenience init(_ lockout: Lockout?, now: Date) {
        self.init(isPermanent: lockout?.isPermanent ?? false, lockedUntil: Self.end(lockout, now: now))
    }
}

extension LockoutAttemptInformation {
    convenience init(_ lockout: Lockout, now: Date, canResume: Bool) {
        self.init(
            isPermanent: lockout.isPermanent, lockedUntil: Self.end(lockout, now: now), canResume: canResume)
    }
}

extension XignSdkInitializationError {
    /// Why the device could not be made ready.
    init(initializing error: any Error) {
        switch error {
        case KeyStoreError.deviceLockNotSet:
            self.init(.deviceLockNotSet, "The device has no lock. Ask the user to set one, then initialize again.")
        case KeyStoreError.deviceLocked:
            self.init(.deviceLocked, "The keys cannot be read while the device is locked. Initialize again afterwards.")
        case KeyStoreError.keysMissing:
            self.init(
                .keyRemovedBySystem,
                "An activation had lost its keys and was forgotten. Initialize again, then activate again.")
        case KeyStoreError.unusable(let reason): self.init(.storageUnusable, reason)
        default: self.init(.storageUnusable, "The storage location cannot be used: \(error).")
        }
    }
}
