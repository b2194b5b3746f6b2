import FoundationEssentials

/// Reads the little DER (X.690, section 10) that an ECDSA signature is made of: sequences and
/// non-negative integers of less than 128 bytes, each in its only allowed encoding.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    init<D: DataProtocol>(_ bytes: D) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Takes a sequence off the front.
    mutating func sequence() throws -> DERReader { DERReader(try value(tag: 0x30)) }

    /// Takes a non-negative integer off the front, filled with zeros to `count` bytes; throws for a longer one.
    mutating func unsignedInteger(filledTo count: Int) throws -> [UInt8] {
        var number = try value(tag: 0x02)
        guard let first = number.first, first < 0x80 else { throw CryptoKitError.invalidParameter }
        if first == 0, number.count > 1 {
            number = number.dropFirst()
            // Not empty: there was more than one byte, and one is gone.
            guard number.first! >= 0x80 else { throw CryptoKitError.invalidParameter }
        }
        guard number.count <= count else { throw CryptoKitError.invalidParameter }
        return [UInt8](repeating: 0, count: count - number.count) + number
    }

    /// Takes the contents of the next value off the front; throws unless it has this tag.
    private mutating func value(tag: UInt8) throws -> ArraySlice<UInt8> {
        guard rest.count >= 2, rest[rest.startIndex] == tag else { throw CryptoKitError.invalidParameter }
        let count = Int(rest[rest.startIndex + 1])
        guard count < 0x80, rest.count >= 2 + count else { throw CryptoKitError.invalidParameter }
        defer { rest = rest.dropFirst(2 + count) }
        return rest.dropFirst(2).prefix(count)
    }
}

/// Writes the same.
enum DERWriter {
    /// Appends an integer of less than 128 bytes given big-endian, without leading zeros, with one where it would look negative.
    static func append(unsignedInteger bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let number = bytes.drop { $0 == 0 }
        // Zero has no byte left but needs one, which is no different from one before a number that would look negative.
        let needsZero = number.first.map { $0 >= 0x80 } ?? true
        output += [0x02, UInt8(number.count + (needsZero ? 1 : 0))]
        if needsZero { output.append(0) }
        output += number
    }
}
