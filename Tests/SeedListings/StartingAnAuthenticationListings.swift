// swift-format-ignore-file: the listings are copied verbatim from the XignSys SDK documentation.

import Foundation
import XignSDK

/// The listings of the chapter "Starting an authentication".
struct StartingAnAuthenticationListings {
    internal func startAuthentication(
        authenticationInitializationData: AuthenticationInitializationData
    ) throws {
        let authenticator: Authenticator = XignSdk.shared.authenticator
        // Submit the `AuthenticationInitializationData` to the XignIn-Manager in order to start
        // an authentication.
        let request: AuthenticateRequest = try authenticator.startAuthenticationSynchronous(
            data: authenticationInitializationData
        )
        let roles: Array<Role> = request.roles
        // Check if more than one `Role` is available. In that case a selection must be made.
        if roles.count > 1 {
            // Optional: Every `Role` contains a list with optional authenticator constellations with
            // which the request must be signed later on. In addition to the role name itself, the alternatives can be
            // displayed to the user in order to help making a choice.
            let authenticators: Array<Array<AuthenticatorType>>? = roles.first?.requestedAuthenticators
            // Let the user select a role.
            let selectedRole: Role = YourImplementation.displayRoleSelection(roles)
            if request.setSelection(selectedRole) == nil {
                // This function returns the set role. It returns `nil` in case `nil` is passed or a role
                // that is not part of the given selection `request.roles`. This is only relevant for
                // development and can be ignored during production, if implemented correctly.
            }
        }
        // Continue the process by letting the user confirm the requested attributes.
        // Note: This is a call to the next documentation example function that illustrates the
        // attribute confirmation.
        try confirmAuthenticationAttributes(request: request)
    }
}
