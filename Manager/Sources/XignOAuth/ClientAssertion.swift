import XignDomain
import XignProtocol
import XignUseCases

/// A JWT by which a client authenticates with its key: `private_key_jwt` (RFC 7523, section 3; OpenID Connect Core,
/// section 9).
struct ClientAssertion: Sendable {
    static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    /// The longest time for which an assertion is accepted. Common libraries choose a minute to an hour.
    static let maximumSeconds: Int64 = 3600

    private let token: CompactJWT
    /// The client that the assertion names; not verified.
    let clientID: String

    init(_ text: String) throws(OAuthError) {
        // Anybody can write the claim. A database takes no NUL, and no client id has other characters.
        guard let token = CompactJWT(parsing: text), let clientID = token.claims.text("sub"),
            (1...255).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw OAuthError(.invalidClient, "client_assertion is not a JWT with the claim sub")
        }
        self.token = token
        self.clientID = clientID
    }

    /// Verifies the assertion.
    ///
    /// `aud` must be the issuer, as one string: an assertion that another server has received, or that names this one's
    /// endpoint among others, was not made for it (FAPI 2.0, section 5.3.2.1; draft-ietf-oauth-rfc7523bis).
    /// - Returns: the `jti`, which the transaction of the request must use up.
    func verified(for service: Service, issuer: ManagerOrigin, at now: Timestamp) throws(OAuthError) -> OneTimeValue {
        if let fault = fault(of: service.client.keys) { throw ClientAuthentication.refusal(fault) }
        // From here on the client is known: telling it what to mend helps nobody else.
        let hasType = token.hasType("jwt") || token.hasType("client-authentication+jwt")
        try check(token.header["typ"] == nil || hasType, "typ")
        try check(token.claims.has("iss", service.id.text) && token.claims.has("sub", service.id.text), "iss or sub")
        try check(token.claims.has("aud", issuer.description), "aud, which must be the issuer as one string")
        guard let expiry = token.claims.integer("exp") else { throw Self.refusal("exp, which is missing") }
        try check(JWTTimes.isAhead(expiry, at: now), "exp, which has passed")
        try check(
            expiry <= now.seconds + Self.maximumSeconds + JWTTimes.toleranceSeconds, "exp, which is too far ahead")
        for name in ["iat", "nbf"] where token.claims[name] != nil {
            guard let moment = token.claims.integer(name) else { throw Self.refusal("\(name), which is no integer") }
            let hasCome = JWTTimes.hasCome(moment, at: now, tolerance: JWTTimes.assertionToleranceSeconds)
            try check(hasCome, "\(name), which is in the future")
        }
        guard let identifier = token.claims.text("jti"), !identifier.isEmpty else {
            throw Self.refusal("jti, which is missing")
        }
        return OneTimeValue(
            identifier, .assertion, of: service.id.text,
            until: Timestamp(seconds: expiry) + JWTTimes.toleranceSeconds)
    }

    /// Returns nil if one of the keys has signed it, with the key's own algorithm. A `kid` excludes keys with others.
    private func fault(of keys: [ClientKey]) -> ClientFault? {
        let named = keys.filter { key in
            guard let wanted = token.keyID, let id = key.id else { return true }
            return id.hasSameBytes(as: wanted)
        }
        guard !named.isEmpty else { return .unknownKeyID }
        let usable = named.filter { $0.isFor(token.algorithm) }
        guard !usable.isEmpty else { return .wrongAlgorithm }
        return usable.contains { $0.isValid(token.signature, for: token.signingInput) } ? nil : .wrongSignature
    }

    private func check(_ isRight: Bool, _ name: String) throws(OAuthError) {
        if !isRight { throw Self.refusal(name) }
    }

    private static func refusal(_ name: String) -> OAuthError {
        OAuthError(.invalidClient, "client_assertion has a wrong \(name)")
    }
}
