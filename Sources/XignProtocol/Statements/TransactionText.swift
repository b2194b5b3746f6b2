/// The text of an act that a browser asks for: parts by the manager, and names by anybody (protocol.md, section 9).
///
/// Each name is shown on a line of its own, so that a name cannot rewrite the sentence around it.
public struct TransactionText: Sendable {
    public enum Part: Sendable {
        /// Words of the manager.
        case literal(String)
        /// A name that anybody may have chosen.
        case name(String)

        public var text: String {
            switch self {
            case .literal(let text), .name(let text): text
            }
        }
    }

    /// The largest number of parts. There is at least one.
    public static let maximumPartCount = 32
    /// The largest number of bytes of UTF-8 of all parts together.
    public static let maximumByteCount = 1024

    /// The kind of act, for auditors: 1 to 64 ASCII letters.
    public var type: String
    /// A language tag (BCP 47): 2 to 35 ASCII letters, digits and hyphens.
    public var language: String
    /// The parts; the first is a literal.
    public var parts: [Part]

    public init(type: String, language: String, parts: [Part]) {
        self.type = type
        self.language = language
        self.parts = parts
    }
}

extension TransactionText {
    init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        type = try reader.string("type")
        language = try reader.string("language")
        parts = []
        for value in try reader.array("text") {
            var part = try JSONObjectReader(value)
            if let literal = try part.optionalDisplayText("literal") {
                parts.append(.literal(literal))
            } else {
                parts.append(.name(try part.displayText("name")))
            }
            try part.end()
        }
        try reader.end()
        guard isValid else { throw .malformed }
    }

    /// True for a text that devices show.
    public var isValid: Bool {
        guard (1...64).contains(type.utf8.count), type.utf8.allSatisfy(\.isLetter),
            (2...35).contains(language.utf8.count),
            language.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }),
            (1...Self.maximumPartCount).contains(parts.count), case .literal = parts[0]
        else { return false }
        return parts.allSatisfy { DisplayText.isValid($0.text) }
            && parts.reduce(0, { $0 + $1.text.utf8.count }) <= Self.maximumByteCount
    }

    var json: JSONValue {
        .object([
            ("type", .string(type)), ("language", .string(language)),
            (
                "text",
                .array(
                    parts.map { part in
                        switch part {
                        case .literal(let text): .object([("literal", .string(text))])
                        case .name(let text): .object([("name", .string(text))])
                        }
                    })
            ),
        ])
    }
}

/// Compares the bytes of all strings.
extension TransactionText: Equatable {
    public static func == (one: Self, other: Self) -> Bool { one.json.serialized == other.json.serialized }
}
