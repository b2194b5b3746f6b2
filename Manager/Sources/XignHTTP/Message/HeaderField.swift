/// A header field: a name, whose case does not matter, and a value.
///
/// In an answer the name must be a token and the value free of control characters (RFC 9110, section 5.5), and the
/// fields that frame a message (Content-Length, Transfer-Encoding, Connection, Date) belong to the server. An answer
/// that breaks these rules is replaced by 500, so that no handler can be made to split an answer.
public struct HeaderField: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension String {
    /// Compares ASCII letters without regard to case, as field names are.
    func isEqualIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.lowercased == $1.lowercased }
    }
}
