#if canImport(CryptoKit)
    import CryptoKit
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The refusal of a public key under which a signature proves nothing.
public struct UnsafePublicKey: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String {
        "This Ed25519 public key is refused: it is no point of the curve, not in its canonical form, or of small "
            + "order, so that signatures under it prove nothing. The other side has to make a new key."
    }
}

extension Curve25519.Signing.PublicKey {
    /// Reads a public key that comes from somebody else, and refuses it unless ``isSafe(rawRepresentation:)``.
    /// - Throws: ``UnsafePublicKey``.
    public init<D: DataProtocol>(validating rawRepresentation: D) throws {
        let bytes = Data(Array(rawRepresentation))
        guard Self.isSafe(rawRepresentation: bytes) else { throw UnsafePublicKey() }
        try self.init(rawRepresentation: bytes)
    }

    /// Whether a signature under this public key proves that somebody knows a private key.
    ///
    /// Neither libcrypto nor CryptoKit asks when a key is made. Under a key of small order anybody can make
    /// signatures, which are valid for many messages or for all of them; and of a point with two encodings
    /// somebody could register the same key twice under different names. So these are refused:
    ///
    /// - another length than 32 bytes,
    /// - a y coordinate not below the field's prime (RFC 8032, section 5.1.3, step 1),
    /// - the eight points whose order divides 8, the identity among them, and the two encodings that give x = 0
    ///   a sign (step 4): all of them have one of five y coordinates,
    /// - a y coordinate that no point of the curve has (step 3).
    ///
    /// A point with a component of small order beside one of large order is taken. Only the owner of such a key
    /// can sign under it.
    ///
    /// Not in constant time: public keys are public.
    public static func isSafe<D: DataProtocol>(rawRepresentation: D) -> Bool {
        var bytes = Array(rawRepresentation)
        guard bytes.count == 32 else { return false }
        // The last bit is the sign of x; points and their opposites are judged alike.
        bytes[31] &= 0x7f
        guard let y = Field25519(canonical: bytes) else { return false }
        return !Edwards25519.yOfSmallOrder.contains(y) && Edwards25519.hasPoint(y: y)
    }
}

/// The curve of Ed25519: -x² + y² = 1 + d x² y² (RFC 8032, section 5.1).
private enum Edwards25519 {
    /// d, which is -121665 / 121666.
    static let d = Field25519(
        limbs: [0x75eb_4dca_1359_78a3, 0x0070_0a4d_4141_d8ab, 0x8cc7_4079_7779_e898, 0x5203_6cee_2b6f_fe73])

    /// The y coordinates of the points whose order divides 8. The points of order 8 have
    /// y⁴ + 2 y² / d - 1 / d = 0, whose two roots in the field are opposites.
    static let yOfSmallOrder: [Field25519] = [
        .one,  // the identity
        .zero - .one,  // order 2
        .zero,  // order 4, twice
        yOfOrder8,  // order 8, twice
        .zero - yOfOrder8,  // order 8, twice
    ]

    private static let yOfOrder8 = Field25519(
        limbs: [0xb027_b2c2_8f95_e826, 0xf098_eff2_89f4_c345, 0x3933_c6d3_05ac_dfd5, 0x05fc_536d_8802_38b1])

    /// Whether x² = (y² - 1) / (d y² + 1) has a solution. The divisor is never zero, and u / v is a square where
    /// u v is one.
    static func hasPoint(y: Field25519) -> Bool {
        let ySquared = y * y
        return ((ySquared - .one) * (d * ySquared + .one)).isSquare
    }
}

/// A number modulo p = 2^255 - 19, always the least one.
private struct Field25519: Equatable {
    /// Four digits of 64 bits, the least significant first.
    private let limbs: [UInt64]

    static let zero = Field25519(limbs: [0, 0, 0, 0])
    static let one = Field25519(limbs: [1, 0, 0, 0])

    private static let prime: [UInt64] = [.max - 18, .max, .max, .max >> 1]

    /// A constant, below p.
    init(limbs: [UInt64]) { self.limbs = limbs }

    /// Reads 32 bytes, the least significant first; nil where they are not below p.
    init?(canonical bytes: [UInt8]) {
        limbs = (0..<4).map { limb in
            (0..<8).reduce(0) { $0 | UInt64(bytes[8 * limb + $1]) << UInt64(8 * $1) }
        }
        guard Self.subtract(limbs, Self.prime).borrow else { return nil }
    }

    /// Reduces eight digits: 2^256 is 38 modulo p.
    private init(reducing wide: [UInt64]) {
        var digits = Array(wide[..<4])
        var high = Array(wide[4...])
        while high.contains(where: { $0 != 0 }) {
            var carry: UInt128 = 0
            for index in 0..<4 {
                carry += UInt128(digits[index]) + 38 * UInt128(high[index])
                digits[index] = UInt64(truncatingIfNeeded: carry)
                carry >>= 64
            }
            high = [UInt64(carry), 0, 0, 0]
        }
        // Below 2^256, which is less than 3 p.
        while true {
            let (difference, borrow) = Self.subtract(digits, Self.prime)
            if borrow { break }
            digits = difference
        }
        limbs = digits
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = [UInt64](repeating: 0, count: 8)
        var carry: UInt128 = 0
        for index in 0..<4 {
            carry += UInt128(a.limbs[index]) + UInt128(b.limbs[index])
            sum[index] = UInt64(truncatingIfNeeded: carry)
            carry >>= 64
        }
        sum[4] = UInt64(carry)
        return Field25519(reducing: sum)
    }

    static func - (a: Self, b: Self) -> Self {
        a + Field25519(reducing: subtract(prime, b.limbs).difference + [0, 0, 0, 0])
    }

    static func * (a: Self, b: Self) -> Self {
        var product = [UInt64](repeating: 0, count: 8)
        for i in 0..<4 {
            // The largest sum, (2^64 - 1)² + 2 (2^64 - 1), is 2^128 - 1 exactly.
            var carry: UInt128 = 0
            for j in 0..<4 {
                carry += UInt128(a.limbs[i]) * UInt128(b.limbs[j]) + UInt128(product[i + j])
                product[i + j] = UInt64(truncatingIfNeeded: carry)
                carry >>= 64
            }
            product[i + 4] = UInt64(carry)
        }
        return Field25519(reducing: product)
    }

    /// Euler's criterion: a number is a square where its power (p - 1) / 2 is 1, or where it is 0.
    var isSquare: Bool {
        // (p - 1) / 2 is 2^254 - 10: in binary 250 ones and then 0110.
        var power = self
        for bit in [Bool](repeating: true, count: 249) + [false, true, true, false] {
            power = power * power
            if bit { power = power * self }
        }
        return power == .one || power == .zero
    }

    private static func subtract(_ a: [UInt64], _ b: [UInt64]) -> (difference: [UInt64], borrow: Bool) {
        var difference = [UInt64](repeating: 0, count: 4)
        var borrow = false
        for index in 0..<4 {
            let (first, below) = a[index].subtractingReportingOverflow(b[index])
            let (second, belowAgain) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            difference[index] = second
            borrow = below || belowAgain
        }
        return (difference, borrow)
    }
}
