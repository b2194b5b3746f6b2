import XignCrypto

/// An attribute's value in the one text form that is digested, sent and stored, and never encoded again (as in SD-JWT): the
/// released value is pinned, and without the salt a digest cannot be reversed by trying values.
public struct AttributeDisclosure: Sendable, Equatable {
    /// base64url(json [salt, name, value]).
    public let text: String
    public let name: String
    public let value: String

    /// - Parameter salt: 16 random bytes.
    public init(salt: [UInt8], name: String, value: String) {
        self.name = name
        self.value = value
        text = Base64URL.encode(
            JSONValue.array([.bytes(salt), .string(name), .string(value)]).serialized)
    }

    /// Reads a disclosure as it was sent. It must be in the one form in which we write it: it is stored as it is, and white space
    /// would make it as large as one likes.
    public init(parsing text: String) throws(StatementError) {
        guard let bytes = Base64URL.decode(text) else { throw .malformed }
        let parts = try StatementCoding.json(bytes).asArray()
        guard parts.count == 3, let salt = Base64URL.decode(try parts[0].asString()), salt.count == 16 else {
            throw .malformed
        }
        self.init(salt: salt, name: try parts[1].asString(), value: try parts[2].asString())
        guard self.text.hasSameBytes(as: text) else { throw .malformed }
    }

    /// SHA-256 of the text.
    public var digest: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

/// Never printed: it holds personal data.
extension AttributeDisclosure: CustomStringConvertible, CustomReflectable {
    public var description: String { "disclosure of \(name)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
