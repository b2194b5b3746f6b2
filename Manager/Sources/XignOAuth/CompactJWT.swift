import XignProtocol

/// A JWT in compact serialization (RFC 7515, section 7.1; RFC 7519), as it was read: nothing in it is verified.
///
/// The parser is strict, so that no two readers understand a token differently: canonical base64url, strict JSON
/// without duplicate members, and no critical extensions, of which none is known here (RFC 7515, section 4.1.11).
package struct CompactJWT: Sendable {
    package static let limits = StrictJSON.Limits(size: 8192, depth: 8)

    /// An object of a JWT: its header, or its claims.
    package struct Members: Sendable {
        private let members: [(name: String, value: JSONValue)]

        fileprivate init?(decoding part: Substring.UTF8View) {
            guard let bytes = Base64URL.decode(String(Substring(part))),
                case .object(let members)? = try? StrictJSON.parse(bytes, limits: CompactJWT.limits)
            else { return nil }
            self.members = members
        }

        package subscript(name: String) -> JSONValue? {
            members.first { $0.name.hasSameBytes(as: name) }?.value
        }

        /// Returns the value of a string; nil where it is missing or of another type.
        package func text(_ name: String) -> String? {
            guard case .string(let text)? = self[name] else { return nil }
            return text
        }

        /// Returns the value of an integer, such as a time; nil where it is missing or of another type.
        package func integer(_ name: String) -> Int64? {
            guard case .integer(let number)? = self[name] else { return nil }
            return number
        }

        /// Returns true for a string with exactly these bytes.
        package func has(_ name: String, _ expected: String) -> Bool {
            text(name)?.hasSameBytes(as: expected) ?? false
        }
    }

    package let header: Members
    package let claims: Members
    /// The `alg` of the header. Anybody can write it: a key decides if it belongs to itself.
    package let algorithm: String
    /// The bytes that the signature covers.
    package let signingInput: [UInt8]
    package let signature: [UInt8]

    /// Reads a token; nil where it is none, or larger than the limits.
    package init?(parsing text: String) {
        guard text.utf8.count <= Self.limits.size else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Members(decoding: parts[0]), let claims = Members(decoding: parts[1]),
            let signature = Base64URL.decode(String(Substring(parts[2]))), let algorithm = header.text("alg"),
            header["crit"] == nil
        else { return nil }
        self.header = header
        self.claims = claims
        self.algorithm = algorithm
        self.signature = signature
        signingInput = Array(text.utf8.prefix(parts[0].count + 1 + parts[1].count))
    }

    /// The `kid` of the header; nil where it has none.
    package var keyID: String? { header.text("kid") }

    /// Returns true for a `typ` of the header, in any case, with or without `application/` (RFC 7515, section 4.1.9).
    package func hasType(_ type: String) -> Bool {
        guard let found = header.text("typ")?.lowercased() else { return false }
        return found.hasSameBytes(as: type) || found.hasSameBytes(as: "application/\(type)")
    }
}
