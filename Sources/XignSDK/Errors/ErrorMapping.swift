import Foundation
internal import XignProtocol

// Maps the errors of the layers below to those of the SDK.

extension XignSdkError {
    /// Converts any error of a flow to the SDK's error.
    static func wrapping(_ error: any Error) -> XignSdkError {
        switch error {
        case let error as XignSdkError: error
        case let error as ProtocolError: refusal(error, now: Date())
        case let error as KeyStoreError: keyStore(error)
        case is CancellationError: XignSdkError(.cancelled, "The task was cancelled.")
        default: XignSdkError(.unexpected, "An unexpected error. Report it with its cause.", underlying: error)
        }
    }

    static func encryptionKeyUnknown(_ idmIdentifier: String) -> XignSdkError {
        XignSdkError(
            .encryptionKeyUnknown,
            "\(idmIdentifier) does not know its own newest key, which this device has: an older copy may have taken the "
                + "place of its database. Nothing was confirmed, and the activation remains. Try again once; if it stays "
                + "so, tell the operator.")
    }

    /// - Parameter configuresNone: true if the configuration has no key material at all.
    static func managerUnknown(_ name: String, configuresNone: Bool = false) -> XignSdkError {
        let reason =
            configuresNone
            ? "the configuration has no manager. Add the key material of each with addKeyMaterial(_:minimumEpoch:)."
            : "the configuration has no key material of it."
        return XignSdkError(.managerUnknown, "The manager \(name) is not trusted: \(reason)")
    }

    static func notPersonalized(at idmIdentifier: String) -> XignSdkError {
        XignSdkError(.notPersonalized, "This device has no activation at \(idmIdentifier). Personalize first.")
    }

    static func alreadyPersonalized(at idmIdentifier: String) -> XignSdkError {
        XignSdkError(
            .alreadyPersonalized,
            "This device already has an activation at \(idmIdentifier). Depersonalize it first, or use it.")
    }

    static var activatedByAnotherAttempt: XignSdkError {
        XignSdkError(
            .activatedByAnotherAttempt,
            "Another attempt, earlier or concurrent, has activated this device. The PIN of that attempt is valid.")
    }

    static func attemptReplaced(_ refusal: ProtocolError? = nil) -> XignSdkError {
        XignSdkError(
            .enrolmentRejected,
            "Another attempt on this device has replaced this one, or it was given up. Finish the newer attempt.",
            underlying: refusal)
    }

    static func attemptEnded(_ refusal: ProtocolError) -> XignSdkError {
        XignSdkError(
            .enrolmentRejected,
            "The attempt took too long, or another attempt ended it. Decrypt the same initialization data again.",
            underlying: refusal)
    }

    static var activationGivenUp: XignSdkError {
        XignSdkError(
            .activationUnknown,
            "The activation was given up on this device while the manager accepted it. Revoke it and request a new one."
        )
    }

    static var unreadableAnswer: XignSdkError {
        XignSdkError(
            .responseInvalid, "The manager's answer violates the protocol. Do not continue; report it.")
    }

    private static func keyStore(_ error: KeyStoreError) -> XignSdkError {
        switch error {
        case .keysMissing:
            XignSdkError(
                .keyUnavailable, "The activation's keys are missing. Depersonalize and activate again.",
                underlying: error)
        case .deviceLocked:
            XignSdkError(.keyUnavailable, "The device is locked. Try again when it is unlocked.", underlying: error)
        case .deviceLockNotSet:
            XignSdkError(.keyUnavailable, "The device has no lock. Ask the user to set one.", underlying: error)
        case .unusable(let reason): XignSdkError(.storageFailed, reason, underlying: error)
        case .storage(let problem): XignSdkError(.storageFailed, problem.description, underlying: error)
        }
    }

    /// The error of a device that cannot store that its manager has activated it.
    static func activationNotStored(_ error: KeyStoreError) -> XignSdkError {
        // The text of a full disk has the advice already.
        let advice =
            if case .storage(let problem) = error, problem.kind == .noSpace { "" } else {
                " Run the same again when there is room and the storage can be written."
            }
        return XignSdkError(
            .storageFailed,
            "The manager has activated this device, but the device cannot store it, and the activation is pending. "
                + keyStore(error).message + advice,
            underlying: error)
    }

    /// Converts a refusal inside a sealed answer.
    ///
    /// - Parameter now: the time by the device's clock, from which periods count.
    static func refusal(_ error: ProtocolError, now: Date) -> XignSdkError {
        let retryAt = error.retryAfterSeconds.map { now.addingTimeInterval(TimeInterval(max(0, $0))) }
        return switch error.error {
        case .malformed: XignSdkError(.requestRejected, "The manager did not understand the request. Update the app.")
        case .notSupported: XignSdkError(.notSupported, "The manager does not offer this operation.")
        case .clientTooOld:
            XignSdkError(
                .clientTooOld,
                "The manager requires \(error.minimumVersion.map { "version \($0)" } ?? "a later version") of the SDK. Update the app."
            )
        case .securityInsufficient:
            XignSdkSecurityInsufficientError(Set(error.findings.compactMap { SecurityFinding(rawValue: $0.rawValue) }))
        case .unauthenticated, .sessionEnded:
            XignSdkError(.sessionEnded, "The session is over. Start again with new initialization data.")
        case .wrongChannel:
            XignSdkError(.sessionEnded, "The session was continued in another way. Start again with a new code.")
        case .activationUnknown:
            XignSdkError(
                .activationUnknown, "The manager no longer knows this activation. Depersonalize and activate again.")
        case .accountDisabled:
            XignSdkError(
                .accountDisabled,
                "The operator has disabled the account. Keep the activation: it works again once the account is enabled."
            )
        case .activationInvalid:
            XignSdkError(.activationUnknown, "The activation is unknown, used or expired. Request a new one.")
        case .enrolmentRefused:
            XignSdkError(
                .enrolmentRejected, "The manager did not accept the device's keys. Start the process again.")
        case .alreadyPersonalized:
            XignSdkError(.alreadyPersonalized, "This device already has an activation at this manager.")
        case .sessionTaken:
            XignSdkError(.sessionTaken, "Another device has claimed this session. Start again with a new code.")
        case .qrCodeExpired: XignSdkError(.qrCodeExpired, "The QR code has expired. Scan the one that is shown now.")
        case .notAMember: XignSdkError(.accessDenied, "The user may not use this service.")
        case .roleUnknown: XignSdkError(.roleMissing, "The user does not hold this role. Select another one.")
        case .policyChanged:
            XignSdkError(.policyChanged, "Permissions or requirements changed in the meantime. Start again.")
        case .statementMismatch:
            XignSdkError(.consentMismatch, "The signed statement does not belong to the session. Start again.")
        case .factorSetMismatch: factorSetMismatch
        case .lockedOut: XignSdkLockoutError(PendingLockoutInformation(error.lockout, now: now))
        case .tooManyCorrections:
            XignSdkError(.tooManyCorrections, "The attributes were wrong too often. Start again.")
        case .tooManyRequests:
            XignSdkError(
                .tooManyRequests, "The manager limits the rate of requests. Try again in a minute.", retryAt: retryAt)
        case .internalError: XignSdkError(.managerFailed, "The manager had an internal error. Try again later.")
        case .otherAccount:
            XignSdkError(
                .otherAccount, "The process is for another account than this activation's. Nothing was done.")
        case .unmetRequirements:
            XignSdkError(
                .unmetRequirements, "The user has no role with the kind of authentication that the website requires.")
        case .scanRequired:
            XignSdkError(
                .scanRequired, "The service takes no QR code's data that were opened. Scan the code with the app.")
        case .mailUnavailable: XignSdkError(.mailUnavailable, "The manager mails no codes. Show the data instead.")
        case .pairingFailed:
            XignSdkError(
                .pairingFailed,
                "The digits were not those of the page, so the process is over. Begin again on the page.")
        case .notAllowed: XignSdkError(.notAllowed, "The operator's rules or limits do not allow this.")
        case .factorRefused:
            XignSdkError(.factorRefused, "The activation has the factor already, or the manager does not accept it.")
        case .coolDown:
            XignSdkError(
                .coolDown, "The activation is too new for this. Use an older device, or wait a day.", retryAt: retryAt)
        case .samePin: XignSdkError(.samePin, "The new PIN is the present one. Start again, and choose another PIN.")
        case .grantMismatch:
            XignSdkError(.grantMismatch, "The permission was granted for something else. Start again.")
        case .grantExpired: XignSdkError(.grantExpired, "The permission has expired. Start again.")
        case .grantSpent: XignSdkError(.grantSpent, "The permission was used before. Start again.")
        }
    }

    static var factorSetMismatch: XignSdkError {
        XignSdkError(
            .factorSetMismatch,
            "Sign with all factors of one requested combination, and with no other. No attempt was counted.")
    }
}

extension Lockout {
    /// The seconds for which it still runs. The device adds them to its own clock, which may differ from the manager's.
    var remainingSeconds: Int64 { max(0, retryAfterSeconds ?? 0) }
}

extension PendingLockoutInformation {
    convenience init(_ lockout: Lockout?, now: Date) {
        self.init(
            isPermanent: lockout?.isPermanent ?? false,
            lockedUntil: now.addingTimeInterval(TimeInterval(lockout?.remainingSeconds ?? 0)))
    }
}

extension XignSdkInitializationError {
    /// Converts an error of the device's initialization.
    init(initializing error: any Error) {
        switch error {
        case KeyStoreError.deviceLockNotSet:
            self.init(.deviceLockNotSet, "The device has no lock. Ask the user to set one, then initialize again.")
        case KeyStoreError.deviceLocked:
            self.init(
                .deviceLocked,
                "The keys cannot be read while the device is locked. Initialize again once it is unlocked.")
        case KeyStoreError.keysMissing:
            self.init(
                .keyRemovedBySystem,
                "An activation had lost its keys and was forgotten. Initialize again, then activate again.")
        case KeyStoreError.unusable(let reason): self.init(.storageUnusable, reason, underlying: error)
        case KeyStoreError.storage(let problem):
            self.init(.storageUnusable, problem.description, underlying: error)
        default: self.init(.storageUnusable, "The storage location cannot be used: \(error).")
        }
    }
}
