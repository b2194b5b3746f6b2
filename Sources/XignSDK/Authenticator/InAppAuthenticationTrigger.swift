import Foundation

/// The service against which an app authenticates when it is itself the service.
///
/// Source: XignSys SDK documentation, "InApp-Authentication".
public enum InAppAuthenticationTrigger: Sendable, Hashable {
    /// A service of the manager. The SDK must have been initialized with the service's configuration.
    ///
    /// - Parameters:
    ///   - clientId: the service's client id, as in ``ServiceConfiguration/clientId``.
    ///   - scopes: the scopes to request; they always include `openid`.
    ///   - authorization: the values of the app's backend. A service that is not declared with `legacy: true` demands
    ///     them.
    case direct(clientId: String, scopes: [String] = [], authorization: InAppAuthorization = InAppAuthorization())
    /// A service of a Keycloak that delegates authentication to the manager.
    case keycloak(KeycloakServiceConfiguration)
}

/// The values with which the app's backend ties a login to its own session.
///
/// Without them, a stolen code can be injected into another user's session at the backend (RFC 9700, section 4.5). The
/// backend makes both for each login, and keeps the verifier of the challenge: it must never enter the app.
public struct InAppAuthorization: Sendable, Hashable {
    /// The value that the ID token repeats, 1 to 1,000 bytes without control characters.
    public let nonce: String?
    /// The S256 code challenge (RFC 7636): 43 characters of base64url.
    public let codeChallenge: String?

    /// Makes the values for one login.
    public init(nonce: String? = nil, codeChallenge: String? = nil) {
        self.nonce = nonce
        self.codeChallenge = codeChallenge
    }
}

/// The configuration of a service of a Keycloak: <doc:InAppAuthentication>.
public struct KeycloakServiceConfiguration: Sendable, Hashable {
    /// The Keycloak's base URL, by which it calls itself: `https`, or `http` on this machine.
    public let keycloakUrl: URL
    /// The service's redirect URI, exactly as registered at the Keycloak. It is compared byte for byte, and is never
    /// requested.
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
    /// The alias of the identity provider in the realm that is the manager (`kc_idp_hint`); nil if the realm has a
    /// default one.
    public let identityProvider: String?
    /// The values of the app's backend.
    public let authorization: InAppAuthorization

    /// Makes a configuration. `openid` is added to `scopes` if it is missing.
    public init(
        keycloakUrl: URL, redirectUrl: URL, authorizationEndpointPath: String, clientId: String, realm: String,
        scopes: [String] = [], identityProvider: String? = nil,
        authorization: InAppAuthorization = InAppAuthorization()
    ) {
        self.keycloakUrl = keycloakUrl
        self.redirectUrl = redirectUrl
        self.authorizationEndpointPath = authorizationEndpointPath
        self.clientId = clientId
        self.realm = realm
        self.scopes = scopes.withOpenID
        self.identityProvider = identityProvider
        self.authorization = authorization
    }
}

extension [String] {
    /// The scopes with `openid`, which every OpenID Connect request has.
    var withOpenID: [String] { contains("openid") ? self : ["openid"] + self }
}
