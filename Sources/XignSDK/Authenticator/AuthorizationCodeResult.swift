import Foundation

/// The outcome of fetching an OpenID Connect authorization code.
public enum AuthorizationCodeResult: Sendable, Hashable {
    /// The code, by the way that the InApp-Authentication began.
    case final(AuthorizationCode)
}

/// An OpenID Connect authorization code. Hand it to a backend over TLS: only a backend can redeem it.
public enum AuthorizationCode: Sendable, Hashable {
    /// Of a service of the manager.
    case direct(code: String, clientId: String)
    /// Of a service of a Keycloak.
    case keycloak(code: String, redirectUrl: URL)
}
