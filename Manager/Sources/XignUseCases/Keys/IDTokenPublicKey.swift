import XignCrypto
import XignDomain
import XignProtocol

/// The public half of an ID token key: it is published, and verifies the tokens that websites send back as hints.
package struct IDTokenPublicKey: Sendable {
    enum Key: Sendable {
        case es256(P256.Signing.PublicKey)
        case rsa(RSA.Signing.PublicKey, RSA.Signing.Padding)
    }

    /// The name by which tokens refer to the key: `kid`.
    package let id: String
    private let key: Key

    init(id: String, key: Key) {
        self.id = id
        self.key = key
    }

    package var algorithm: Service.SigningAlgorithm {
        switch key {
        case .es256: .es256
        case .rsa(_, .pkcs1v1_5): .rs256
        case .rsa(_, .pss): .ps256
        }
    }

    /// Verifies the signature of a JWS signing input.
    package func isValid(_ signature: [UInt8], for input: [UInt8]) -> Bool {
        switch key {
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: input)
        case .rsa(let key, let padding): return key.isValidSignature(signature, for: input, padding: padding)
        }
    }

    // MARK: JSON Web Key (RFC 7517)

    package var jsonWebKey: JSONValue {
        let members: [(name: String, bytes: [UInt8])] =
            switch key {
            case .es256(let key):
                [("x", Array(key.rawRepresentation.prefix(32))), ("y", Array(key.rawRepresentation.suffix(32)))]
            case .rsa(let key, _): [("n", Array(key.n)), ("e", Array(key.e))]
            }
        return .object(
            [("kid", .string(id)), ("alg", .string(algorithm.rawValue)), ("use", .string("sig"))]
                + Self.kind(of: algorithm) + members.map { ($0.name, .string(Base64URL.encode($0.bytes))) })
    }

    private static func kind(of algorithm: Service.SigningAlgorithm) -> [(name: String, value: JSONValue)] {
        switch algorithm {
        case .es256: [("kty", .string("EC")), ("crv", .string("P-256"))]
        case .rs256, .ps256: [("kty", .string("RSA"))]
        }
    }

    /// Reads a key that this manager has retired.
    /// - Parameter bytes: `jsonWebKey`, serialized.
    /// - Throws: `ManagerError` for anything else.
    init(retired bytes: [UInt8]) throws {
        let members = try Self.members(of: bytes)
        guard let id = members["kid"], let algorithm = members["alg"].flatMap(Service.SigningAlgorithm.init(rawValue:))
        else { throw Self.unreadable }
        func number(_ name: String) throws -> [UInt8] {
            guard let value = members[name].flatMap({ Base64URL.decode($0) }) else { throw Self.unreadable }
            return value
        }
        self.id = id
        key =
            switch algorithm {
            case .es256: .es256(try P256.Signing.PublicKey(rawRepresentation: try number("x") + number("y")))
            case .rs256, .ps256:
                .rsa(
                    try RSA.Signing.PublicKey(n: try number("n"), e: try number("e")),
                    algorithm == .ps256 ? .pss : .pkcs1v1_5)
            }
    }

    private static func members(of bytes: [UInt8]) throws -> [String: String] {
        guard case .object(let members) = try StrictJSON.parse(bytes, limits: .statement) else { throw unreadable }
        var texts: [String: String] = [:]
        for case (let name, .string(let text)) in members { texts[name] = text }
        return texts
    }

    private static var unreadable: ManagerError {
        ManagerError(.noSigningKey, "A retired key of ID tokens cannot be read: restore the database from a backup.")
    }
}
