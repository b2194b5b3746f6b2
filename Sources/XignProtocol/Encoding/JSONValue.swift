/// A JSON value of the protocol's profile (I-JSON, RFC 7493; protocol.md, "Strict JSON"): without null and fractions,
/// with integers below 2^53.
///
/// `StrictJSON` reads values, `serialized` writes them. Members keep the order in which they were read.
public enum JSONValue: Sendable {
    case object([(name: String, value: JSONValue)])
    case array([JSONValue])
    case string(String)
    case integer(Int64)
    case boolean(Bool)

    /// The integers that every reader of JSON represents exactly (RFC 7493, section 2.2).
    static let integers: ClosedRange<Int64> = -((1 << 53) - 1)...(1 << 53) - 1

    /// The canonical encoding: without white space, with members sorted by the bytes of their names, and with only
    /// those escapes that JSON requires.
    public var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .string(let text): Self.write(text, to: &bytes)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .boolean(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { characters in
            if characters.contains(where: needsEscape) {
                for character in characters { write(character, to: &bytes) }
            } else {
                bytes.append(contentsOf: characters)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func write(_ character: UInt8, to bytes: inout [UInt8]) {
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), character]
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            bytes += "\\u00".utf8
            bytes += [digits[Int(character >> 4)], digits[Int(character & 15)]]
        default: bytes.append(character)
        }
    }
}
