import Foundation

/// Which service an app authenticates against when it is the service itself.
public enum InAppAuthenticationTrigger: Sendable, Hashable {
    /// A service of the manager. The SDK must have been initialized with the service's configuration.
    case direct(clientId: String)
    /// A service of a Keycloak that has its users authenticated by the manager.
    case keycloak(KeycloakServiceConfiguration)
}

/// A service of a Keycloak.
public struct KeycloakServiceConfiguration: Sendable, Hashable {
    /// The Keycloak's base address.
    public let keycloakUrl: URL
    /// The service's redirect address, as it is registered at the Keycloak.
    public let redirectUrl: URL
    /// The path of the authorization endpoint: `/realms/<realm>/protocol/openid-connect/auth`, before Keycloak 18 with
    /// `/auth` before it.
    public let authorizationEndpointPath: String
    /// The service's client id.
    public let clientId: String
    /// The realm.
    public let realm: String
    /// The scopes to ask for; `openid` is among them always.
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
