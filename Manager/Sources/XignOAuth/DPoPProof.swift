import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol

/// A proof that the sender of a request has a private key (RFC 9449, section 4), whose content is verified for this
/// request. Its `jti` is used up later, in the transaction of the request.
package struct DPoPProof: Sendable {
    /// The algorithms as the discovery document names them.
    package static let algorithms = ClientKey.algorithmNames
    /// The age up to which a proof is accepted, in seconds.
    private static let maximumAge: Int64 = 60

    package let proof: PossessionProof
    /// The nonce that was signed; nil where there is none.
    package let nonce: String?
    private let accessTokenHash: String?

    /// Reads and verifies the proof of a request (RFC 9449, section 4.3).
    ///
    /// - Parameter endpoint: the address of the endpoint, without query and fragment.
    /// - Returns: nil for a request without a proof.
    /// - Throws: `OAuthError` with the code `invalid_dpop_proof`.
    package init?(_ request: Request, at endpoint: String, now: Timestamp) throws(OAuthError) {
        let fields = request.headers.all("DPoP")
        guard let text = fields.first else { return nil }
        guard fields.count == 1 else { throw Self.refusal("is there twice") }
        guard let token = CompactJWT(parsing: text) else { throw Self.refusal("is not a JWT") }
        guard token.hasType("dpop+jwt") else { throw Self.refusal("has another typ than dpop+jwt") }
        let key = try Self.key(of: token)
        guard key.isFor(token.algorithm) else { throw Self.refusal("has an alg that is not that of its key") }
        guard key.isValid(token.signature, for: token.signingInput) else { throw Self.refusal("has a wrong signature") }
        let claims = token.claims
        guard claims.has("htm", request.method.rawValue) else { throw Self.refusal("has another htm") }
        guard let address = claims.text("htu"), Self.isSame(address, endpoint) else {
            throw Self.refusal("has another htu than \(endpoint)")
        }
        guard let issuedAt = claims.integer("iat"), JWTTimes.hasCome(issuedAt, at: now),
            issuedAt >= now.seconds - Self.maximumAge
        else { throw Self.refusal("has an iat that is not now") }
        guard let identifier = claims.text("jti"), !identifier.isEmpty else { throw Self.refusal("has no jti") }
        nonce = claims.text("nonce")
        accessTokenHash = claims.text("ath")
        proof = PossessionProof(
            thumbprint: key.thumbprint,
            identifier: OneTimeValue(
                identifier, .proof, of: key.thumbprint, until: Timestamp(seconds: issuedAt) + Self.maximumAge + 1))
    }

    /// Returns true if the proof was made for this access token (RFC 9449, section 4.3, item 12).
    package func isFor(accessToken: String) -> Bool {
        let hash = Base64URL.encode(Array(SHA256.hash(data: Array(accessToken.utf8))))
        return accessTokenHash?.hasSameBytes(as: hash) ?? false
    }

    package static func refusal(_ fault: String) -> OAuthError {
        OAuthError(.invalidDPoPProof, "the proof in the DPoP field \(fault)")
    }

    private static func key(of token: CompactJWT) throws(OAuthError) -> ClientKey {
        guard let jwk = token.header["jwk"] else { throw refusal("has no jwk") }
        do { return try ClientKey(jsonWebKey: jwk) } catch { throw refusal("has a jwk that \(error.rawValue)") }
    }

    /// Compares an `htu` with an endpoint, without query and fragment, after the normalization of scheme, host and
    /// default port (RFC 3986, sections 6.2.2.1 and 6.2.3). The path must have the same bytes.
    static func isSame(_ address: String, _ endpoint: String) -> Bool {
        guard let sent = split(address), let own = split(endpoint) else { return false }
        return sent.origin == own.origin && sent.path.hasSameBytes(as: own.path)
    }

    private static func split(_ address: String) -> (origin: ManagerOrigin, path: String)? {
        let bytes = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let slashes = Substring(bytes).utf8.firstRange(of: Array("://".utf8)) else { return nil }
        let path = bytes[slashes.upperBound...].drop { $0 != UInt8(ascii: "/") }
        var origin = String(Substring(bytes[..<path.startIndex])).lowercased()
        let defaultPort = origin.utf8.starts(with: "https:".utf8) ? ":443" : ":80"
        if origin.hasSuffix(defaultPort) { origin.removeLast(defaultPort.utf8.count) }
        return ManagerOrigin(origin).map { ($0, String(Substring(path))) }
    }
}
