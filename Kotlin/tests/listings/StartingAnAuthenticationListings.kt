package listings

import org.xign.sdk.*

/** The listings of the chapter "Starting an authentication": copied verbatim from the XignSys SDK documentation. */
class StartingAnAuthenticationListings {
    // The functions of other chapters.

    fun confirmAuthenticationAttributes(request: AuthenticateRequest) =
        YourImplementation.confirmAuthenticationAttributes(request)

internal fun startAuthentication(authenticationInitializationData: AuthenticationInitializationData) {
val authenticator: Authenticator = XignSdk.shared.authenticator
// Submit the `AuthenticationInitializationData` to the XignIn-Manager in order to start
// an authentication.
val request: AuthenticateRequest = authenticator.startAuthenticationSynchronous(
authenticationInitializationData
)
val roles: List<Role> = request.roles
// Check if more than one `Role` is available. In that case a selection must be made.
if (roles.size > 1) {
// Optional: Every `Role` contains a list with optional authenticator constellations with
// which the request must be signed later on. In addition to the role name itself, the alternatives can be
// displayed to the user in order to help making a choice.
val authenticators: List<List<AuthenticatorType>>? = roles.firstOrNull()?.requestedAuthenticators
// Let the user select a role.
val selectedRole: Role = YourImplementation.displayRoleSelection(roles)
if (request.setSelection(selectedRole) == null) {
// This function returns the set role. It returns `null` in case `null` is passed or a role
// that is not part of the given selection `request.roles`. This is only relevant for
// development and can be ignored during production, if implemented correctly.
}
}
// Continue the process by letting the user confirm the requested attributes.
// Note: This is a call to the next documentation example function that illustrates the
// attribute confirmation.
confirmAuthenticationAttributes(request = request)
}
}
