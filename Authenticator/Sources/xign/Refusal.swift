import Foundation
import Terminal
import XignSDK

/// Does something with the SDK; what it throws becomes one line for a person and a status for scripts.
func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as XignSdkError {
        throw Failure(error, now: Date())
    } catch let error as XignSdkInitializationError {
        throw Failure(error)
    }
}

extension Failure {
    /// What went wrong in a flow. The SDK's own messages speak to developers of apps, these to the person at the terminal.
    init(_ error: XignSdkError, now: Date) {
        if let lockout = error as? XignSdkLockoutError {
            self.init(lockout.information, now: now, "already ")
            return
        }
        switch error.errorCode {
        case .qrCodeExpired:
            self.init(.codeTooOld, "the QR code is too old: take the picture of the code that the page shows now")
        case .sessionEnded:
            self.init(.processOver, "this login is over or unknown: begin it anew on the website, and use the new code")
        case .policyChanged:
            self.init(.processOver, "rights or requirements changed meanwhile: begin the login anew on the website")
        case .activationUnknown:
            self.init(
                .processOver,
                "the activation is unknown, used or expired: ask for a new one (a device that is activated: xign forget)"
            )
        case .accountDisabled:
            self.init(
                .refused,
                "the operator has disabled your account: ask there; this device stays activated, and works again with the account"
            )
        case .enrolmentRejected:
            self.init(
                .processOver,
                "this activation was not finished, perhaps because another one began meanwhile: start it again, with the same code"
            )
        case .activatedByAnotherAttempt:
            self.init(
                .processOver,
                "this device is activated, but by another attempt, earlier or at the same time: the PIN of that attempt counts"
            )
        case .sessionTaken:
            self.init(
                .taken, "another device has taken this login: if it is not yours, close the page; begin with a new code"
            )
        case .initializationDataInvalid:
            self.init(.data, "this is no code of Xign: give a picture of the QR code, its link, or its text")
        case .scanRequired:
            self.init(
                .data,
                """
                this is what a QR code says, not a link: give a picture of the code that the website shows you, or --scanned with \
                this text if you have scanned it from there yourself; if somebody sent it to you, do not log in with it
                """)
        case .pinInvalid:
            self.init(.data, "this cannot be a PIN: every PIN has 5 to 32 digits and nothing else; nothing was sent")
        case .pinMissing: self.init(.data, "a new PIN is needed")
        case .roleMissing: self.init(.data, "you do not hold this role any more: choose another with --role")
        case .managerUnknown:
            self.init(.unknown, "\(error.message) To trust it: xign trust URL --fingerprint WORDS")
        case .notPersonalized:
            self.init(.unknown, "this device is not activated at that manager: xign activate CODE")
        case .alreadyPersonalized:
            self.init(.unknown, "this device is activated at that manager already: see xign accounts, xign forget")
        case .certificateUntrusted: self.init(untrustedCertificate: "\(error.message)")
        case .connectionFailed, .timedOut, .httpError, .managerFailed, .tooManyRequests, .keyMaterialExpired:
            self.init(.unavailable, "\(error.message)")
        case .responseInvalid, .keyMaterialInvalid, .consentMismatch, .requestRejected:
            self.init(.protocolViolated, "\(error.message)")
        case .accessDenied: self.init(.refused, "you have no access to this website: ask the organization for it")
        case .otherAccountRequired:
            self.init(
                .refused,
                "the website asks for another account than this device's: use that account's device, or log out there first"
            )
        case .requirementsUnmet:
            self.init(
                .refused,
                "the website asks for a kind of authentication that your role does not have: tell the website's operator"
            )
        case .securityInsufficient: self.init(.refused, "the website does not accept the security of this device")
        case .factorUnavailable, .factorSetMismatch:
            self.init(.refused, "the website demands factors that this device does not have: use another device")
        case .clientTooOld, .notSupported: self.init(.configuration, "\(error.message)")
        case .storageFailed, .keyUnavailable: self.init(.configuration, "\(error.message)")
        case .tooManyCorrections: self.init(.processOver, "wrong too often: begin the login anew on the website")
        case .cancelled: self.init(.interrupted, "interrupted")
        default: self.init(.software, "\(error)")
        }
    }

    /// Why the home folder is not usable.
    init(_ error: XignSdkInitializationError) {
        self.init(error.errorCode == .keyMaterialInvalid ? .data : .configuration, "\(error.message)")
    }

    /// A lockout that ends the command.
    init(_ lockout: LockoutInformation, now: Date, _ circumstance: Text = "") {
        if lockout.isPermanent {
            self.init(.refused, "\(circumstance)locked for good: contact the operator for a new activation")
        } else {
            let seconds = lockout.secondsLeft(at: now)
            self.init(.lockedOut, "\(circumstance)locked for \(SpanOfTime(seconds: seconds)): wait, then try again")
        }
    }
}

extension LockoutInformation {
    /// How long it still lasts, in full seconds, at least one.
    func secondsLeft(at now: Date) -> Int {
        let seconds = lockedUntil.timeIntervalSince(now).rounded(.up)
        return Int(min(max(seconds, 1), 366 * 86_400))
    }
}
