import Foundation
import XignSDK

// The listings of the guide "InApp-Authentication".

extension GuideApp {
    // listing
    /// Logs the user in to this app. Returns the code for the app's backend; nil if the user did not
    /// complete the login.
    func logInHere(
        to clientId: String, with authorization: InAppAuthorization
    ) async throws(XignSdkError) -> String? {
        let data = try await sdk.authenticator.fetchInAppAuthenticationInitializationData(
            .direct(clientId: clientId, authorization: authorization))
        guard case .serviceLogin(let login) = try await authenticate(with: data),
            case .final(.direct(let code, _)) =
                try await sdk.authenticator.fetchAuthorizationCode(login)
        else { return nil }
        return code
    }
    // end of listing

    // listing
    /// Logs the user in to this app through its Keycloak. Returns the code for the app's backend; nil
    /// if the user did not complete the login.
    func logInHere(
        through keycloak: KeycloakServiceConfiguration
    ) async throws(XignSdkError) -> String? {
        let data = try await sdk.authenticator.fetchInAppAuthenticationInitializationData(
            .keycloak(keycloak))
        guard case .serviceLogin(let login) = try await authenticate(with: data),
            case .final(.keycloak(let code, _)) =
                try await sdk.authenticator.fetchAuthorizationCode(login)
        else { return nil }
        return code
    }
    // end of listing
}
