import XignCrypto
import XignDomain
import XignProtocol

/// A key that signs ID tokens and logout tokens.
package struct IDTokenKey: Sendable {
    private enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case rsa(RSA.Signing.PrivateKey, RSA.Signing.Padding)
    }

    package let id: String
    private let key: Key

    /// - Parameter privateKey: the P-256 scalar, or PKCS #8 in PEM for RSA.
    init(algorithm: Service.SigningAlgorithm, id: String, privateKey: [UInt8]) throws {
        self.id = id
        key =
            switch algorithm {
            case .es256: .es256(try P256.Signing.PrivateKey(rawRepresentation: privateKey))
            case .rs256, .ps256:
                .rsa(
                    try RSA.Signing.PrivateKey(pemRepresentation: String(decoding: privateKey, as: UTF8.self)),
                    algorithm == .ps256 ? .pss : .pkcs1v1_5)
            }
    }

    /// Draws the private half of a new key, as `init` takes it. RSA takes seconds on a slow machine.
    static func drawPrivateKey(for algorithm: Service.SigningAlgorithm) throws -> [UInt8] {
        switch algorithm {
        case .es256: Array(P256.Signing.PrivateKey().rawRepresentation)
        case .rs256, .ps256: Array(try RSA.Signing.PrivateKey(bitCount: 3072).pemRepresentation.utf8)
        }
    }

    /// Draws a key id. It is random, and so discloses nothing.
    static func newIdentifier() -> String { Base64URL.encode(SecureRandom.bytes(count: 8)) }

    package var publicKey: IDTokenPublicKey {
        switch key {
        case .es256(let key): IDTokenPublicKey(id: id, key: .es256(key.publicKey))
        case .rsa(let key, let padding): IDTokenPublicKey(id: id, key: .rsa(key.publicKey, padding))
        }
    }

    package var algorithm: Service.SigningAlgorithm { publicKey.algorithm }

    /// Signs a JWS signing input (RFC 7518, sections 3.3 to 3.5).
    package func signature(for input: [UInt8]) throws -> [UInt8] {
        switch key {
        case .es256(let key): Array(try key.signature(for: input).rawRepresentation)
        case .rsa(let key, let padding): Array(try key.signature(for: input, padding: padding))
        }
    }
}
