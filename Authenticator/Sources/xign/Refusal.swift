import Foundation
import Terminal
import XignSDK

/// Runs `body`, and converts the SDK's errors to a message of one line and an exit status.
/// - Parameter undertaking: the kind of process that the message says how to begin again.
func explaining<Result>(_ undertaking: Undertaking = .change, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as XignSdkError {
        throw CommandFailure(error, during: undertaking)
    } catch let error as XignSdkInitializationError {
        throw CommandFailure(error)
    }
}

/// Runs `body`, and replaces the message of one refusal by one that fits the command.
func explaining<Output>(
    _ code: XignSdkErrorCode, as reason: @escaping Phrase, _ body: () throws -> Output
) throws -> Output {
    do { return try body() } catch let error as XignSdkError where error.errorCode == code {
        throw CommandFailure(.refused, reason)
    }
}

extension CommandFailure {
    /// Makes the failure for an error of a flow.
    init(_ error: XignSdkError, during undertaking: Undertaking) {
        self.init(error.exitStatus(during: undertaking)) {
            "\($0.refusals.message(error, during: undertaking))\($0.refusals.request(of: error))"
        }
    }

    /// Makes the failure for an unusable home folder.
    init(_ error: XignSdkInitializationError) {
        self.init(error.errorCode == .keyMaterialInvalid ? .data : .configuration) { $0.refusals.message(error) }
    }

    /// Makes the failure for a lockout that ends the command.
    init(_ lockout: LockoutInformation, now: Date, _ circumstance: LockoutCircumstance) {
        let end = lockout.end(at: now)
        self.init(end == .never ? .refused : .lockedOut) { $0.process.locked(end, circumstance) }
    }
}

extension RefusalWording {
    /// Returns the id of the request that failed, to end a message; empty where no operator has to look into it.
    func request(of error: XignSdkError) -> Text {
        guard error.isForOperator, let id = error.requestId else { return "" }
        return request(id)
    }
}

extension XignSdkError {
    /// True for refusals that the operator can explain or end, and for failures of the manager. Lint compares them with
    /// those of the authenticator in a browser.
    fileprivate var isForOperator: Bool {
        switch errorCode {
        case .managerFailed, .httpError, .encryptionKeyUnknown, .keyMaterialInvalid, .keyMaterialExpired,
            .responseInvalid, .requestRejected, .notSupported, .consentMismatch, .accountDisabled, .activationUnknown,
            .enrolmentRejected, .accessDenied, .unmetRequirements, .notAllowed, .factorRefused:
            true
        default: false
        }
    }

    fileprivate func exitStatus(during undertaking: Undertaking) -> ExitStatus {
        switch errorCode {
        case .lockout: lockoutEnd == .never ? .refused : .lockedOut
        case .coolDown: .lockedOut
        case .qrCodeExpired: .codeTooOld
        case .sessionTaken: undertaking == .change ? .processOver : .taken
        case .sessionEnded, .policyChanged, .pairingFailed, .tooManyCorrections, .grantExpired, .grantSpent,
            .grantMismatch, .activationUnknown, .enrolmentRejected, .activatedByAnotherAttempt:
            .processOver
        case .accessDenied, .otherAccount, .unmetRequirements, .factorUnavailable, .factorSetMismatch, .notAllowed,
            .factorRefused, .mailUnavailable, .accountDisabled, .biometricsChanged, .securityInsufficient,
            .serviceNotConfigured, .keycloakInteractionRequired, .keycloakRefused, .keycloakMisconfigured:
            .refused
        case .userNotRecognized: .declined
        case .samePin, .aliasInvalid, .initializationDataInvalid, .linkIncomplete, .linkWrapped, .linkExtended,
            .linkEmbedded, .scanRequired, .pinInvalid, .pinMissing, .roleMissing, .pairingMissing:
            .data
        case .requestRejected: undertaking == .inApp ? .data : .protocolViolated
        case .managerUnknown, .notPersonalized, .alreadyPersonalized: .unknown
        case .certificateUntrusted, .connectionFailed, .timedOut, .httpError, .managerFailed, .tooManyRequests,
            .keyMaterialExpired, .encryptionKeyUnknown:
            .unavailable
        case .responseInvalid, .keyMaterialInvalid, .consentMismatch: .protocolViolated
        case .clientTooOld, .notSupported, .storageFailed, .keyUnavailable: .configuration
        case .cancelled: .interrupted
        default: .software
        }
    }

    /// The end of the lockout that is running.
    var lockoutEnd: LockoutEnd {
        (self as? XignSdkLockoutError)?.information.end(at: Date()) ?? .after(seconds: 1)
    }

    /// The reasons why the state of this device is not accepted, in the order of their declaration. A manager of an
    /// earlier version names none.
    var findings: [SecurityFinding] {
        guard let error = self as? XignSdkSecurityInsufficientError else { return [] }
        return SecurityFinding.allCases.filter(error.findings.contains)
    }

    /// The reason why a certificate is not trusted; nil for other errors.
    var certificateProblem: CertificateProblem? {
        guard case .certificateUntrusted(let problem) = underlying as? TransportError else { return nil }
        return problem
    }
}

extension LockoutInformation {
    /// Returns the remaining time in full seconds, at least one.
    func secondsLeft(at now: Date) -> Int {
        let seconds = lockedUntil.timeIntervalSince(now).rounded(.up)
        return Int(min(max(seconds, 1), 366 * 86_400))
    }

    fileprivate func end(at now: Date) -> LockoutEnd {
        isPermanent ? .never : .after(seconds: secondsLeft(at: now))
    }
}
