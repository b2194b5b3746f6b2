import Foundation

/// The outcome of fetching an OpenID Connect authorization code.
///
/// Source: XignSys SDK documentation, "InApp-Authentication".
public enum AuthorizationCodeResult: Sendable, Hashable {
    /// The code, in the form that belongs to the trigger of the InApp-Authentication.
    case final(AuthorizationCode)
}

/// An OpenID Connect authorization code. Send it to a backend over TLS: only a backend can redeem it.
public enum AuthorizationCode: Sendable, Hashable {
    /// The code of a service of the manager.
    case direct(code: String, clientId: String)
    /// The code of a service of a Keycloak.
    case keycloak(code: String, redirectUrl: URL)
}

/// The descriptions leave out the code, which is a bearer value.
extension AuthorizationCode: CustomStringConvertible, CustomReflectable {
    public var description: String {
        switch self {
        case .direct(_, let clientId): "AuthorizationCode(\(clientId))"
        case .keycloak(_, let redirectUrl): "AuthorizationCode(\(redirectUrl))"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
