import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Composes the labelled, length-prefixed byte strings that are hashed, signed and sealed. All integers are big-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// A label that tells this use of a key from every other: ASCII, and no length, since it begins the string.
    init(label: StaticString) { bytes = label.bytes }

    init() {}

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ integer: some FixedWidthInteger) {
        withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// LP(x): u16 length, then the bytes. At most 65,535 of them; the callers' inputs are limited far below.
    mutating func appendLengthPrefixed(_ more: some Collection<UInt8>) {
        append(UInt16(more.count))
        append(more)
    }

    mutating func appendLengthPrefixed(_ text: String) { appendLengthPrefixed(Array(text.utf8)) }
}

extension StaticString {
    /// The characters of an ASCII literal.
    var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}

extension ContiguousBytes {
    /// A copy of the bytes. For results that are no secrets, or whose secrecy the caller looks after.
    var copiedBytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
