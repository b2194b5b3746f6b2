/// A set of ASCII characters, tested without a table in memory.
struct ByteSet: Sendable {
    private var low: UInt64 = 0, high: UInt64 = 0

    init(_ characters: String) {
        for byte in characters.utf8 { insert(byte) }
    }

    func union(_ characters: String) -> ByteSet {
        var copy = self
        for byte in characters.utf8 { copy.insert(byte) }
        return copy
    }

    func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> UInt64(byte) & 1 != 0
        case 64..<128: high >> UInt64(byte - 64) & 1 != 0
        default: false
        }
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
}

/// The character classes of RFC 9110 and RFC 3986 that the parser needs.
enum Grammar {
    static let alphanumeric = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    /// tchar, RFC 9110, section 5.6.2
    static let token = alphanumeric.union("!#$%&'*+-.^_`|~")
    /// pchar and "/", RFC 3986, section 3.3; "%" starts an escape that the decoder checks
    static let path = alphanumeric.union("-._~!$&'()*+,;=:@/%")
    /// The query of RFC 3986 and what browsers leave unescaped in one (WHATWG URL, query percent-encode set)
    static let query = path.union("?[]{}|^`\\")
    /// A registered name as the DNS knows it: stricter than RFC 3986
    static let hostName = alphanumeric.union("-._")
    /// RFC 6265, section 4.1.1: no blanks, quotes, commas, semicolons or backslashes
    static let cookieOctet = alphanumeric.union("!#$%&'()*+-./:<=>?@[]^_`{|}~")
    /// path-value of RFC 6265, section 4.1.1, without blanks
    static let cookiePath = cookieOctet.union("\",\\")
    /// token68 of RFC 9110, section 11.2
    static let token68 = alphanumeric.union("-._~+/=")
    static let addressLiteral = ByteSet("0123456789abcdefABCDEF:.")
}

extension UInt8 {
    static let tab: UInt8 = 9, lineFeed: UInt8 = 10, carriageReturn: UInt8 = 13, space: UInt8 = 32

    /// Refused everywhere in a head; HTAB is judged where it may appear.
    var isControl: Bool { self < 0x20 && self != .tab || self == 0x7F }

    var lowercased: UInt8 { self >= 65 && self <= 90 ? self | 0x20 : self }

    var hexValue: UInt8? {
        switch self {
        case 48...57: self - 48
        case 65...70: self - 55
        case 97...102: self - 87
        default: nil
        }
    }

    var decimalValue: UInt8? { self >= 48 && self <= 57 ? self - 48 : nil }
}

extension Span<UInt8> {
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range where self[index] == byte { return index }
        return nil
    }

    func allSatisfy(in range: Range<Int>, _ condition: (UInt8) -> Bool) -> Bool {
        for index in range where !condition(self[index]) { return false }
        return true
    }

    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard text.utf8CodeUnitCount == range.count else { return false }
        let expected = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for offset in 0..<range.count where unsafe self[range.lowerBound + offset] != expected[offset] { return false }
        return true
    }

    func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }

    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

extension [UInt8] {
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
