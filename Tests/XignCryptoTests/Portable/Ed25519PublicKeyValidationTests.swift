import Foundation
import Testing
import XignCrypto

struct Ed25519PublicKeyValidationTests {
    @Test("Validation of Ed25519 public keys", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("keys with a private key are accepted", honest),
        TestCase("points of small order are refused", refusesSmallOrder, each: smallOrder),
        TestCase("under a point of small order libcrypto accepts forged signatures", forgery, each: smallOrder),
        TestCase("the 19 numbers from the prime to 2^255 are refused, with either sign", notCanonical),
        TestCase("x = 0 with a sign is refused", zeroWithSign),
        TestCase("other lengths are refused", lengths, each: [0, 31, 33, 64]),
        TestCase("a slice is judged by its own bytes", slice),
    ]

    private typealias PublicKey = Curve25519.Signing.PublicKey

    /// The eight points whose order divides 8, each in its canonical encoding.
    static let smallOrder: [String] = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ]

    func honest() throws {
        for _ in 0..<100 {
            let key = Curve25519.Signing.PrivateKey().publicKey
            #expect(try PublicKey(validating: key.rawRepresentation).rawRepresentation == key.rawRepresentation)
        }
        // The base point: y = 4 / 5.
        #expect(PublicKey.isSafe(rawRepresentation: Data([0x58]) + Data(repeating: 0x66, count: 31)))
    }

    func refusesSmallOrder(text: String) throws {
        let bytes = try hex(text)
        #expect(!PublicKey.isSafe(rawRepresentation: bytes))
        #expect(throws: UnsafePublicKey.self) { try PublicKey(validating: bytes) }
    }

    #if !canImport(CryptoKit)
        /// Shows that these points have small order and that the check is needed: S = 0 and R the identity are a valid
        /// signature under A for every message whose hash is a multiple of A's order.
        func forgery(text: String) throws {
            let key = try PublicKey(rawRepresentation: hex(text))
            let signature = Data([1]) + Data(count: 63)
            let forged = (0..<200).count { key.isValidSignature(signature, for: Data([UInt8($0)])) }
            #expect(forged > 0)
        }
    #endif

    func notCanonical() {
        for low in 0xed...0xff as ClosedRange<UInt8> {
            for high in [0x7f, 0xff] as [UInt8] {
                let bytes = Data([low]) + Data(repeating: 0xff, count: 30) + [high]
                #expect(!PublicKey.isSafe(rawRepresentation: bytes))
            }
        }
    }

    func zeroWithSign() throws {
        #expect(!PublicKey.isSafe(rawRepresentation: Data([1]) + Data(count: 30) + [0x80]))
        #expect(!PublicKey.isSafe(rawRepresentation: Data([0xec]) + Data(repeating: 0xff, count: 31)))
    }

    func lengths(count: Int) {
        #expect(!PublicKey.isSafe(rawRepresentation: Data(repeating: 0x66, count: count)))
    }

    func slice() {
        let key = Curve25519.Signing.PrivateKey().publicKey.rawRepresentation
        #expect(PublicKey.isSafe(rawRepresentation: (Data([9, 9]) + key).dropFirst(2)))
    }
}
