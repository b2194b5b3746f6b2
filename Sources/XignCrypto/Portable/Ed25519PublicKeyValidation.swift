#if canImport(CryptoKit)
    import CryptoKit
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An Ed25519 public key that was refused, since a signature under it proves nothing.
public struct UnsafePublicKey: Error, Equatable, Sendable, CustomStringConvertible {
    public var description: String {
        "The Ed25519 public key was refused: it is not a point of the curve, not in canonical form, or of small order, "
            + "so that signatures under it prove nothing. The other side has to make a new key."
    }
}

extension Curve25519.Signing.PublicKey {
    /// Reads an untrusted public key, and refuses it unless ``isSafe(rawRepresentation:)``.
    /// - Throws: ``UnsafePublicKey``.
    public init<D: DataProtocol>(validating rawRepresentation: D) throws {
        let bytes = Data(Array(rawRepresentation))
        guard Self.isSafe(rawRepresentation: bytes) else { throw UnsafePublicKey() }
        try self.init(rawRepresentation: bytes)
    }

    /// Returns whether a signature under this public key proves possession of a private key.
    ///
    /// Neither libcrypto nor CryptoKit checks this when a key is made. Under a key of small order anybody can make
    /// signatures that are valid for many messages or for all of them. A point with two encodings could be registered
    /// twice under different names. So these are refused:
    ///
    /// - any length other than 32 bytes,
    /// - a y coordinate not below the field's prime (RFC 8032, section 5.1.3, step 1),
    /// - the eight points whose order divides 8, the identity among them, and the two encodings that give x = 0
    ///   a sign (step 4): all of them have one of five y coordinates,
    /// - a y coordinate that no point of the curve has (step 3).
    ///
    /// A point with a component of large order and one of small order is accepted: only the owner of such a key can
    /// sign under it.
    ///
    /// Takes less than a tenth of a millisecond, and not constant time: public keys are public.
    public static func isSafe<D: DataProtocol>(rawRepresentation: D) -> Bool {
        var bytes = Array(rawRepresentation)
        guard bytes.count == 32 else { return false }
        // The last bit is the sign of x; a point and its opposite are judged alike.
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
        .minusOne,  // order 2
        .zero,  // order 4, twice
        // order 8, twice each
        Field25519(
            words: [0xb027_b2c2_8f95_e826, 0xf098_eff2_89f4_c345, 0x3933_c6d3_05ac_dfd5, 0x05fc_536d_8802_38b1]),
        Field25519(
            words: [0x4fd8_4d3d_706a_17c7, 0x0f67_100d_760b_3cba, 0xc6cc_392c_fa53_202a, 0x7a03_ac92_77fd_c74e]),
    ]

    /// Returns whether x² = (y² - 1) / (d y² + 1) has a solution. The divisor is never zero, and u / v is a square
    /// where u v is one.
    static func hasPoint(y: Field25519) -> Bool {
        let ySquared = y * y
        return ((ySquared + .minusOne) * (d * ySquared + .one)).isSquare
    }
}

/// A number modulo p = 2^255 - 19, with schoolbook arithmetic: keys are validated when they are enrolled and when key
/// material is read, and not during a login.
private struct Field25519: Equatable {
    /// The number, below p, in words of 64 bits, the least significant first.
    private let words: SIMD4<UInt64>

    static let zero = Field25519(words: [0, 0, 0, 0])
    static let one = Field25519(words: [1, 0, 0, 0])
    static let minusOne = Field25519(words: [.max - 19, .max, .max, .max >> 1])

    /// A constant below p.
    init(words: SIMD4<UInt64>) { self.words = words }

    /// Reads 32 bytes, the least significant first; nil where the number is not below p.
    init?(canonical bytes: [UInt8]) {
        var words = SIMD4<UInt64>()
        for (index, byte) in bytes.enumerated() { words[index / 8] |= UInt64(byte) << UInt64(8 * (index % 8)) }
        guard Self.subtractingPrime(from: words) == nil else { return nil }
        self.words = words
    }

    /// Reduces a number of 512 bits: 2^256 is 38 modulo p.
    private init(low: SIMD4<UInt64>, high: SIMD4<UInt64>) {
        var low = low
        // The carry is at most 38 after the first sum, at most 1 after the second, and 0 after the third.
        var carry = Self.add(high, times: 38, to: &low)
        while carry > 0 { carry = Self.add(SIMD4(carry, 0, 0, 0), times: 38, to: &low) }
        while let difference = Self.subtractingPrime(from: low) { low = difference }
        words = low
    }

    /// Returns the number minus p, which is the number plus 19 minus 2^255; nil where that is negative.
    private static func subtractingPrime(from words: SIMD4<UInt64>) -> SIMD4<UInt64>? {
        var sum = words
        let carry = add(SIMD4(19, 0, 0, 0), times: 1, to: &sum)
        let bit255: UInt64 = 1 << 63
        guard carry > 0 || sum[3] & bit255 != 0 else { return nil }
        // Either clears this bit or takes it from the carry.
        sum[3] ^= bit255
        return sum
    }

    /// Adds a multiple of a number to another one. Returns the word that is carried out of the sum.
    private static func add(_ words: SIMD4<UInt64>, times factor: UInt64, to sum: inout SIMD4<UInt64>) -> UInt64 {
        var carry: UInt64 = 0
        sum[0] = word(words[0], times: factor, plus: sum[0], &carry)
        sum[1] = word(words[1], times: factor, plus: sum[1], &carry)
        sum[2] = word(words[2], times: factor, plus: sum[2], &carry)
        sum[3] = word(words[3], times: factor, plus: sum[3], &carry)
        return carry
    }

    /// Returns the low word of `word * factor + summand + carry`, which is at most 2^128 - 1, and carries the high one.
    private static func word(
        _ word: UInt64, times factor: UInt64, plus summand: UInt64, _ carry: inout UInt64
    ) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        let (partial, first) = product.low.addingReportingOverflow(summand)
        let (sum, second) = partial.addingReportingOverflow(carry)
        carry = product.high + (first ? 1 : 0) + (second ? 1 : 0)
        return sum
    }

    static func + (a: Self, b: Self) -> Self {
        var sum = a.words
        let carry = add(b.words, times: 1, to: &sum)
        return Field25519(low: sum, high: SIMD4(carry, 0, 0, 0))
    }

    static func * (a: Self, b: Self) -> Self {
        var (low, high) = (SIMD4<UInt64>(), SIMD4<UInt64>())
        for index in 0..<4 {
            let carry = add(b.words, times: a.words[index], to: &high)
            low[index] = high[0]
            high = SIMD4(high[1], high[2], high[3], carry)
        }
        return Field25519(low: low, high: high)
    }

    /// Euler's criterion: a number is a square if its power (p - 1) / 2 is 1, or if it is 0.
    var isSquare: Bool {
        // (p - 1) / 2 is 2^254 - 10: in binary 250 ones and then 0110. The names count the ones of each exponent.
        let ones2 = squared(1) * self
        let ones5 = (ones2.squared(2) * ones2).squared(1) * self
        let ones10 = ones5.squared(5) * ones5
        let ones25 = (ones10.squared(10) * ones10).squared(5) * ones5
        let ones50 = ones25.squared(25) * ones25
        let ones125 = (ones50.squared(50) * ones50).squared(25) * ones25
        let ones250 = ones125.squared(125) * ones125
        let power = ones250.squared(4) * ones2.squared(1)
        return power == .one || power == .zero
    }

    /// Squares the number several times.
    private func squared(_ times: Int) -> Self {
        var square = self
        for _ in 0..<times { square = square * square }
        return square
    }
}
