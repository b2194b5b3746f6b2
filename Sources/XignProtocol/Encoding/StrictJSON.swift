/// A parser of JSON in the protocol's profile (protocol.md, "Strict JSON"). It refuses everything that two readers
/// could interpret differently.
///
/// Refused are invalid UTF-8, a byte order mark, noncharacters (RFC 7493, section 2.1), lone surrogates, duplicate
/// members at any depth, anything after the value, null, fractions, exponents, leading zeros, integers of 2^53 and
/// more, and inputs beyond the limits.
public struct StrictJSON {
    /// The limits of an input.
    public struct Limits: Sendable {
        /// The size in bytes.
        public var size: Int
        /// The number of nested objects and arrays.
        public var depth: Int

        public init(size: Int, depth: Int) {
            self.size = size
            self.depth = depth
        }

        /// Limits of statements and key material.
        public static let statement = Limits(size: 16 * 1024, depth: 6)
        /// Limits of requests and answers.
        public static let message = Limits(size: 64 * 1024, depth: 10)
    }

    /// The reason why an input was refused. It does not quote the input, which may hold secrets.
    public struct Refusal: Error, Equatable, Sendable {
        /// The rule that was broken, in English.
        public let reason: String
        /// The position in bytes from the start.
        public let offset: Int
    }

    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0

    /// Parses exactly one value.
    /// - Throws: `Refusal`.
    public static func parse(_ bytes: [UInt8], limits: Limits) throws(Refusal) -> JSONValue {
        guard bytes.count <= limits.size else { throw Refusal(reason: "larger than \(limits.size) bytes", offset: 0) }
        var parser = StrictJSON(bytes: bytes, maximumDepth: limits.depth)
        let value = try parser.value(depth: 0)
        parser.skipWhiteSpace()
        guard parser.index == bytes.count else { throw parser.refusal("text after the value") }
        return value
    }

    private init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    private func refusal(_ reason: String) -> Refusal { Refusal(reason: reason, offset: index) }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func take(_ expected: UInt8, _ reason: String) throws(Refusal) {
        guard current == expected else { throw refusal(reason) }
        index += 1
    }

    private mutating func value(depth: Int) throws(Refusal) -> JSONValue {
        skipWhiteSpace()
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return .integer(try integer())
        default: throw refusal("not a value of this profile")
        }
    }

    private mutating func object(depth: Int) throws(Refusal) -> JSONValue {
        guard depth <= maximumDepth else { throw refusal("nested too deeply") }
        index += 1
        var members: [(name: String, value: JSONValue)] = []
        var names: Set<[UInt8]> = []
        skipWhiteSpace()
        if current == UInt8(ascii: "}") {
            index += 1
            return .object([])
        }
        while true {
            skipWhiteSpace()
            let name = try string()
            guard !Self.contains(name, members, &names) else { throw refusal("a duplicate member") }
            skipWhiteSpace()
            try take(UInt8(ascii: ":"), "a missing colon")
            members.append((name, try value(depth: depth)))
            skipWhiteSpace()
            if current == UInt8(ascii: ",") {
                index += 1
                continue
            }
            try take(UInt8(ascii: "}"), "an unterminated object")
            return .object(members)
        }
    }

    /// Returns whether a member of this name was read before, comparing names as bytes.
    ///
    /// From 32 members on, `names` is an index of all names, since comparing each with each takes quadratic time.
    private static func contains(
        _ name: String, _ members: [(name: String, value: JSONValue)], _ names: inout Set<[UInt8]>
    ) -> Bool {
        if members.count < 32 { return members.contains { $0.name.hasSameBytes(as: name) } }
        if names.isEmpty { names = Set(members.map { Array($0.name.utf8) }) }
        return !names.insert(Array(name.utf8)).inserted
    }

    private mutating func array(depth: Int) throws(Refusal) -> JSONValue {
        guard depth <= maximumDepth else { throw refusal("nested too deeply") }
        index += 1
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if current == UInt8(ascii: "]") {
            index += 1
            return .array([])
        }
        while true {
            elements.append(try value(depth: depth))
            skipWhiteSpace()
            if current == UInt8(ascii: ",") {
                index += 1
                continue
            }
            try take(UInt8(ascii: "]"), "an unterminated array")
            return .array(elements)
        }
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(Refusal) -> JSONValue {
        let expected = text.bytes
        guard bytes[index...].starts(with: expected) else {
            throw refusal("not a value of this profile")
        }
        index += expected.count
        return value
    }

    private mutating func integer() throws(Refusal) -> Int64 {
        let isNegative = current == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let start = index
        var number: Int64 = 0
        while let byte = current, byte.isDigit {
            number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            index += 1
            guard number < 1 << 53 else { throw refusal("a number of 2^53 or more") }
        }
        let digits = index - start
        guard digits > 0, digits == 1 || bytes[start] != UInt8(ascii: "0"), !(isNegative && number == 0) else {
            throw refusal("an integer that is not canonical")
        }
        if let byte = current, byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
            throw refusal("a fraction or an exponent")
        }
        return isNegative ? -number : number
    }

    private mutating func string() throws(Refusal) -> String {
        try take(UInt8(ascii: "\""), "a missing string")
        let start = index
        // Most strings are ASCII without escapes, which needs no check: it is UTF-8 without noncharacters.
        let isASCII = skipPlainText()
        if current == UInt8(ascii: "\"") {
            index += 1
            let text = bytes[start..<index - 1]
            return isASCII ? String(decoding: text, as: UTF8.self) : try checked(text)
        }
        var text = Array(bytes[start..<index])
        while true {
            guard let byte = current else { throw refusal("an unterminated string") }
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return try checked(text[...])
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw refusal("a control character in a string")
            default: text.append(byte)
            }
        }
    }

    /// Skips to the end of the string, to an escape or to a control character. Returns whether all before it was ASCII.
    private mutating func skipPlainText() -> Bool {
        let start = index
        let (end, bits) = bytes.withUnsafeBufferPointer { bytes in
            var (end, bits) = (start, 0 as UInt8)
            while end < bytes.count {
                let byte = bytes[end]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
                bits |= byte
                end += 1
            }
            return (end, bits)
        }
        index = end
        return bits < 0x80
    }

    private func checked(_ text: ArraySlice<UInt8>) throws(Refusal) -> String {
        guard let string = String(validating: text, as: UTF8.self) else { throw refusal("not UTF-8") }
        // The encoding of every noncharacter begins with 0xEF or a greater byte.
        guard !text.contains(where: { $0 >= 0xEF }) || !string.unicodeScalars.contains(where: Self.isNoncharacter)
        else {
            throw refusal("a noncharacter")
        }
        return string
    }

    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isNoncharacterCodePoint }

    private mutating func escape(into text: inout [UInt8]) throws(Refusal) {
        guard let byte = current else { throw refusal("an unterminated string") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                guard bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
                    throw refusal("a lone surrogate")
                }
                index += 2
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw refusal("a lone surrogate") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw refusal("a lone surrogate") }
            text.append(contentsOf: String(scalar).utf8)
        default: throw refusal("an invalid escape")
        }
    }

    private mutating func hexadecimal() throws(Refusal) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw refusal("an escape without four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }
}
