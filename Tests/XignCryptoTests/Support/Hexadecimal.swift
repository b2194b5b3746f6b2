import Foundation

struct NotHexadecimal: Error {
    let text: String
}

/// Reads hexadecimal digits; throws for any other text.
func hex(_ text: some StringProtocol) throws -> Data {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { throw NotHexadecimal(text: String(text)) }
    var bytes = [UInt8]()
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
        let value: UInt8
        switch digit {
        case 0x30...0x39: value = digit - 0x30
        case 0x41...0x46: value = digit - 0x37
        case 0x61...0x66: value = digit - 0x57
        default: throw NotHexadecimal(text: String(text))
        }
        if let first = high {
            bytes.append(first << 4 | value)
            high = nil
        } else {
            high = value
        }
    }
    return Data(bytes)
}

/// The bytes as lower-case hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
