package listings

import java.net.URL
import org.xign.sdk.*

/** The listings of the chapter "InApp-Authentication": copied verbatim from the XignSys SDK documentation. */
class InAppAuthenticationListings {
    // The functions of other chapters.

    fun startAuthentication(authenticationInitializationData: AuthenticationInitializationData) =
        YourImplementation.startAuthentication(authenticationInitializationData)

private fun startDirectInAuthentication() {
val authenticator: Authenticator = XignSdk.shared.authenticator
// Create an `InAppAuthenticationTrigger` with the clientId from the clients configuration.
val trigger: InAppAuthenticationTrigger =
InAppAuthenticationTrigger.Direct("0a6e73d6-30bc-4864-b88e-b274582313c5")
// Fetch the authentication initialization data with the previously created trigger.
val aid: AuthenticationInitializationDataInApp = authenticator
.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
// Start the authentication process with the 'aid'.
// Note: This processes is simplified by invoking the example function from the chapter
// **Starting an authentication** XignSys SDK documentation.
startAuthentication(authenticationInitializationData = aid)
}
private fun startKeycloakInAuthentication() {
val authenticator: Authenticator = XignSdk.shared.authenticator
// Create an `InAppAuthenticationTrigger` with the Keycloak service configuration data.
val trigger: InAppAuthenticationTrigger = InAppAuthenticationTrigger.KeyCloak(
KeycloakServiceConfiguration(
keycloakUrl = URL("https://identity.xignin.dev/"),
redirectUrl = URL("https://identity.xignin.dev/realms/SDK-Playground/account/login-redirect"),
// The authorization endpoint path depending on the version of the Keycloak server in use.
// If the Keycloak server version is less than 18.0 use "/auth/realms/..." else "/realms/...".
authorizationEndpointPath = "/realms/SDK-Playground/protocol/openid-connect/auth",
clientId = "account",
realm = "SDK-Playground",
// Optionally, a list of scopes of the Keycloak service which determine the type of
// data the user claims will contain. Note: The scope `openid` will be
// added automatically.
scopes = arrayOf("profile", "roles")
)
)
// Fetch the authentication initialization data with the previously created trigger.
val aid: AuthenticationInitializationDataInApp = authenticator
.fetchInAppAuthenticationInitializationDataSynchronous(trigger)
// Start the authentication process with the 'aid'.
// Note: This processes is simplified by invoking the example function from the chapter
// **Starting an authentication** XignSys SDK documentation.
startAuthentication(authenticationInitializationData = aid)
}
private fun fetchUserClaims(serviceLoginResult: ServiceLoginResult) {
val authenticator: Authenticator = XignSdk.shared.authenticator
// Fetch the OIDC authorization code with the `ServiceLoginResult` from the end of
// a successful authentication process.
val result: AuthorizationCodeResult = authenticator
.fetchAuthorizationCodeSynchronous(serviceLoginResult)
when (result) {
is AuthorizationCodeResult.Final.Direct -> {
val code: String = result.code
val clientId: String = result.clientId
// Fetch the user claims independently with the given OIDC authorization code.
YourImplementation.fetchUserClaims(oidcAuthorizationCode = code)
}
is AuthorizationCodeResult.Final.Keycloak -> {
val code: String = result.code
val redirectUrl: URL = result.redirectUrl
// Fetch the user claims independently with the given OIDC authorization code.
YourImplementation.fetchUserClaims(oidcAuthorizationCode = code)
}
}
}
}
