/// A decoder of the chunked transfer coding (RFC 9112, section 7.1), byte by byte, in any split. Extensions and trailer
/// fields are checked, counted against one small limit, and dropped. White space is refused.
///
/// An extension is `;name`, `;name=token` or `;name="text"` (RFC 9112, section 7.1.1).
struct ChunkedDecoder: Sendable {
    private enum Place {
        case size, sizeEnd, data, dataEnd, dataEndLF, trailerStart, trailerName, trailerValue, trailerEnd, lastLF, done
        case extensionStart, extensionName, extensionValueStart, extensionValue, quoted, quotedPair, quotedEnd
    }

    static let maxSizeDigits = 8
    static let maxOverhead = 1024  // bytes of extensions and trailer fields in one body

    private var place = Place.size
    private var size = 0, digits = 0, overhead = 0
    var isDone: Bool { place == .done }

    /// Takes bytes from `start` on, appends the data to `body`, returns the index after the last byte taken.
    mutating func decode(
        _ bytes: Span<UInt8>, from start: Int, into body: inout [UInt8], limit: Int
    ) throws(HTTPError) -> Int {
        var index = start
        while index < bytes.count, place != .done {
            if place == .data {
                let end = min(bytes.count, index + size)
                body.append(bytes, index..<end)
                size -= end - index
                index = end
                if size == 0 { place = .dataEnd }
            } else {
                try step(bytes[index], room: limit - body.count)
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8, room: Int) throws(HTTPError) {
        switch place {
        case .size:
            if let value = byte.hexValue {
                digits += 1
                guard digits <= Self.maxSizeDigits else { throw .bodyTooLarge }
                size = size << 4 | Int(value)
            } else {
                guard digits > 0 else { throw .malformed("a chunk needs a size") }
                guard size <= room else { throw .bodyTooLarge }
                switch byte {
                case .carriageReturn: place = .sizeEnd
                case UInt8(ascii: ";"): place = .extensionStart
                default: throw .malformed("the chunk size is not hexadecimal")
                }
            }
        case .extensionStart, .extensionName, .extensionValueStart, .extensionValue, .quoted, .quotedPair, .quotedEnd:
            if let next = afterExtensionByte(byte) {
                place = next
                if next != .sizeEnd { try countOverhead(byte) }
            } else {
                throw .malformed("a chunk extension is not a name, or a name with a token or a quoted text")
            }
        case .sizeEnd:
            try expect(byte, .lineFeed)
            place = size > 0 ? .data : .trailerStart
            digits = 0
        case .dataEnd:
            try expect(byte, .carriageReturn)
            place = .dataEndLF
        case .dataEndLF:
            try expect(byte, .lineFeed)
            place = .size
        case .trailerStart:
            if byte == .carriageReturn { place = .lastLF; return }
            guard Grammar.token.contains(byte) else { throw .malformed("the trailer field name is not a token") }
            try countOverhead(byte)
            place = .trailerName
        case .trailerName:
            if byte == UInt8(ascii: ":") {
                place = .trailerValue
            } else {
                guard Grammar.token.contains(byte) else { throw .malformed("the trailer field name is not a token") }
            }
            try countOverhead(byte)
        case .trailerValue:
            if byte == .carriageReturn { place = .trailerEnd } else { try countOverhead(byte) }
        case .trailerEnd:
            try expect(byte, .lineFeed)
            place = .trailerStart
        case .lastLF:
            try expect(byte, .lineFeed)
            place = .done
        case .data, .done:
            break
        }
    }

    /// Returns the place after a byte of an extension; nil if the byte is invalid there.
    private func afterExtensionByte(_ byte: UInt8) -> Place? {
        let isToken = Grammar.token.contains(byte)
        switch place {
        case .extensionStart: return isToken ? .extensionName : nil
        case .extensionName: return isToken ? place : byte == UInt8(ascii: "=") ? .extensionValueStart : afterEnd(byte)
        case .extensionValueStart: return isToken ? .extensionValue : byte == UInt8(ascii: "\"") ? .quoted : nil
        case .extensionValue: return isToken ? place : afterEnd(byte)
        case .quoted:
            // RFC 9110, section 5.6.4.
            if byte.isControl { return nil }
            return byte == UInt8(ascii: "\"") ? .quotedEnd : byte == UInt8(ascii: "\\") ? .quotedPair : place
        case .quotedPair: return byte.isControl ? nil : .quoted
        default: return afterEnd(byte)
        }
    }

    private func afterEnd(_ byte: UInt8) -> Place? {
        byte == .carriageReturn ? .sizeEnd : byte == UInt8(ascii: ";") ? .extensionStart : nil
    }

    private func expect(_ byte: UInt8, _ expected: UInt8) throws(HTTPError) {
        guard byte == expected else { throw .malformed("a chunk does not end where it should") }
    }

    private mutating func countOverhead(_ byte: UInt8) throws(HTTPError) {
        guard !byte.isControl else { throw .malformed("control character in a chunked body") }
        overhead += 1
        guard overhead <= Self.maxOverhead else {
            throw HTTPError(.headerFieldsTooLarge, "too many chunk extensions or trailer fields")
        }
    }
}
