/// A part of a message that is read by the strict reader of statements, so that the same text has one meaning in both.
///
/// Only the coders of `MessageCoding` can read and write it.
extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? JSONValueDecoder else { throw JSONValueDecoder.mismatch("MessageCoding") }
        self = decoder.value
    }

    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONValueEncoder else { throw JSONValueEncoder.unsupported("a JSON value") }
        encoder.put(self)
    }
}
