/// Base64url without padding (RFC 4648, section 5): the only text form of bytes in the protocol.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte, 255 for those outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Encodes bytes, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String { encode(Array(bytes)) }

    /// Decodes a text, or returns nil where it is not in canonical form.
    ///
    /// Padding, characters outside the alphabet, white space, an impossible length and trailing bits other than zero
    /// are refused, so that no two texts stand for the same bytes (RFC 4648, section 3.5).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(characters: Array(text.utf8)) }

    // The overloads for arrays and strings exist since generic code is not specialized for callers in other modules.

    /// Decodes a string, like the generic function.
    public static func decode(_ text: String) -> [UInt8]? { decode(characters: Array(text.utf8)) }

    /// Encodes an array, like the generic function.
    public static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = alphabet
        // Four characters for three bytes. Every character is written below.
        return String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            let whole = bytes.count - bytes.count % 3
            var count = 0
            for index in stride(from: 0, to: whole, by: 3) {
                let group = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                text[count] = alphabet[group >> 18]
                text[count + 1] = alphabet[group >> 12 & 63]
                text[count + 2] = alphabet[group >> 6 & 63]
                text[count + 3] = alphabet[group & 63]
                count += 4
            }
            // One remaining byte takes two characters, two take three.
            guard whole < bytes.count else { return count }
            let group = Int(bytes[whole]) << 16 | (whole + 1 < bytes.count ? Int(bytes[whole + 1]) << 8 : 0)
            text[count] = alphabet[group >> 18]
            text[count + 1] = alphabet[group >> 12 & 63]
            if whole + 1 < bytes.count { text[count + 2] = alphabet[group >> 6 & 63] }
            return count + 1 + bytes.count - whole
        }
    }

    /// Decodes in place: four characters are read before their three bytes are written.
    private static func decode(characters: [UInt8]) -> [UInt8]? {
        var bytes = characters
        guard let count = bytes.withUnsafeMutableBufferPointer({ decode($0) }) else { return nil }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Replaces the text by its bytes and returns their number, or nil where the text is not base64url.
    private static func decode(_ text: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        let values = values
        let whole = text.count - text.count % 4
        var count = 0
        for index in stride(from: 0, to: whole, by: 4) {
            let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
            let (c, d) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
            // Only 255, the value of an invalid character, has one of the two upper bits.
            guard a | b | c | d < 64 else { return nil }
            text[count] = a << 2 | b >> 4
            text[count + 1] = b << 4 | c >> 2
            text[count + 2] = c << 6 | d
            count += 3
        }
        // Two characters are left of one remaining byte, three of two. Their unused bits must be zero.
        let rest = text.count - whole
        guard rest > 0 else { return count }
        guard rest > 1 else { return nil }
        let (a, b) = (values[Int(text[whole])], values[Int(text[whole + 1])])
        let c = rest == 3 ? values[Int(text[whole + 2])] : 0
        guard a | b | c < 64, rest == 2 ? b & 15 == 0 : c & 3 == 0 else { return nil }
        text[count] = a << 2 | b >> 4
        text[count + 1] = b << 4 | c >> 2
        return count + rest - 1
    }
}
