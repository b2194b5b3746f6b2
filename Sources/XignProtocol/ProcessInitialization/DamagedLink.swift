/// The ways in which mail programs and networks change a link (protocol.md, section 2, "Damaged links"). A damaged link
/// is never read, but a person is told what to do.
enum DamagedLink {
    /// The longest text that is looked at, in bytes.
    private static let maximumByteCount = 8192
    /// The shortest text that is taken for the beginning of a bare pid.
    private static let minimumBareCount = 24
    /// The beginning of every pid in base64url: format 1, and the upper half of its kind.
    private static let head = Array("AQ".utf8)

    /// Returns what has become of a link that cannot be read; nil where the text is none.
    /// - Parameter text: a text without white space at its ends.
    static func damage(to text: String) -> InitializationPayload.ParsingError? {
        guard text.utf8.count <= maximumByteCount else { return nil }
        let compact = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
        if compact.utf8.count != text.utf8.count, isLink(Array(compact.utf8)) { return .linkWrapped }
        let bytes = Array(text.utf8)
        var decoded = bytes
        // Three times: a link inside of a link inside of a link.
        for _ in 0...3 {
            if let prefix = prefixOfLink(in: decoded) {
                return prefix.firstRange(of: Array("://".utf8)) == nil ? .linkExtended : .linkEmbedded
            }
            decoded = withoutEscapes(decoded)
        }
        return isBeginning(bytes) ? .linkIncomplete : nil
    }

    private static func isLink(_ bytes: [UInt8]) -> Bool { (try? InitializationLink(whole: bytes)) != nil }

    // MARK: Something around a link

    /// Returns the text before a whole link or pid; nil where there is none.
    private static func prefixOfLink(in text: [UInt8]) -> [UInt8]? {
        if let hash = text.firstRange(of: [UInt8(ascii: "#")] + head)?.lowerBound {
            guard let separator = text[..<hash].lastRange(of: Array("://".utf8))?.lowerBound else { return nil }
            let scheme = text[..<separator].reversed().prefix { $0.isLowercaseLetter || $0.isDigit || isInScheme($0) }
            let start = text[(separator - scheme.count)..<separator].firstIndex(where: \.isLowercaseLetter)
            // A letter before it belongs to the scheme, which is then no scheme: `Https`.
            guard let start, !(text[..<start].last.map { $0.isLetter || $0.isDigit } ?? false) else { return nil }
            let pid = text[(hash + 1)...].prefix(while: isBase64URL)
            return isLink(Array(text[start...hash]) + withoutDashes(pid)) ? Array(text[..<start]) : nil
        }
        for run in text.split(whereSeparator: { !isBase64URL($0) }) {
            let start = run.drop(while: isDash)
            if start.starts(with: head), isLink(withoutDashes(start)) { return Array(text[..<start.startIndex]) }
        }
        return nil
    }

    /// Returns a run of base64url without the hyphens and underscores at its end: no pid ends with one, since none is
    /// the end of an origin in base64url.
    private static func withoutDashes(_ run: ArraySlice<UInt8>) -> [UInt8] {
        Array(Array(run.reversed().drop(while: isDash)).reversed())
    }

    /// Returns a text whose escapes of ASCII characters (RFC 3986, section 2.1) are replaced, once.
    private static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2, digits[0] < 8 {
                result.append(UInt8(16 * digits[0] + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static func isInScheme(_ byte: UInt8) -> Bool { "+-.".utf8.contains(byte) }
    private static func isDash(_ byte: UInt8) -> Bool { "-_".utf8.contains(byte) }
    private static func isBase64URL(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || isDash(byte) }

    // MARK: The beginning of a link

    /// Returns whether a text is a link or pid of which the end is missing, as far as it can be told.
    private static func isBeginning(_ text: [UInt8]) -> Bool {
        guard let hash = text.firstIndex(of: UInt8(ascii: "#")) else {
            if InitializationLink.Source(address: text[...]) != nil { return true }
            return text.count >= minimumBareCount && isBeginningOfPid(text)
        }
        return InitializationLink.Source(address: text[..<hash]) != nil && isBeginningOfPid(Array(text[(hash + 1)...]))
    }

    private static func isBeginningOfPid(_ text: [UInt8]) -> Bool {
        guard text.allSatisfy(isBase64URL), text.count <= InitializationPayload.maximumByteCount * 4 / 3 + 1 else {
            return false
        }
        guard text.count > 2 else { return head.starts(with: text) }
        // The lower half of the kind, 1 to 5, and two bits of the id.
        guard text.starts(with: head), (UInt8(ascii: "E")...UInt8(ascii: "X")).contains(text[2]) else { return false }
        let groups = Array(text.prefix(text.count - text.count % 4))
        guard let bytes = Base64URL.decode(String(decoding: groups, as: UTF8.self)) else { return false }
        let origin = String(decoding: bytes.dropFirst(InitializationPayload.headByteCount), as: UTF8.self)
        return origin.isEmpty || "https://".hasPrefix(origin) || "http://".hasPrefix(origin)
            || ["", "a", "1"].contains { ManagerOrigin(origin + $0) != nil }
    }
}

extension BidirectionalCollection where Element: Equatable {
    /// Returns the last place of a sequence of elements.
    fileprivate func lastRange(of other: [Element]) -> Range<Index>? {
        indices.last { self[$0...].starts(with: other) }.map { $0..<index($0, offsetBy: other.count) }
    }
}
