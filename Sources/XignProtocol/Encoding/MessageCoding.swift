/// The JSON of requests and answers: read by the strict reader alone. Unknown members are ignored, so that a
/// later version can add some.
public enum MessageCoding {
    /// - Throws: `StrictJSON.Refusal` or `DecodingError`; neither quotes the input, which may hold secrets or what an attacker
    ///   wants in a log.
    public static func decode<Message: Decodable>(
        _ type: Message.Type, from bytes: [UInt8], limits: StrictJSON.Limits = .message
    ) throws -> Message {
        let value = try StrictJSON.parse(bytes, limits: limits)
        do {
            return try type.init(from: JSONValueDecoder(value: value))
        } catch {
            // The standard library's own description quotes words that do not fit.
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not a \(type)"))
        }
    }

    /// Members sorted, no white space.
    /// - Throws: `EncodingError` where the message has a null, a fraction or an integer that the profile has not.
    public static func encode(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONValueEncoder()
        try message.encode(to: encoder)
        return encoder.value.serialized
    }
}
