import XignProtocol

extension IDTokenKey {
    /// Signs a JWT in compact serialization (RFC 7515, section 7.1): an ID token, or a logout token.
    /// - Parameter type: the `typ` of the header, which keeps tokens of one kind from being taken for another (RFC
    ///   8725, section 3.11).
    package func jwt(type: String, claims: [(name: String, value: JSONValue)]) throws -> String {
        let header = JSONValue.object([
            ("alg", .string(algorithm.rawValue)), ("kid", .string(id)), ("typ", .string(type)),
        ])
        let payload = JSONValue.object(claims)
        let input = "\(Base64URL.encode(header.serialized)).\(Base64URL.encode(payload.serialized))"
        return "\(input).\(Base64URL.encode(try signature(for: Array(input.utf8))))"
    }
}
