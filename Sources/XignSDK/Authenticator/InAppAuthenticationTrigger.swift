import Foundation

/// The service against which an app authenticates when it is itself the service.
///
/// Source: XignSys SDK documentation, "InApp-Authentication".
public enum InAppAuthenticationTrigger: Sendable, Hashable {
    /// A service of the manager. The SDK must have been initialized with the service's configuration.
    case direct(clientId: String)
    /// A service of a Keycloak that delegates authentication to the manager.
    case keycloak(KeycloakServiceConfiguration)
}

/// The configuration of a service of a Keycloak.
public struct KeycloakServiceConfiguration: Sendable, Hashable {
    /// The Keycloak's base URL.
    public let keycloakUrl: URL
    /// The service's redirect URI, as registered at the Keycloak.
    public let redirectUrl: URL
    /// The path of the authorization endpoint: `/realms/<realm>/protocol/openid-connect/auth`; before Keycloak 18 with
    /// the prefix `/auth`.
    public let authorizationEndpointPath: String
    /// The service's client id.
    public let clientId: String
    /// The realm.
    public let realm: String
    /// The scopes to request; they always include `openid`.
    public let scopes: [String]

    /// Makes a configuration. `openid` is added to `scopes` if it is missing.
    public init(
        keycloakUrl: URL, redirectUrl: URL, authorizationEndpointPath: String, clientId: String, realm: String,
        scopes: [String] = []
    ) {
        self.keycloakUrl = keycloakUrl
        self.redirectUrl = redirectUrl
        self.authorizationEndpointPath = authorizationEndpointPath
        self.clientId = clientId
        self.realm = realm
        self.scopes = scopes.contains("openid") ? scopes : ["openid"] + scopes
    }
}
