import FoundationEssentials

/// A reader of the part of DER (X.690, section 10) that ECDSA signatures use: sequences and non-negative integers of
/// less than 128 bytes, each in its only valid encoding.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init<D: DataProtocol>(_ bytes: D) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a sequence.
    mutating func sequence() throws -> DERReader { DERReader(try value(tag: 0x30)) }

    /// Reads a non-negative integer, padded with zeros to `count` bytes; throws for a longer one.
    mutating func unsignedInteger(filledTo count: Int) throws -> [UInt8] {
        var number = try value(tag: 0x02)
        guard let first = number.first, first < 0x80 else { throw CryptoKitError.invalidParameter }
        if first == 0, number.count > 1 {
            number = number.dropFirst()
            // `!`: there was more than one byte, and one was removed.
            guard number.first! >= 0x80 else { throw CryptoKitError.invalidParameter }
        }
        guard number.count <= count else { throw CryptoKitError.invalidParameter }
        return [UInt8](repeating: 0, count: count - number.count) + number
    }

    /// Reads the contents of the next value; throws unless it has this tag.
    private mutating func value(tag: UInt8) throws -> ArraySlice<UInt8> {
        guard rest.count >= 2, rest[rest.startIndex] == tag else { throw CryptoKitError.invalidParameter }
        let count = Int(rest[rest.startIndex + 1])
        guard count < 0x80, rest.count >= 2 + count else { throw CryptoKitError.invalidParameter }
        defer { rest = rest.dropFirst(2 + count) }
        return rest.dropFirst(2).prefix(count)
    }
}

/// A writer of the same part of DER.
enum DERWriter {
    /// Appends a big-endian integer of less than 128 bytes, without leading zeros, except one where it would be read as
    /// negative.
    static func append(unsignedInteger bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let number = bytes.drop { $0 == 0 }
        // Zero also needs one byte, which is 0.
        let needsZero = number.first.map { $0 >= 0x80 } ?? true
        output += [0x02, UInt8(number.count + (needsZero ? 1 : 0))]
        if needsZero { output.append(0) }
        output += number
    }
}
