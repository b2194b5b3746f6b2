/// A strict decoder of Base64 with padding (RFC 4648, section 4): one text for each value, no white space.
enum Base64 {
    static func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        guard bytes.count.isMultiple(of: 4) else { return nil }
        let padding = bytes.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
        var decoded: [UInt8] = []
        var bits: UInt32 = 0, count = 0
        for byte in bytes.dropLast(padding) {
            guard let value = value(byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        // The bits that are left over must be zero.
        return bits & (1 << UInt32(count) - 1) == 0 ? decoded : nil
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
