import Foundation
import Terminal
import XignSDK

/// Runs `body`, and converts the SDK's errors to a message of one line and an exit status.
/// - Parameter undertaking: the kind of process that the message says how to begin again.
func explaining<Result>(_ undertaking: Undertaking = .change, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as XignSdkError {
        throw Failure(error, during: undertaking, now: Date())
    } catch let error as XignSdkInitializationError {
        throw Failure(error)
    }
}

/// Runs `body`, and replaces the message of one refusal by one that fits the command.
func explaining<Output>(_ code: XignSdkErrorCode, as reason: Text, _ body: () throws -> Output) throws -> Output {
    do { return try body() } catch let error as XignSdkError where error.errorCode == code {
        throw Failure(.refused, reason)
    }
}

extension Failure {
    /// Makes the failure for an error of a flow. The SDK's messages address developers of apps; these address the
    /// person.
    init(_ error: XignSdkError, during undertaking: Undertaking, now: Date) {
        if let lockout = error as? XignSdkLockoutError {
            self.init(lockout.information, now: now, "already ")
            return
        }
        if let specific = undertaking.failure(for: error) {
            self = specific
            return
        }
        switch error.errorCode {
        case .qrCodeExpired:
            self.init(.codeTooOld, "the QR code has expired: take a picture of the code that the page shows now")
        case .activationUnknown:
            self.init(
                .processOver,
                """
                the activation is unknown, used, expired or revoked: get a new one from another device of yours (xign \
                activation new) or from the operator; to remove it from this device: xign forget
                """
            )
        case .accountDisabled:
            self.init(
                .refused,
                """
                the operator has disabled your account: ask the operator; this device remains activated and works again \
                with the account
                """
            )
        case .enrolmentRejected:
            self.init(
                .processOver,
                "this activation was not completed, perhaps due to another attempt: start it again with the same code"
            )
        case .activatedByAnotherAttempt:
            self.init(
                .processOver,
                "another attempt, earlier or concurrent, has activated this device: the PIN of that attempt is valid"
            )
        case .initializationDataInvalid:
            self.init(.data, "this is not a Xign code: give a picture of the QR code, the link, or the code's text")
        case .scanRequired:
            self.init(
                .data,
                """
                this is the text of a QR code, not a link: give a picture of the code on the website, or --scanned if \
                you scanned this text there yourself; if someone sent it to you, do not log in with it
                """)
        case .pinInvalid:
            self.init(.data, "this is not a PIN: a PIN has 5 to 32 digits; no attempt was counted")
        case .pinMissing: self.init(.data, "a new PIN is required")
        case .biometricsChanged:
            self.init(
                .refused,
                """
                the fingerprints or faces of this system changed, so the key of the biometric factor is gone: use \
                other factors; only a new activation makes another key
                """)
        case .userNotRecognized: self.init(.declined, "you were not recognized: try again, or use other factors")
        case .roleMissing: self.init(.data, "you no longer have this role: choose another one with --role")
        case .managerUnknown:
            self.init(.unknown, "\(error.message) To trust it: xign trust URL")
        case .notPersonalized:
            self.init(.unknown, "this device is not activated at this manager: use xign activate CODE")
        case .alreadyPersonalized:
            self.init(.unknown, "this device is already activated at this manager: see xign accounts and xign forget")
        case .certificateUntrusted: self.init(untrustedCertificate: "\(error.message)")
        case .connectionFailed, .timedOut, .httpError, .managerFailed, .tooManyRequests, .keyMaterialExpired:
            self.init(.unavailable, "\(error.message)")
        case .responseInvalid, .keyMaterialInvalid, .consentMismatch, .requestRejected:
            self.init(.protocolViolated, "\(error.message)")
        case .clientTooOld, .notSupported: self.init(.configuration, "\(error.message)")
        case .storageFailed, .keyUnavailable: self.init(.configuration, "\(error.message)")
        case .cancelled: self.init(.interrupted, "interrupted")
        default: self.init(.software, "\(error)")
        }
    }

    /// Makes the failure for an unusable home folder.
    init(_ error: XignSdkInitializationError) {
        self.init(error.errorCode == .keyMaterialInvalid ? .data : .configuration, "\(error.message)")
    }

    /// Makes the failure for a lockout that ends the command.
    init(_ lockout: LockoutInformation, now: Date, _ circumstance: Text = "") {
        if lockout.isPermanent {
            self.init(
                .refused,
                "\(circumstance)locked permanently: get a new activation from another device of yours, or from the operator"
            )
        } else {
            let seconds = lockout.secondsLeft(at: now)
            self.init(.lockedOut, "\(circumstance)locked for \(SpanOfTime(seconds: seconds)): wait, then try again")
        }
    }
}

extension LockoutInformation {
    /// Returns the remaining time in full seconds, at least one.
    func secondsLeft(at now: Date) -> Int {
        let seconds = lockedUntil.timeIntervalSince(now).rounded(.up)
        return Int(min(max(seconds, 1), 366 * 86_400))
    }
}
