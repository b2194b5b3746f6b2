/// A reader of length-prefixed bytes. A read beyond the end returns nil.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func lengthPrefixed16() -> ArraySlice<UInt8>? { lengthPrefixed(lengthByteCount: 2) }

    mutating func lengthPrefixed32() -> ArraySlice<UInt8>? { lengthPrefixed(lengthByteCount: 4) }

    /// Returns whether only padding is left: fewer than `limit` zeros.
    func isRestZero(below limit: Int) -> Bool { rest.count < limit && rest.allSatisfy { $0 == 0 } }

    private mutating func lengthPrefixed(lengthByteCount: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= lengthByteCount else { return nil }
        let length = rest.prefix(lengthByteCount).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(lengthByteCount)
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
