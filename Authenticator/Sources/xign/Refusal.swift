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

extension Failure {
    /// Makes the failure for an error of a flow. The SDK's messages address developers of apps; these address the
    /// person.
    init(_ error: XignSdkError, during undertaking: Undertaking, now: Date) {
        if let lockout = error as? XignSdkLockoutError {
            self.init(lockout.information, now: now, "already ")
            return
        }
        switch error.errorCode {
        case .qrCodeExpired:
            self.init(.codeTooOld, "the QR code has expired: take a picture of the code that the page shows now")
        case .sessionEnded:
            self.init(.processOver, "\(undertaking.over): \(undertaking.again)")
        case .policyChanged:
            self.init(.processOver, "permissions or requirements changed in the meantime: \(undertaking.again)")
        case .activationUnknown:
            self.init(
                .processOver,
                """
                the activation is unknown, used, expired or revoked: ask the operator for a new one; to remove it from \
                this device: xign forget
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
        case .sessionTaken:
            self.init(
                .taken,
                "another device has claimed this login: if it is not yours, close the page; start again with a new code"
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
        case .accessDenied: self.init(.refused, "you have no access to this website: ask its organization")
        case .otherAccount:
            self.init(
                .refused,
                "the website requires another account than this device's: use that account's device, or log out there"
            )
        case .unmetRequirements:
            self.init(
                .refused,
                "the website requires a kind of authentication that your role lacks: tell the website's operator"
            )
        case .securityInsufficient: self.init(.refused, "the website does not accept the security state of this device")
        case .factorUnavailable, .factorSetMismatch:
            self.init(.refused, "the website requires factors that this device does not have: use another device")
        case .clientTooOld, .notSupported: self.init(.configuration, "\(error.message)")
        case .storageFailed, .keyUnavailable: self.init(.configuration, "\(error.message)")
        case .tooManyCorrections:
            self.init(.processOver, "the attributes were wrong too often: start the login again on the website")
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
            self.init(.refused, "\(circumstance)locked permanently: ask the operator for a new activation")
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
