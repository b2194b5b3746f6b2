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
        words: [0x75eb_4dca_1359_78a3, 0x0070_0a4d_4141_d8ab, 0x8cc7_4079_7779_e898, 0x5203_6cee_2b6f_fe73])

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
        words: [0xb027_b2c2_8f95_e826, 0xf098_eff2_89f4_c345, 0x3933_c6d3_05ac_dfd5, 0x05fc_536d_8802_38b1])

    /// Whether x² = (y² - 1) / (d y² + 1) has a solution. The divisor is never zero, and u / v is a square where
    /// u v is one.
    static func hasPoint(y: Field25519) -> Bool {
        let ySquared = y * y
        return ((ySquared - .one) * (d * ySquared + .one)).isSquare
    }
}

/// A number modulo p = 2^255 - 19, as five digits of 51 bits, the least significant first. A digit may be a little too large;
/// a manager validates keys at every login, so that this is worth being fast.
private struct Field25519: Equatable {
    private let digits: (UInt64, UInt64, UInt64, UInt64, UInt64)

    static let zero = Field25519(words: [0, 0, 0, 0])
    static let one = Field25519(words: [1, 0, 0, 0])

    private static let mask: UInt64 = 1 << 51 - 1

    /// Four words of 64 bits, the least significant first, of a number below 2^255.
    init(words: [UInt64]) {
        digits = (
            words[0] & Self.mask, (words[0] >> 51 | words[1] << 13) & Self.mask,
            (words[1] >> 38 | words[2] << 26) & Self.mask, (words[2] >> 25 | words[3] << 39) & Self.mask, words[3] >> 12
        )
    }

    /// Reads 32 bytes, the least significant first; nil where they are not below p.
    init?(canonical bytes: [UInt8]) {
        self.init(
            words: (0..<4).map { word in
                (0..<8).reduce(0) { $0 | UInt64(bytes[8 * word + $1]) << UInt64(8 * $1) }
            })
        guard bytes[31] < 0x80, digits == least.digits else { return nil }
    }

    /// Carries what is too large in a digit to the next; 2^255 is 19 modulo p. Digits may have up to 63 bits; afterwards each
    /// has 51, and the first two at most a little more.
    private init(carrying d: (UInt64, UInt64, UInt64, UInt64, UInt64)) {
        var (d0, d1, d2, d3, d4) = d
        d1 += d0 >> 51
        d2 += d1 >> 51
        d3 += d2 >> 51
        d4 += d3 >> 51
        d0 = d0 & Self.mask + 19 * (d4 >> 51)
        digits = (
            d0 & Self.mask, d1 & Self.mask + d0 >> 51, d2 & Self.mask, d3 & Self.mask, d4 & Self.mask
        )
    }

    /// The same number, below p.
    private var least: Field25519 {
        let (d0, d1, d2, d3, d4) = Field25519(carrying: digits).digits
        // Whether it is p or more, which is less than 2 p: then the sum with 19 reaches 2^255.
        var carry = (d0 + 19) >> 51
        carry = (d1 + carry) >> 51
        carry = (d2 + carry) >> 51
        carry = (d3 + carry) >> 51
        carry = (d4 + carry) >> 51
        // Less p is more 19, without the 2^255 that this carries out of the last digit.
        let e0 = d0 + 19 * carry
        let e1 = d1 + e0 >> 51
        let e2 = d2 + e1 >> 51
        let e3 = d3 + e2 >> 51
        let e4 = d4 + e3 >> 51
        return Field25519(
            exactly: (e0 & Self.mask, e1 & Self.mask, e2 & Self.mask, e3 & Self.mask, e4 & Self.mask))
    }

    private init(exactly digits: (UInt64, UInt64, UInt64, UInt64, UInt64)) { self.digits = digits }

    static func == (a: Self, b: Self) -> Bool { a.least.digits == b.least.digits }

    static func + (a: Self, b: Self) -> Self {
        let (a, b) = (a.digits, b.digits)
        return Field25519(carrying: (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3, a.4 + b.4))
    }

    /// 4 p is added, so that no digit falls below zero.
    static func - (a: Self, b: Self) -> Self {
        let (a, b) = (a.digits, b.digits)
        let (first, other): (UInt64, UInt64) = (1 << 53 - 76, 1 << 53 - 4)
        return Field25519(
            carrying: (
                a.0 + first - b.0, a.1 + other - b.1, a.2 + other - b.2, a.3 + other - b.3, a.4 + other - b.4
            ))
    }

    static func * (a: Self, b: Self) -> Self {
        let (a, b) = (a.digits, b.digits)
        // What would stand at 2^255 and above comes back 19 times at the beginning.
        let c = (19 * b.1, 19 * b.2, 19 * b.3, 19 * b.4)
        let r0 = wide(a.0, b.0) + wide(a.1, c.3) + wide(a.2, c.2) + wide(a.3, c.1) + wide(a.4, c.0)
        var r1 = wide(a.0, b.1) + wide(a.1, b.0) + wide(a.2, c.3) + wide(a.3, c.2) + wide(a.4, c.1)
        var r2 = wide(a.0, b.2) + wide(a.1, b.1) + wide(a.2, b.0) + wide(a.3, c.3) + wide(a.4, c.2)
        var r3 = wide(a.0, b.3) + wide(a.1, b.2) + wide(a.2, b.1) + wide(a.3, b.0) + wide(a.4, c.3)
        var r4 = wide(a.0, b.4) + wide(a.1, b.3) + wide(a.2, b.2) + wide(a.3, b.1) + wide(a.4, b.0)
        r1 += r0 >> 51
        r2 += r1 >> 51
        r3 += r2 >> 51
        r4 += r3 >> 51
        // r4 has less than 108 bits, so 19 times its upper part less than 62.
        let d0 = UInt64(truncatingIfNeeded: r0) & mask + 19 * UInt64(truncatingIfNeeded: r4 >> 51)
        return Field25519(
            exactly: (
                d0 & mask, UInt64(truncatingIfNeeded: r1) & mask + d0 >> 51, UInt64(truncatingIfNeeded: r2) & mask,
                UInt64(truncatingIfNeeded: r3) & mask, UInt64(truncatingIfNeeded: r4) & mask
            ))
    }

    private static func wide(_ a: UInt64, _ b: UInt64) -> UInt128 { UInt128(a) * UInt128(b) }

    /// Squared so many times.
    private func squared(_ times: Int) -> Self {
        var result = self
        for _ in 0..<times { result = result * result }
        return result
    }

    /// Euler's criterion: a number is a square where its power (p - 1) / 2 is 1, or where it is 0.
    var isSquare: Bool {
        // Powers of exponents that consist of so many ones in binary.
        let ones2 = squared(1) * self
        let ones4 = ones2.squared(2) * ones2
        let ones5 = ones4.squared(1) * self
        let ones10 = ones5.squared(5) * ones5
        let ones20 = ones10.squared(10) * ones10
        let ones40 = ones20.squared(20) * ones20
        let ones50 = ones40.squared(10) * ones10
        let ones100 = ones50.squared(50) * ones50
        let ones200 = ones100.squared(100) * ones100
        let ones250 = ones200.squared(50) * ones50
        // (p - 1) / 2 is 2^254 - 10: 250 ones and then 0110.
        let power = ones250.squared(4) * ones2.squared(1)
        return power == .one || power == .zero
    }
}
