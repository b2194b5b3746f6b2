/// `host [":" port]` as Host and the absolute-form carry it. No user information, no percent-encoding.
enum Authority {
    static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        let hostEnd: Int
        if bytes[range.lowerBound] == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]"), in: range) else { return false }
            let address = range.lowerBound + 1..<bracket
            guard address.count >= 2, bytes.allSatisfy(in: address, Grammar.addressLiteral.contains) else {
                return false
            }
            hostEnd = bracket + 1
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":"), in: range) ?? range.upperBound
            let name = range.lowerBound..<hostEnd
            guard !name.isEmpty, name.count <= 255, bytes.allSatisfy(in: name, Grammar.hostName.contains)
            else { return false }
        }
        if hostEnd == range.upperBound { return true }
        return bytes[hostEnd] == UInt8(ascii: ":") && isPort(bytes, hostEnd + 1..<range.upperBound)
    }

    private static func isPort(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard (1...5).contains(range.count) else { return false }
        var value = 0
        for index in range {
            guard let digit = bytes[index].decimalValue else { return false }
            value = value * 10 + Int(digit)
        }
        return value <= 65535
    }
}
