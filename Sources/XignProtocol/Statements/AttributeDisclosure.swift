import XignCrypto

/// The value of an attribute in the one text form that is digested, sent and stored, and never encoded again, as in
/// SD-JWT (protocol.md, section 5).
///
/// A digest of this form fixes the value. The salt prevents finding the value by trying candidates.
public struct AttributeDisclosure: Sendable, Equatable {
    /// The encoded form: base64url(json [salt, name, value]).
    public let text: String
    public let name: String
    public let value: String

    /// Makes a disclosure.
    /// - Parameter salt: 16 random bytes.
    public init(salt: [UInt8], name: String, value: String) {
        self.name = name
        self.value = value
        text = Base64URL.encode(
            JSONValue.array([.bytes(salt), .string(name), .string(value)]).serialized)
    }

    /// Reads a disclosure as it was sent.
    ///
    /// Only the canonical encoding is accepted: the text is stored as it is, and white space could make it arbitrarily
    /// large.
    /// - Throws: `StatementError.malformed`.
    public init(parsing text: String) throws(StatementError) {
        guard let bytes = Base64URL.decode(text) else { throw .malformed }
        let parts = try StatementCoding.json(bytes).asArray()
        guard parts.count == 3, let salt = Base64URL.decode(try parts[0].asString()), salt.count == 16 else {
            throw .malformed
        }
        self.init(salt: salt, name: try parts[1].asString(), value: try parts[2].asString())
        guard self.text.hasSameBytes(as: text) else { throw .malformed }
    }

    /// The SHA-256 of the text.
    public var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

/// The description and the reflection omit the value, which is personal data.
extension AttributeDisclosure: CustomStringConvertible, CustomReflectable {
    public var description: String { "disclosure of \(name)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
