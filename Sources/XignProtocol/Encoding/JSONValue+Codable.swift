/// A part of a message that is read by the strict reader of statements, so that the same text has one meaning in both.
extension JSONValue: Codable {
    /// - Throws: `DecodingError` unless the decoder is the one of `MessageCoding`.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? JSONValueDecoder else { throw JSONValueDecoder.mismatch("MessageCoding") }
        self = decoder.value
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: MemberName.self)
            for member in members { try container.encode(member.value, forKey: MemberName(member.name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .integer(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .boolean(let flag):
            var container = encoder.singleValueContainer()
            try container.encode(flag)
        }
    }

    private struct MemberName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
