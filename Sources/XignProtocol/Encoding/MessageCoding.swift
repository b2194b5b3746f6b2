/// The JSON of requests and answers. Unknown members are ignored, so that a later version can add some.
public enum MessageCoding {
    /// Decodes a message.
    /// - Throws: `StrictJSON.Refusal` or `DecodingError`. Neither quotes the input, which may hold secrets, or text
    ///   that an attacker wants to inject into a log.
    public static func decode<Message: Decodable>(
        _ type: Message.Type, from bytes: [UInt8], limits: StrictJSON.Limits = .message
    ) throws -> Message {
        let value = try StrictJSON.parse(bytes, limits: limits)
        do {
            return try type.init(from: JSONValueDecoder(value: value))
        } catch {
            // The standard library's own description quotes the input.
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not a \(type)"))
        }
    }

    /// Encodes a message, with sorted members and without white space.
    /// - Throws: `EncodingError` for a null, a fraction, or an integer of 2^53 and more.
    public static func encode(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONValueEncoder()
        try message.encode(to: encoder)
        return encoder.value.serialized
    }
}
