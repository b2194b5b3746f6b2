// swift-format-ignore-file: the listings are copied verbatim from the XignSys SDK documentation.

import Foundation
import XignSDK

/// The listings of the chapter "InApp-Authentication".
struct InAppAuthenticationListings {
    private func startDirectInAuthentication() throws {
        let authenticator: Authenticator = XignSdk.shared.authenticator
        // Create an `InAppAuthenticationTrigger` with the clientId from the clients configuration.
        let trigger: InAppAuthenticationTrigger =
            .direct(clientId: "0a6e73d6-30bc-4864-b88e-b274582313c5")
        // Fetch the authentication initialization data with the previously created trigger.
        let aid: AuthenticationInitializationDataInApp =
            try authenticator
            .fetchInAppAuthenticationInitializationDataSynchronous(trigger)
        // Start the authentication process with the 'aid'.
        // Note: This processes is simplified by invoking the example function from the chapter
        // **Starting an authentication** XignSys SDK documentation.
        try startAuthentication(authenticationInitializationData: aid)
    }

    private func startKeycloakInAuthentication() throws {
        let authenticator: Authenticator = XignSdk.shared.authenticator
        // Create an `InAppAuthenticationTrigger` with the Keycloak service configuration data.
        let trigger: InAppAuthenticationTrigger = .keycloak(
            KeycloakServiceConfiguration(
                keycloakUrl: URL(string: "https://identity.xignin.dev/")!,
                redirectUrl: URL(string: "https://identity.xignin.dev/realms/SDK-Playground/account/login-redirect")!,
                // The authorization endpoint path depending on the version of the Keycloak server in use.
                // If the Keycloak server version is less than 18.0 use "/auth/realms/..." else "/realms/...".
                authorizationEndpointPath: "/realms/SDK-Playground/protocol/openid-connect/auth",
                clientId: "account",
                realm: "SDK-Playground",
                // Optionally, a list of scopes of the Keycloak service which determine the type of
                // data the user claims will contain. Note: The scope `openid` will be
                // added automatically.
                scopes: ["profile", "roles"]
            )
        )
        // Fetch the authentication initialization data with the previously created trigger.
        let aid: AuthenticationInitializationDataInApp =
            try authenticator
            .fetchInAppAuthenticationInitializationDataSynchronous(trigger)
        // Start the authentication process with the 'aid'.
        // Note: This processes is simplified by invoking the example function from the chapter
        // **Starting an authentication** XignSys SDK documentation.
        try startAuthentication(authenticationInitializationData: aid)
    }

    private func fetchUserClaims(serviceLoginResult: ServiceLoginResult) throws {
        let authenticator: Authenticator = XignSdk.shared.authenticator
        // Fetch the OIDC authorization code with the `ServiceLoginResult` from the end of
        // a successful authentication process.
        let result: AuthorizationCodeResult =
            try authenticator
            .fetchAuthorizationCodeSynchronous(serviceLoginResult)
        switch result {
        case .final(let data):
            switch data {
            case .direct(code: let code, clientId: let clientId):
                // Fetch the user claims independently with the given OIDC authorization code.
                YourImplementation.fetchUserClaims(oidcAuthorizationCode: code)
            case .keycloak(code: let code, redirectUrl: let redirectUrl):
                // Fetch the user claims independently with the given OIDC authorization code.
                YourImplementation.fetchUserClaims(oidcAuthorizationCode: code)
            }
        }
    }
}

/// The way in for those who run the listings, which are private.
extension InAppAuthenticationListings {
    func runDirect() throws { try startDirectInAuthentication() }
    func runKeycloak() throws { try startKeycloakInAuthentication() }
    func runFetchUserClaims(_ result: ServiceLoginResult) throws { try fetchUserClaims(serviceLoginResult: result) }
}
