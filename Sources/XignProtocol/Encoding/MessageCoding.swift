#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSON of requests and answers: checked by the strict reader, then decoded. Unknown members are ignored, so that a
/// later version can add some.
public enum MessageCoding {
    /// - Throws: `StrictJSON.Refusal` or `DecodingError`; neither quotes the input, which may hold secrets or what an attacker
    ///   wants in a log.
    public static func decode<Message: Decodable>(
        _ type: Message.Type, from bytes: [UInt8], limits: StrictJSON.Limits = .message
    ) throws -> Message {
        _ = try StrictJSON.parse(bytes, limits: limits)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            // Foundation's own description quotes words and numbers that do not fit.
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not a \(type)"))
        }
    }

    /// Members sorted, no white space.
    public static func encode(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(message))
    }
}
