/// A parser of request heads (RFC 9112, section 2.1): a pure function over bytes. Lines are checked in their order,
/// each only when its CRLF has arrived, so that a prefix of the input is either incomplete or fails in the same way.
enum HeadParser {
    struct Result {
        var head: RequestHead
        var length: Int  // where the body begins
    }

    /// Parses a head; nil if it is not complete yet.
    static func parse(_ bytes: Span<UInt8>, limits: HeadLimits) throws(HTTPError) -> Result? {
        guard let start = try skipEmptyLine(bytes),
            let lineEnd = try endOfLine(
                bytes, from: start, limit: limits.requestLineBytes, else: tooLongLine(bytes, from: start))
        else { return nil }
        let line = try RequestLine(bytes, start..<lineEnd)

        var fields = FieldCollector()
        let fieldsStart = lineEnd + 2
        var position = fieldsStart
        while true {
            let left = limits.fieldBytes - (position - fieldsStart)
            guard let end = try endOfLine(bytes, from: position, limit: left, else: .fieldsTooLarge) else { return nil }
            if end == position { break }
            guard fields.positions.count < limits.fieldCount else { throw .fieldsTooLarge }
            try fields.add(bytes, position..<end, base: fieldsStart)
            position = end + 2
        }
        let headers = Headers(bytes: bytes.array(fieldsStart..<position), positions: fields.positions)
        return Result(head: try fields.head(line, headers), length: position + 2)
    }

    /// Skips one empty line before the request line (RFC 9112, section 2.2); nil if more bytes are needed.
    private static func skipEmptyLine(_ bytes: Span<UInt8>) throws(HTTPError) -> Int? {
        guard bytes.count > 0 else { return nil }
        guard bytes[0] == .carriageReturn else { return 0 }
        guard bytes.count > 1 else { return nil }
        guard bytes[1] == .lineFeed else { throw .malformed("CR without LF") }
        return 2
    }

    /// The error of a request line that is too long: 501 for a method longer than every known one, 414 for a target
    /// (RFC 9112, section 3).
    private static func tooLongLine(_ bytes: Span<UInt8>, from start: Int) -> HTTPError {
        let method = start..<min(start + Method.longestName + 1, bytes.count)
        return bytes.allSatisfy(in: method, Grammar.token.contains) ? .unknownMethod : .targetTooLong
    }

    /// Finds the CR that ends the line; nil if it has not arrived. Refuses bare CR, bare LF and
    /// every other control character as soon as it is seen.
    static func endOfLine(
        _ bytes: Span<UInt8>, from start: Int, limit: Int, else tooLong: @autoclosure () -> HTTPError
    ) throws(HTTPError) -> Int? {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == .carriageReturn {
                guard index + 1 < bytes.count else { return nil }
                guard bytes[index + 1] == .lineFeed else { throw .malformed("CR without LF") }
                return index
            }
            guard !byte.isControl else { throw .malformed("control character in the head") }
            guard index - start < limit else { throw tooLong() }
            index += 1
        }
        return nil
    }
}

/// `method SP target SP HTTP/1.1`, with exactly these two spaces (RFC 9112, section 3). A higher minor version than 1.1
/// counts as 1.1 (RFC 9110, section 2.5).
struct RequestLine {
    let method: Method
    let target: RawTarget
    let version: Version

    init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(HTTPError) {
        guard let first = bytes.firstIndex(of: .space, in: range),
            let second = bytes.firstIndex(of: .space, in: first + 1..<range.upperBound)
        else { throw .malformed("the request line needs a method, a target and a version") }

        let version = second + 1..<range.upperBound
        guard version.count == 8, bytes.equals("HTTP/", in: version.lowerBound..<version.lowerBound + 5),
            bytes[version.lowerBound + 5].decimalValue != nil, bytes[version.lowerBound + 6] == UInt8(ascii: "."),
            bytes[version.lowerBound + 7].decimalValue != nil
        else { throw .malformed("the request line must end in an HTTP version") }
        guard bytes[version.lowerBound + 5] == UInt8(ascii: "1") else { throw .unsupportedVersion }
        self.version = bytes[version.lowerBound + 7] == UInt8(ascii: "0") ? .http10 : .http11

        guard first > range.lowerBound, bytes.allSatisfy(in: range.lowerBound..<first, Grammar.token.contains)
        else { throw .malformed("the method is not a token") }
        guard let method = Method(rawValue: bytes.string(range.lowerBound..<first)) else { throw .unknownMethod }
        self.method = method
        target = try RawTarget(bytes, first + 1..<second, method: method)
    }
}

/// A checker of field lines, one by one, which remembers those that decide about the framing.
struct FieldCollector {
    private(set) var positions: [Headers.Position] = []
    private var host: String?, contentLength: Int?, isChunked = false, expectsContinue = false, closes = false

    mutating func add(_ bytes: Span<UInt8>, _ line: Range<Int>, base: Int) throws(HTTPError) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: line)
        else { throw .malformed("field line without a colon") }
        let name = line.lowerBound..<colon
        // Also refuses obs-fold (the line begins with white space) and white space before the colon.
        guard !name.isEmpty, bytes.allSatisfy(in: name, Grammar.token.contains)
        else { throw .malformed("the field name is not a token") }

        let value = bytes.trimmingBlanks(colon + 1..<line.upperBound)
        positions.append(
            Headers.Position(
                name: UInt32(name.lowerBound - base)..<UInt32(colon - base),
                value: UInt32(value.lowerBound - base)..<UInt32(value.upperBound - base)))
        try note(bytes, name, value: value)
    }

    /// Reads the fields that concern the connection; each of them but Connection may appear only once.
    private mutating func note(_ bytes: Span<UInt8>, _ name: Range<Int>, value: Range<Int>) throws(HTTPError) {
        switch name.count {
        case 4 where bytes.equals("host", ignoringCaseIn: name):
            guard host == nil else { throw .malformed("Host is repeated") }
            guard Authority.isValid(bytes, value) else { throw .malformed("Host is invalid") }
            host = bytes.string(value)
        case 6 where bytes.equals("expect", ignoringCaseIn: name):
            guard bytes.equals("100-continue", ignoringCaseIn: value), !expectsContinue
            else { throw .unsupportedExpectation }
            expectsContinue = true
        case 10 where bytes.equals("connection", ignoringCaseIn: name):
            if bytes.listContains("close", in: value) { closes = true }
        case 14 where bytes.equals("content-length", ignoringCaseIn: name):
            guard contentLength == nil else { throw .malformed("Content-Length is repeated") }
            contentLength = try Self.decimal(bytes, value)
        case 17 where bytes.equals("transfer-encoding", ignoringCaseIn: name):
            guard !isChunked else { throw .malformed("Transfer-Encoding is repeated") }
            try Self.checkCoding(bytes, value)
            isChunked = true
        case 16 where bytes.equals("content-encoding", ignoringCaseIn: name):
            throw .contentEncoded
        default:
            break
        }
    }

    /// Accepts only `chunked`. If it is not the last coding, the end of the body is unknown, which is 400 (RFC 9112,
    /// section 6.3); unknown codings before it are 501 (section 6.1).
    private static func checkCoding(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(HTTPError) {
        if bytes.equals("chunked", ignoringCaseIn: value) { return }
        var codings = bytes.listElements(in: value)
        guard let last = codings.popLast(), bytes.equals("chunked", ignoringCaseIn: last),
            codings.allSatisfy({ coding in
                !coding.isEmpty && bytes.allSatisfy(in: coding, Grammar.token.contains)
                    && !bytes.equals("chunked", ignoringCaseIn: coding)
            })
        else { throw .malformed("the last transfer coding must be chunked, and the only chunked one") }
        throw .unknownCoding
    }

    /// Plain digits. Eighteen of them cannot overflow, and no limit is that high.
    private static func decimal(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(HTTPError) -> Int {
        guard !range.isEmpty, bytes.allSatisfy(in: range, { $0.decimalValue != nil })
        else { throw .malformed("Content-Length is not a number") }
        // Another reader could take it as octal.
        guard range.count == 1 || bytes[range.lowerBound] != UInt8(ascii: "0")
        else { throw .malformed("Content-Length begins with a zero") }
        guard range.count <= 18 else { throw .bodyTooLarge }
        var value = 0
        for index in range { value = value * 10 + Int(bytes[index].decimalValue ?? 0) }
        return value
    }

    func head(_ line: RequestLine, _ headers: Headers) throws(HTTPError) -> RequestHead {
        let isOld = line.version == .http10
        // RFC 9112, section 3.2: only 1.1 asks for Host.
        guard host != nil || isOld else { throw .malformed("Host is missing") }
        // RFC 9112, section 6.1: version 1.0 knows no transfer coding, so a proxy may have framed the body differently.
        guard !isChunked || !isOld else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
        guard contentLength == nil || !isChunked
        else { throw .malformed("both Content-Length and Transfer-Encoding") }
        let framing: BodyFraming = isChunked ? .chunked : contentLength.map { $0 == 0 ? .none : .length($0) } ?? .none
        return RequestHead(
            method: line.method, version: line.version, target: try line.target.decoded(host: host),
            host: (host ?? line.target.authority ?? "").lowercased(), headers: headers, framing: framing,
            // RFC 9110, section 10.1.1: to be ignored in a 1.0 request.
            expectsContinue: expectsContinue && !isOld, closes: closes || isOld)
    }
}

extension Span<UInt8> {
    /// Compares ASCII letters without regard to case. `text` must be in lower case.
    func equals(_ text: StaticString, ignoringCaseIn range: Range<Int>) -> Bool {
        guard text.utf8CodeUnitCount == range.count else { return false }
        let expected = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        for offset in 0..<range.count where unsafe self[range.lowerBound + offset].lowercased != expected[offset] {
            return false
        }
        return true
    }

    /// Returns true if the comma-separated list contains the element, in upper or lower case.
    func listContains(_ text: StaticString, in range: Range<Int>) -> Bool {
        listElements(in: range).contains { equals(text, ignoringCaseIn: $0) }
    }

    /// The elements of a comma-separated list, without the blanks around them; an element may be empty.
    func listElements(in range: Range<Int>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = firstIndex(of: UInt8(ascii: ","), in: start..<range.upperBound) ?? range.upperBound
            elements.append(trimmingBlanks(start..<end))
            start = end + 1
        }
        return elements
    }

    /// The range without the blanks at its ends.
    func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound, upper = range.upperBound
        while lower < upper, self[lower] == .space || self[lower] == .tab { lower += 1 }
        while lower < upper, self[upper - 1] == .space || self[upper - 1] == .tab { upper -= 1 }
        return lower..<upper
    }
}
