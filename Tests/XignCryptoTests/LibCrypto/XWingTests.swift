import Foundation
import Testing
import XignCrypto

struct XWingTests {
    @Test(
        "X-Wing with a libcrypto that has ML-KEM", .enabled(if: HPKE.isXWingAvailable, missingMLKEM),
        arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("keys, ciphertexts and secrets are those of the draft, appendix C", draft),
        TestCase("HPKE with X-Wing agrees with the published vectors", hpke),
        TestCase("a key restored from its seed opens messages, and the seed must match the public key", roundTrip),
        TestCase("a ciphertext altered in either half gives another secret", altered),
        TestCase("invalid keys and ciphertexts are refused", refusals),
    ]

    private struct Published: Decodable {
        struct Vector: Decodable {
            let seed, publicKey, encapsulationSeed, ciphertext, sharedSecret: String
        }

        let vectors: [Vector]
    }

    func draft() throws {
        let file = try #require(Bundle.module.url(forResource: "xwing", withExtension: "json", subdirectory: "Vectors"))
        let published = try JSONDecoder().decode(Published.self, from: Data(contentsOf: file))
        check(published.vectors, count: 3) { vector in
            let key = try XWingMLKEM768X25519.PrivateKey(seedRepresentation: hex(vector.seed), publicKey: nil)
            let peer = try XWingMLKEM768X25519.PublicKey(rawRepresentation: hex(vector.publicKey))
            let result = try peer.encapsulate(eseed: hex(vector.encapsulationSeed))
            let secret = SymmetricKey(data: try hex(vector.sharedSecret))
            return try key.publicKey.rawRepresentation == peer.rawRepresentation
                && key.seedRepresentation == hex(vector.seed)
                && result.encapsulated == hex(vector.ciphertext) && result.sharedSecret == secret
                && key.decapsulate(hex(vector.ciphertext)) == secret
        }
    }

    func hpke() throws {
        let vectors = try HPKEVector.read("hpke-pq-test-vectors.json").filter { $0.kem == 0x647a }
        check(vectors, count: 2) { vector in
            let key = try XWingMLKEM768X25519.PrivateKey(seedRepresentation: hex(vector.recipientKey), publicKey: nil)
            let peer = try XWingMLKEM768X25519.PublicKey(rawRepresentation: hex(vector.recipientPublicKey))
            let result = try peer.encapsulate(eseed: hex(#require(vector.ephemeralSeed)))
            // The other one uses SHAKE-256 as its KDF, which RFC 9180 does not define.
            guard let suite = vector.suite else { return try vector.holds(result) }
            return try vector.holds(suite: suite, key: key, result: result)
        }
    }

    func roundTrip()
        throws
    {
        let (key, other) = (try XWingMLKEM768X25519.PrivateKey(), try XWingMLKEM768X25519.PrivateKey.generate())
        let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
        var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Data())
        let sealed = try sender.seal(Data("message".utf8))
        let again = try XWingMLKEM768X25519.PrivateKey(
            seedRepresentation: key.seedRepresentation, publicKey: key.publicKey)
        var recipient = try HPKE.Recipient(
            privateKey: again, ciphersuite: suite, info: Data(), encapsulatedKey: sender.encapsulatedKey)
        #expect(try recipient.open(sealed) == Data("message".utf8))
        #expect(throws: CryptoKitError.invalidParameter) {
            try XWingMLKEM768X25519.PrivateKey(
                seedRepresentation: key.seedRepresentation, publicKey: other.publicKey)
        }
        var wrong = try HPKE.Recipient(
            privateKey: other, ciphersuite: suite, info: Data(), encapsulatedKey: sender.encapsulatedKey)
        #expect(throws: CryptoKitError.authenticationFailure) { try wrong.open(sealed) }
    }

    func altered() throws {
        let key = try XWingMLKEM768X25519.PrivateKey()
        let result = try key.publicKey.encapsulate()
        #expect(try key.decapsulate(result.encapsulated) == result.sharedSecret)
        for index in [0, 500, 1087, 1088, 1110] {
            var altered = result.encapsulated
            altered[index] ^= 1
            #expect(try key.decapsulate(altered) != result.sharedSecret)
        }
    }

    func refusals() throws {
        let key = try XWingMLKEM768X25519.PrivateKey()
        let publicKey = key.publicKey.rawRepresentation
        // Coefficients not below 3329 (FIPS 203, section 7.2).
        for bytes in [
            Data(repeating: 0xff, count: 1216), Data([0xff, 0xff]) + publicKey.dropFirst(2), publicKey.dropLast(),
            publicKey + [0], Data(),
        ] {
            #expect(throws: CryptoKitError.self) { try XWingMLKEM768X25519.PublicKey(rawRepresentation: bytes) }
        }
        for count in [0, 1119, 1121] {
            #expect(throws: CryptoKitError.incorrectParameterSize) { try key.decapsulate(Data(count: count)) }
        }
        for count in [0, 31, 33, 64] {
            #expect(throws: CryptoKitError.incorrectKeySize) {
                try XWingMLKEM768X25519.PrivateKey(seedRepresentation: Data(count: count), publicKey: nil)
            }
        }
        let smallOrder = try XWingMLKEM768X25519.PublicKey(rawRepresentation: publicKey.dropLast(32) + Data(count: 32))
        #expect(throws: CryptoKitError.self) { try smallOrder.encapsulate() }
        let encapsulated = try key.publicKey.encapsulate().encapsulated
        #expect(throws: CryptoKitError.self) { try key.decapsulate(encapsulated.dropLast(32) + Data(count: 32)) }
        #expect(errorQueueIsEmpty())
    }
}

@Suite("Availability of X-Wing") struct XWingAvailabilityTests {
    @Test("X-Wing is available where this run requires it") func expected() {
        if TestEnvironment.expectsXWing {
            #expect(HPKE.isXWingAvailable, "XIGN_TEST_EXPECTS_XWING=1, but \(missingMLKEM)")
        }
    }

    @Test(
        "without ML-KEM every key is refused, and nothing is left on libcrypto's error queue",
        .disabled(if: HPKE.isXWingAvailable, "\(libcryptoVersion) has ML-KEM"))
    func unavailable() {
        #expect(throws: CryptoKitError.self) { try XWingMLKEM768X25519.PrivateKey() }
        #expect(throws: CryptoKitError.self) {
            try XWingMLKEM768X25519.PrivateKey(seedRepresentation: Data(count: 32), publicKey: nil)
        }
        #expect(throws: CryptoKitError.self) {
            try XWingMLKEM768X25519.PublicKey(rawRepresentation: Data(count: 1216))
        }
        #expect(errorQueueIsEmpty())
    }
}

private let missingMLKEM: Comment = """
    the loaded libcrypto, \(libcryptoVersion), has no ML-KEM, which came with 3.5: X-Wing is not tested by this run. \
    `make test` runs these tests again with one that has it.
    """
