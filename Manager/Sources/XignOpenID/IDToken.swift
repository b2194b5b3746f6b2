import XignCrypto
import XignDomain
import XignProtocol
import XignUseCases

/// An ID token (OpenID Connect Core, section 2): a JWT in compact serialization.
struct IDToken {
    static let lifetimeSeconds: Int64 = 300
    /// The claims of every token. Released attributes are added to them.
    static let claims = [
        "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "at_hash", "roles",
    ]

    let issuer: ManagerOrigin
    let code: AuthorizationCode
    let contextClass: AuthenticationMethods.ContextClass
    let released: ReleasedClaims
    let accessToken: BearerToken
    let issuedAt: Timestamp

    init(issuer: ManagerOrigin, grant: RedeemCode.Grant) {
        self.issuer = issuer
        code = grant.code
        contextClass = grant.contextClass
        released = grant.released
        accessToken = grant.accessToken
        issuedAt = grant.issuedAt
    }

    /// - Parameter key: the key of the service's signing algorithm. `init` creates one for each algorithm.
    /// - Throws: `ManagerError` with the code `noSigningKey` if there is none.
    func signed(by key: IDTokenKey?) throws -> String {
        guard let key else {
            throw ManagerError(.noSigningKey, "The database holds no key for this service's ID tokens: restore it.")
        }
        let header = JSONValue.object([
            ("alg", .string(key.algorithm.rawValue)), ("kid", .string(key.id)), ("typ", .string("JWT")),
        ])
        let input = "\(Base64URL.encode(header.serialized)).\(Base64URL.encode(payload.serialized))"
        return "\(input).\(Base64URL.encode(try key.signature(for: Array(input.utf8))))"
    }

    private var payload: JSONValue {
        var claims: [(name: String, value: JSONValue)] = [
            ("iss", .string(issuer.description)), ("sub", .string(code.mappingID.text)),
            ("aud", .string(code.serviceID.text)),
            ("exp", .integer((issuedAt + Self.lifetimeSeconds).seconds)), ("iat", .integer(issuedAt.seconds)),
            ("auth_time", .integer(code.authenticatedAt.seconds)),
            ("acr", .string(contextClass.rawValue)),
            ("amr", .array(AuthenticationMethods.references(for: code.factors).map { .string($0) })),
            ("at_hash", .string(accessTokenHash)), ("roles", .array([.string(code.roleName)])),
        ]
        if let nonce = code.nonce { claims.append(("nonce", .string(nonce))) }
        return .object(claims + released.claims(in: .idToken))
    }

    /// The left half of the access token's hash (OpenID Connect Core, section 3.1.3.6).
    private var accessTokenHash: String { Base64URL.encode(accessToken.hash.bytes.prefix(16)) }
}
