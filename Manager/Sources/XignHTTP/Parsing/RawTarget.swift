/// The request target as it was sent, with its form (RFC 9112, section 3.2) and its characters checked.
struct RawTarget {
    let authority: String?  // of the absolute-form
    private let path: [UInt8]  // empty for "*"
    private let query: [UInt8]?

    init(_ bytes: Span<UInt8>, _ range: Range<Int>, method: Method) throws(HTTPError) {
        if method == .options, bytes.equals("*", in: range) {
            (authority, path, query) = (nil, [], nil)
            return
        }
        var start = range.lowerBound
        if !range.isEmpty, bytes[start] == UInt8(ascii: "/") {
            authority = nil
        } else {
            start = try Self.skipScheme(bytes, range)
            var end = start
            while end < range.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { end += 1 }
            guard Authority.isValid(bytes, start..<end) else { throw .malformed("the target has no valid authority") }
            authority = bytes.string(start..<end)
            start = end
        }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"), in: start..<range.upperBound)
        let pathRange = start..<(mark ?? range.upperBound)
        let queryRange = mark.map { $0 + 1..<range.upperBound }
        guard bytes.allSatisfy(in: pathRange, Grammar.path.contains),
            queryRange.map({ bytes.allSatisfy(in: $0, Grammar.query.contains) }) ?? true
        else { throw .malformed("the target contains a character that must be escaped") }
        // "http://host" means "/", and for OPTIONS it means "*" (RFC 9112, section 3.2.4).
        let isEmpty = pathRange.isEmpty
        path = isEmpty ? (method == .options && mark == nil ? [] : [UInt8(ascii: "/")]) : bytes.array(pathRange)
        query = queryRange.map { bytes.array($0) }
    }

    private static func skipScheme(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(HTTPError) -> Int {
        for (scheme, count) in [("http://" as StaticString, 7), ("https://", 8)] where range.count > count {
            if bytes.equals(scheme, ignoringCaseIn: range.lowerBound..<range.lowerBound + count) {
                return range.lowerBound + count
            }
        }
        throw .malformed("the target must begin with a slash")
    }

    /// An authority in the target must be the one in Host; RFC 9112, section 3.2 demands that of the client.
    ///
    /// - Parameter host: The Host field; nil when a 1.0 client sent none.
    func decoded(host: String?) throws(HTTPError) -> Target {
        if let authority, let host, authority.lowercased() != host.lowercased() {
            throw .malformed("Host differs from the authority of the target")
        }
        var target = Target()
        target.rawPath = path
        guard !path.isEmpty else { return target }
        for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let segment = try PercentDecoder.decode(part, plusIsSpace: false)
            guard segment != ".", segment != ".." else { throw .malformed("dot segment in the path") }
            target.segments.append(segment)
        }
        if let query { target.query = try Parameters(formEncoded: query) }
        return target
    }
}
