/// What libcrypto and CryptoKit do not refuse in an Ed25519 public key (RFC 8032, section 5.1.3).
enum Ed25519Point {
    /// Whether an encoded point is canonical (y below the field's prime) and not of small order. That it lies on the curve is
    /// found out by whoever verifies with it.
    static func isAcceptable(_ encoded: [UInt8]) -> Bool {
        guard encoded.count == 32 else { return false }
        var y = encoded
        y[31] &= 0x7F  // the sign of x
        return isBelowPrime(y) && !smallOrder.contains(y)
    }

    /// Whether the little-endian number is below 2^255 - 19.
    private static func isBelowPrime(_ y: [UInt8]) -> Bool {
        y[0] < 0xED || y[31] < 0x7F || y[1...30].contains { $0 != 0xFF }
    }

    /// The y coordinates of the eight points whose order divides 8: that of the identity, of order 2, 4 and, twice, 8.
    private static let smallOrder: Set<[UInt8]> = {
        let zero = [UInt8](repeating: 0, count: 32)
        let one = [1] + zero.dropFirst()
        let minusOne = [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        let eighth: [UInt8] = [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ]
        let otherEighth: [UInt8] = [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ]
        return [zero, one, minusOne, eighth, otherEighth]
    }()
}
