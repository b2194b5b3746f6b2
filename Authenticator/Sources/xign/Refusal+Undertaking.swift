import Foundation
import Terminal
import XignSDK

extension Undertaking {
    /// Returns the failure for an error whose meaning depends on what the person does; nil for other errors.
    func failure(for error: XignSdkError) -> Failure? {
        if let error = error as? XignSdkSecurityInsufficientError { return failure(ofCheck: error) }
        return switch error.errorCode {
        case .sessionEnded: Failure(.processOver, "\(over): \(again)")
        case .policyChanged: Failure(.processOver, "permissions or requirements changed in the meantime: \(again)")
        default:
            switch self {
            case .login: Self.failureOfLogin(error.errorCode)
            case .inApp: Self.failureOfInAppLogin(error)
            case .change: Self.failureOfChange(error)
            }
        }
    }

    private static func failureOfLogin(_ code: XignSdkErrorCode) -> Failure? {
        switch code {
        case .sessionTaken:
            Failure(
                .taken,
                "another device has claimed this login: if it is not yours, close the page; start again with a new code"
            )
        case .pairingFailed:
            Failure(.processOver, "the digits were not those of the login page: start the login again on the website")
        case .tooManyCorrections:
            Failure(.processOver, "the attributes were wrong too often: start the login again on the website")
        case .accessDenied: Failure(.refused, "you have no access to this website: ask its organization")
        case .otherAccount:
            Failure(
                .refused,
                "the website requires another account than this device's: use that account's device, or log out there")
        case .unmetRequirements:
            Failure(
                .refused,
                "the website requires a kind of authentication that your role lacks: tell the website's operator")
        case .factorUnavailable, .factorSetMismatch:
            Failure(.refused, "the website requires factors that this device does not have: use another device")
        default: nil
        }
    }

    /// The reader is the developer of an app, so the SDK's messages for developers are shown.
    private static func failureOfInAppLogin(_ error: XignSdkError) -> Failure? {
        switch error.errorCode {
        case .requestRejected:
            Failure(.data, "\(error.message) With xign: --code-challenge and --nonce")
        case .serviceNotConfigured, .notAllowed, .keycloakInteractionRequired, .keycloakRefused,
            .keycloakMisconfigured:
            Failure(.refused, "\(error.message)")
        case .sessionTaken: Failure(.taken, "another device has claimed this login: run the command again")
        case .tooManyCorrections:
            Failure(.processOver, "the attributes were wrong too often: run the command again")
        case .accessDenied: Failure(.refused, "you have no access to this service: ask its organization")
        case .otherAccount:
            Failure(.refused, "the service requires another account than this device's: use that account's device")
        case .unmetRequirements:
            Failure(
                .refused,
                "the service requires a kind of authentication that your role lacks: tell the service's operator")
        case .factorUnavailable, .factorSetMismatch:
            Failure(.refused, "the service requires factors that this device does not have: use another device")
        default: nil
        }
    }

    private static func failureOfChange(_ error: XignSdkError) -> Failure? {
        switch error.errorCode {
        case .coolDown:
            Failure(
                .lockedOut,
                """
                this device was added beside another one less than a day ago, and may not do this \
                \(error.retryAt.map { "until \(PointInTime(date: $0).minute)" } ?? "yet"): use an older device, or wait
                """)
        case .grantExpired:
            Failure(
                .processOver,
                "more than five minutes have passed since your PIN: nothing was changed; run the command again")
        case .grantSpent, .grantMismatch, .sessionTaken:
            Failure(.processOver, "your confirmation is no longer valid: run the command again")
        case .samePin: Failure(.data, "the new PIN is the present one: nothing was changed; choose another one")
        case .aliasInvalid:
            Failure(.data, "the manager does not accept this name of a device: choose a shorter and simpler one")
        case .notAllowed:
            Failure(
                .refused,
                "the manager does not allow this: your account has reached a limit, or the operator forbids it")
        case .otherAccount: Failure(.refused, "this invitation is for another account than this device's")
        case .factorRefused:
            Failure(
                .refused, "this device already has the factor, or the manager does not accept it: see xign accounts")
        case .mailUnavailable: Failure(.refused, "the manager sends no mail: use the code that is shown")
        case .accessDenied, .unmetRequirements:
            Failure(.refused, "your account does not permit this: ask the operator")
        case .factorUnavailable, .factorSetMismatch:
            Failure(.refused, "this requires factors that this device does not have: use another device")
        default: nil
        }
    }
}
