import XignCrypto
import XignProtocol

/// The key as a JSON Web Key (RFC 7517): P-256 (RFC 7518, section 6.2.1) or Ed25519 (RFC 8037, section 2).
extension ClientKey {
    /// The reason why a JSON value is no key that is accepted.
    public enum Fault: String, Error, Sendable {
        case malformed = "is no JSON Web Key"
        case isPrivate = "has a private or secret member"
        case otherKind = "is neither a P-256 nor an Ed25519 key"
        case notOnCurve = "is not a point of its curve, or not in canonical form"
        case otherUse = "is for another use or algorithm"
    }

    /// The names of the algorithms in a JWS. `EdDSA` is the name of RFC 8037, `Ed25519` that of RFC 9864.
    public static let algorithmNames = ["ES256", "EdDSA", "Ed25519"]

    /// The secret members of RFC 7518, sections 6.2.2, 6.3.2 and 6.4, and of RFC 8037, section 2.
    private static let secretMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// Reads a key that anybody can have sent. Unknown members are ignored (RFC 7517, section 4).
    public init(jsonWebKey: JSONValue) throws(Fault) {
        guard case .object(let members) = jsonWebKey else { throw .malformed }
        func member(_ name: String) -> JSONValue? { members.first { $0.name.hasSameBytes(as: name) }?.value }
        guard !Self.secretMembers.contains(where: { member($0) != nil }) else { throw .isPrivate }
        let id = try member("kid").map { value throws(Fault) in try Self.text(value) }
        let curve = try member("crv").map { value throws(Fault) in try Self.text(value) }
        switch (try Self.text(member("kty")), curve) {
        case ("EC", "P-256"):
            let point = try Self.coordinate(member("x")) + Self.coordinate(member("y"))
            self.init(id: id, algorithm: .es256, bytes: point)
        case ("OKP", "Ed25519"): self.init(id: id, algorithm: .edDSA, bytes: try Self.coordinate(member("x")))
        default: throw .otherKind
        }
        guard isUsable else { throw .notOnCurve }
        if let use = member("use"), try !Self.text(use).hasSameBytes(as: "sig") { throw .otherUse }
        if let name = member("alg"), try !isFor(Self.text(name)) { throw .otherUse }
    }

    /// The base64url of the SHA-256 thumbprint (RFC 7638, section 3): 43 characters.
    public var thumbprint: String {
        // Serialized with the members in lexicographic order and without white space, as section 3.3 demands.
        let members: [(name: String, value: JSONValue)] =
            switch algorithm {
            case .es256:
                [
                    ("kty", .string("EC")), ("crv", .string("P-256")),
                    ("x", .string(Base64URL.encode(bytes.prefix(32)))),
                    ("y", .string(Base64URL.encode(bytes.suffix(32)))),
                ]
            case .edDSA:
                [("kty", .string("OKP")), ("crv", .string("Ed25519")), ("x", .string(Base64URL.encode(bytes)))]
            }
        return Base64URL.encode(Array(SHA256.hash(data: JSONValue.object(members).serialized)))
    }

    /// Returns true for the name of the key's own algorithm in a JWS: an `alg` that anybody can write chooses nothing.
    public func isFor(_ name: String) -> Bool {
        switch algorithm {
        case .es256: name.hasSameBytes(as: "ES256")
        case .edDSA: name.hasSameBytes(as: "EdDSA") || name.hasSameBytes(as: "Ed25519")
        }
    }

    private static func text(_ value: JSONValue?) throws(Fault) -> String {
        guard case .string(let text)? = value, !text.isEmpty else { throw .malformed }
        return text
    }

    private static func coordinate(_ value: JSONValue?) throws(Fault) -> [UInt8] {
        guard let bytes = Base64URL.decode(try text(value)), bytes.count == 32 else { throw .notOnCurve }
        return bytes
    }
}
