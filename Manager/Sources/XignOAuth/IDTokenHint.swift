import XignDomain
import XignProtocol
import XignUseCases

/// An ID token that a website sends back to name a user and a login: `id_token_hint` (OpenID Connect Core, section
/// 3.1.2.1; RP-Initiated Logout 1.0, section 2).
///
/// It was signed here. It may have expired: it names a login, and proves nothing else.
package struct IDTokenHint: Sendable {
    package let subject: String
    /// The client id.
    package let audience: String
    /// The `sid`; nil in tokens from before there was one.
    package let sessionID: String?
    package let expiresAt: Timestamp

    /// Reads and verifies a token; nil where none of the keys has signed it, for this issuer.
    ///
    /// A JWT of another type is refused, such as a logout token that this issuer has signed (RFC 8725, section 3.11).
    package init?(verifying text: String, issuer: ManagerOrigin, keys: [IDTokenPublicKey]) {
        guard let token = CompactJWT(parsing: text), let keyID = token.keyID,
            let key = keys.first(where: { $0.id.hasSameBytes(as: keyID) }),
            token.algorithm.hasSameBytes(as: key.algorithm.rawValue),
            key.isValid(token.signature, for: token.signingInput),
            token.hasType("jwt"), token.claims.has("iss", issuer.description), token.claims["events"] == nil,
            let subject = token.claims.text("sub"), let audience = token.claims.text("aud"),
            let expiry = token.claims.integer("exp")
        else { return nil }
        self.subject = subject
        self.audience = audience
        sessionID = token.claims.text("sid")
        expiresAt = Timestamp(seconds: expiry)
    }

    /// Returns the subject; nil for the token of another client.
    package func subject(for clientID: String) -> String? { audience.hasSameBytes(as: clientID) ? subject : nil }
}
