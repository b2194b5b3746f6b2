import XignCrypto
import XignDomain
import XignProtocol
import XignUseCases

/// An ID token (OpenID Connect Core, section 2): a JWT in compact serialization.
struct IDToken {
    /// The claims of every token. Released attributes are added to them.
    static let claims = [
        "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "at_hash", "roles", "sid",
    ]

    let issuer: ManagerOrigin
    let logoutSessionID: LogoutSessionID
    let login: ConfirmedLogin
    let nonce: String?
    let contextClass: AuthenticationMethods.ContextClass
    let released: ReleasedClaims
    let accessToken: BearerToken
    let issuedAt: Timestamp
    let expiresAt: Timestamp

    init(_ grant: TokenGrant, in context: Context) {
        issuer = context.issuer
        logoutSessionID = context.logoutSessionID(of: grant.login.sessionID)
        login = grant.login
        nonce = grant.nonce
        contextClass = grant.contextClass
        released = grant.released
        accessToken = grant.accessToken
        issuedAt = grant.issuedAt
        expiresAt = grant.issuedAt + grant.service.idTokenMinutes * 60
    }

    static let noSigningKey = ManagerError(
        .noSigningKey, "The database holds no key for this service's ID tokens: restore it.")

    /// - Parameter key: the key of the service's signing algorithm. `init` creates one for each algorithm.
    /// - Throws: `ManagerError` with the code `noSigningKey` if there is none.
    func signed(by key: IDTokenKey?) throws -> String {
        guard let key else { throw Self.noSigningKey }
        return try key.jwt(type: "JWT", claims: claims)
    }

    private var claims: [(name: String, value: JSONValue)] {
        var claims: [(name: String, value: JSONValue)] = [
            ("iss", .string(issuer.description)), ("sub", .string(login.mappingID.text)),
            ("aud", .string(login.serviceID.text)),
            ("exp", .integer(expiresAt.seconds)), ("iat", .integer(issuedAt.seconds)),
            ("auth_time", .integer(login.authenticatedAt.seconds)),
            ("acr", .string(contextClass.rawValue)),
            ("amr", .array(AuthenticationMethods.references(for: login.factors).map { .string($0) })),
            ("at_hash", .string(accessTokenHash)), ("roles", .array([.string(login.roleName)])),
            ("sid", .string(logoutSessionID.text)),
        ]
        if let nonce { claims.append(("nonce", .string(nonce))) }
        return claims + released.claims(in: .idToken)
    }

    /// The left half of the access token's hash (OpenID Connect Core, section 3.1.3.6).
    private var accessTokenHash: String { Base64URL.encode(accessToken.hash.bytes.prefix(16)) }
}
