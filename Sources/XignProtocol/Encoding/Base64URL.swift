/// Base64url without padding (RFC 4648, section 5), the only text form of bytes in the protocol.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each ASCII character, 255 for those outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The text of `bytes`, without padding.
    public static func encode(_ bytes: some Collection<UInt8>) -> String { encode(Array(bytes)) }

    /// The bytes of `text`, or nil where it is not the one encoding of any bytes: padding, characters outside the
    /// alphabet, white space, an impossible length and trailing bits other than zero are refused, so that two texts
    /// never mean the same bytes (RFC 4648, section 3.5).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(characters: Array(text.utf8)) }

    // For arrays and strings themselves, since generic code that other modules call is not specialized for them.

    public static func decode(_ text: String) -> [UInt8]? { decode(characters: Array(text.utf8)) }

    public static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = alphabet
        // Four characters for three bytes; every one of them is written below.
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
            // One byte more takes two characters, two take three.
            guard whole < bytes.count else { return count }
            let group = Int(bytes[whole]) << 16 | (whole + 1 < bytes.count ? Int(bytes[whole + 1]) << 8 : 0)
            text[count] = alphabet[group >> 18]
            text[count + 1] = alphabet[group >> 12 & 63]
            if whole + 1 < bytes.count { text[count + 2] = alphabet[group >> 6 & 63] }
            return count + 1 + bytes.count - whole
        }
    }

    /// In place: four characters are read before their three bytes are written.
    private static func decode(characters: [UInt8]) -> [UInt8]? {
        var bytes = characters
        guard let count = bytes.withUnsafeMutableBufferPointer({ decode($0) }) else { return nil }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// The number of bytes that now stand in front, nil for what is no base64url.
    private static func decode(_ text: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        let values = values
        let whole = text.count - text.count % 4
        var count = 0
        for index in stride(from: 0, to: whole, by: 4) {
            let (a, b) = (values[Int(text[index])], values[Int(text[index + 1])])
            let (c, d) = (values[Int(text[index + 2])], values[Int(text[index + 3])])
            // Only 255 has one of the two upper bits.
            guard a | b | c | d < 64 else { return nil }
            text[count] = a << 2 | b >> 4
            text[count + 1] = b << 4 | c >> 2
            text[count + 2] = c << 6 | d
            count += 3
        }
        // Of one byte more two characters are left, of two three; no bit of theirs may be lost.
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
