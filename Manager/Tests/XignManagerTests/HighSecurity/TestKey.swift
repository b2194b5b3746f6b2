import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// A key pair of a client or an attacker, which signs any JWT that a test wants.
struct TestKey: Sendable {
    private enum Pair: Sendable {
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private let pair: Pair
    /// The `alg` that is written, which may be a lie.
    var algorithm: String

    static func p256() -> TestKey { TestKey(pair: .p256(P256.Signing.PrivateKey()), algorithm: "ES256") }
    static func ed25519() -> TestKey { TestKey(pair: .ed25519(Curve25519.Signing.PrivateKey()), algorithm: "EdDSA") }

    var jwk: Members {
        switch pair {
        case .p256(let key):
            let point = key.publicKey.rawRepresentation
            return [
                ("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(Base64URL.encode(point.prefix(32)))),
                ("y", .string(Base64URL.encode(point.suffix(32)))),
            ]
        case .ed25519(let key):
            let point = Base64URL.encode(Array(key.publicKey.rawRepresentation))
            return [("kty", .string("OKP")), ("crv", .string("Ed25519")), ("x", .string(point))]
        }
    }

    var clientKey: ClientKey {
        switch pair {
        case .p256(let key): ClientKey(id: nil, algorithm: .es256, bytes: Array(key.publicKey.rawRepresentation))
        case .ed25519(let key): ClientKey(id: nil, algorithm: .edDSA, bytes: Array(key.publicKey.rawRepresentation))
        }
    }

    var thumbprint: String { clientKey.thumbprint }

    func jwt(header: Members, claims: Members) throws -> String {
        let parts = [header, claims].map { Base64URL.encode(JSONValue.object($0).serialized) }
        return try signed(parts.joined(separator: "."))
    }

    /// Signs any two parts.
    func signed(_ input: String) throws -> String {
        let bytes = Array(input.utf8)
        let signature =
            switch pair {
            case .p256(let key): Array(try key.signature(for: bytes).rawRepresentation)
            case .ed25519(let key): Array(try key.signature(for: bytes))
            }
        return "\(input).\(Base64URL.encode(signature))"
    }
}

/// The members of a JSON object.
typealias Members = [(name: String, value: JSONValue)]

/// The members of a JWT that a test changes: nil leaves one out.
typealias Changes = [String: JSONValue?]

func changed(_ members: Members, _ changes: Changes) -> Members {
    var members = members
    for (name, value) in changes {
        members.removeAll { $0.name == name }
        if let value { members.append((name, value)) }
    }
    return members
}

extension TestKey {
    static func identifier() -> JSONValue { .string(BearerToken.generate().text) }

    /// A client assertion that is right but for the changes.
    func assertion(
        of client: String = "shop", at provider: Provider, header: Changes = [:], _ claims: Changes = [:]
    ) throws -> String {
        let now = provider.now.seconds
        let right: Members = [
            ("iss", .string(client)), ("sub", .string(client)), ("aud", .string(Provider.issuer.description)),
            ("jti", Self.identifier()), ("iat", .integer(now)), ("exp", .integer(now + 60)),
        ]
        return try jwt(header: changed([("alg", .string(algorithm))], header), claims: changed(right, claims))
    }

    /// A proof of possession that is right but for the changes.
    func proof(
        _ method: String = "POST", _ path: String = "/openid/token", at provider: Provider, header: Changes = [:],
        _ claims: Changes = [:]
    ) throws -> HeaderField {
        HeaderField("DPoP", try proofText(method, path, at: provider, header: header, claims))
    }

    func proofText(
        _ method: String = "POST", _ path: String = "/openid/token", at provider: Provider, header: Changes = [:],
        _ claims: Changes = [:]
    ) throws -> String {
        try proofText(method, "\(Provider.issuer)\(path)", at: provider.now, header: header, claims)
    }

    /// - Parameter address: the whole address of the endpoint.
    func proofText(
        _ method: String, _ address: String, at now: Timestamp, header: Changes = [:], _ claims: Changes
    ) throws -> String {
        let rightHeader: Members = [
            ("alg", .string(algorithm)), ("typ", .string("dpop+jwt")), ("jwk", .object(jwk)),
        ]
        let right: Members = [
            ("jti", Self.identifier()), ("htm", .string(method)), ("htu", .string(address)),
            ("iat", .integer(now.seconds)),
        ]
        return try jwt(header: changed(rightHeader, header), claims: changed(right, claims))
    }

    /// The `ath` of an access token.
    static func hash(of token: String) -> JSONValue {
        .string(Base64URL.encode(Array(SHA256.hash(data: Array(token.utf8)))))
    }

    /// The proof for a use of an access token.
    func use(
        of token: String, at provider: Provider, header: Changes = [:], _ claims: Changes = [:]
    ) throws -> HeaderField {
        var all: Changes = ["ath": Self.hash(of: token)]
        for (name, value) in claims { all.updateValue(value, forKey: name) }
        return try proof("GET", "/openid/user", at: provider, header: header, all)
    }
}
