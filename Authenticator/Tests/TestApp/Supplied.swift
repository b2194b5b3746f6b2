import Foundation
import Synchronization
import XignSDK

// The functions that the listings leave to the app.

enum YourError: Error { case yourErrorCase }

enum YourImplementation {
    struct User {
        let app: App
        /// The PIN that the user types.
        let pin: String
        var isLockedOut = false
        /// The authorization code that a listing handed over.
        var code: String?
        /// The reason why there is no biometric factor.
        var failure: XignSdkError?
    }

    /// The user of the app while the listing runs.
    static let user = Mutex<User?>(nil)

    static func isAuthenticationFactorSupportedByDevice(_ type: AuthenticatorType) -> Bool { type == .biometric }

    static func authenticateUser(_ data: AuthenticationInitializationData) throws -> AuthenticationResult {
        guard let user = user.withLock({ $0 }) else { throw YourError.yourErrorCase }
        return try user.app.authenticate(data, factors: [DeviceFactor(), PinFactor(user.pin)])
    }

    static func prepareAuthenticationFactor(
        _ access: ApiAccessAddFactor, _ type: AuthenticatorType
    ) throws -> AuthenticationFactor { throw YourError.yourErrorCase }

    static func handleLockoutAndRepeatAuthentication() { user.withLock { $0?.isLockedOut = true } }
    static func handleTheError() {}
    static func fetchUserClaims(oidcAuthorizationCode: String) { user.withLock { $0?.code = oidcAuthorizationCode } }
}

extension AddFactorListings {
    func getBiometricFactor(idmIdentifier: String, completion: @escaping (BiometricFactor?) -> Void) throws {
        guard let user = YourImplementation.user.withLock({ $0 }) else { throw YourError.yourErrorCase }
        do { completion(try user.app.biometricFactor(at: idmIdentifier)) } catch {
            YourImplementation.user.withLock { $0?.failure = error }
            completion(nil)
        }
    }
}

extension InAppAuthenticationListings {
    /// From the start to the end of the authentication, and on to the listing that fetches the code.
    func startAuthentication(authenticationInitializationData: AuthenticationInitializationData) throws {
        guard
            case .serviceLogin(let login) = try YourImplementation.authenticateUser(authenticationInitializationData)
        else { throw YourError.yourErrorCase }
        try runFetchUserClaims(login)
    }
}
