import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A writer of the labelled, length-prefixed byte strings that are hashed, signed and sealed (protocol.md, "Notation").
/// All integers are big-endian.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// Begins with a label, which separates this use of a key from every other. It is ASCII and has no length.
    init(label: StaticString) { bytes = label.bytes }

    init() {}

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    mutating func append(_ integer: some FixedWidthInteger) {
        withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Appends LP(x): the length as u16, then the bytes. More than 65,535 bytes end the process; all inputs are limited
    /// far below.
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
    /// A copy of the bytes, which nothing wipes: for values that are not secret, or that the caller protects.
    var copiedBytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
