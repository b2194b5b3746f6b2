/// A strict decoder of percent-encoding (RFC 3986, section 2.1): two hexadecimal digits after each "%", valid UTF-8.
/// Control characters are refused in a path, and NUL everywhere.
enum PercentDecoder {
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) throws(HTTPError) -> String {
        // Most texts have no escapes.
        if bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexValue,
                    let low = bytes[index + 2].hexValue
                else { throw .malformed("invalid percent-encoding") }
                byte = high << 4 | low
                index += 2
            } else if plusIsSpace, byte == UInt8(ascii: "+") {
                byte = .space
            }
            // A form may hold line ends; NUL is refused everywhere.
            guard plusIsSpace ? byte != 0 : byte >= 0x20 && byte != 0x7F
            else { throw .malformed("escaped control character") }
            decoded.append(byte)
            index += 1
        }
        if decoded.allSatisfy({ $0 < 0x80 }) { return String(decoding: decoded, as: UTF8.self) }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .malformed("escaped bytes are not UTF-8")
        }
        return text
    }

    /// Returns true if the byte stands for itself in a path and in a form: visible ASCII except "%" and "+".
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
    }
}
