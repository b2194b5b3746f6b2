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
    public static func encode(_ bytes: some Collection<UInt8>) -> String { encode(bytes: Array(bytes)) }

    /// The bytes of `text`, or nil where it is not the one encoding of any bytes: padding, characters outside the
    /// alphabet, white space, an impossible length and trailing bits other than zero are refused, so that two texts
    /// never mean the same bytes (RFC 4648, section 3.5).
    public static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(characters: Array(text.utf8)) }

    // Both loops run over arrays, since generic code that other modules call is not specialized for them.

    private static func encode(bytes: [UInt8]) -> String {
        let alphabet = alphabet
        var text = [UInt8](repeating: 0, count: (bytes.count * 4 + 2) / 3)
        var count = 0
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text[count] = alphabet[Int(pending >> bits & 63)]
                count += 1
            }
        }
        if bits > 0 { text[count] = alphabet[Int(pending << (6 - bits) & 63)] }
        return String(decoding: text, as: UTF8.self)
    }

    private static func decode(characters: [UInt8]) -> [UInt8]? {
        let values = values
        var bytes = [UInt8](repeating: 0, count: characters.count * 3 / 4)
        var count = 0
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in characters {
            let value = values[Int(character)]
            guard value != 255 else { return nil }
            pending = (pending << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes[count] = UInt8(truncatingIfNeeded: pending >> bits)
                count += 1
            }
        }
        guard bits < 6, pending & (1 << bits - 1) == 0 else { return nil }
        return bytes
    }
}
