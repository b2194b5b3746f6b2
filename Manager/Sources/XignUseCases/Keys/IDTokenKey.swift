import XignCrypto
import XignDomain
import XignProtocol

/// A key that signs ID tokens, with the name under which its public half is published.
package struct IDTokenKey: Sendable {
    private enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case rs256(RSA.Signing.PrivateKey)
    }

    package let id: String
    private let key: Key
    /// The public half as a JSON Web Key (RFC 7517).
    package let jsonWebKey: JSONValue

    /// - Parameter privateKey: the P-256 scalar, or PKCS #8 in PEM for RSA.
    init(algorithm: Service.SigningAlgorithm, id: String, privateKey: [UInt8]) throws {
        self.id = id
        var members: [(name: String, value: JSONValue)] = [
            ("kid", .string(id)), ("alg", .string(algorithm.rawValue)), ("use", .string("sig")),
        ]
        switch algorithm {
        case .es256:
            let pair = try P256.Signing.PrivateKey(rawRepresentation: privateKey)
            let point = pair.publicKey.rawRepresentation
            members += [
                ("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(Base64URL.encode(point.prefix(32)))),
                ("y", .string(Base64URL.encode(point.suffix(32)))),
            ]
            key = .es256(pair)
        case .rs256:
            let pair = try RSA.Signing.PrivateKey(pemRepresentation: String(decoding: privateKey, as: UTF8.self))
            members += [
                ("kty", .string("RSA")), ("n", .string(Base64URL.encode(pair.publicKey.n))),
                ("e", .string(Base64URL.encode(pair.publicKey.e))),
            ]
            key = .rs256(pair)
        }
        jsonWebKey = .object(members)
    }

    package var algorithm: Service.SigningAlgorithm {
        switch key {
        case .es256: .es256
        case .rs256: .rs256
        }
    }

    /// Signs a JWS signing input (RFC 7518, sections 3.3 and 3.4).
    package func signature(for input: [UInt8]) throws -> [UInt8] {
        switch key {
        case .es256(let key): Array(try key.signature(for: input).rawRepresentation)
        case .rs256(let key): Array(try key.signature(for: input))
        }
    }

    /// Verifies the signature of a JWS signing input.
    package func isValid(_ signature: [UInt8], for input: [UInt8]) -> Bool {
        switch key {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.publicKey.isValidSignature(signature, for: input)
        case .rs256(let key): return key.publicKey.isValidSignature(signature, for: input)
        }
    }

    /// Draws a key id. It is random, and so discloses nothing.
    static func newIdentifier() -> String { Base64URL.encode(SecureRandom.bytes(count: 8)) }
}
