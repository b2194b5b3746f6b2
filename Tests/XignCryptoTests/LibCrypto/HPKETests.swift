import Foundation
import Testing
import XignCrypto

struct HPKETests {
    @Test("HPKE", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("base mode with X25519 agrees with the vectors of RFC 9180", x25519),
        TestCase("base mode with P-256 agrees with the vectors of RFC 9180", p256),
        TestCase("messages open only in order, and the right one opens after forged ones", order),
        TestCase("another info, key or encapsulated key opens nothing", binding),
        TestCase("a key of another suite and an invalid encapsulated key are refused", suites),
        TestCase("a suite that only exports does not seal, and no export is longer than HKDF's limit", export),
    ]

    func x25519() throws {
        let vectors = try HPKEVector.read("test-vectors.json").filter { $0.mode == 0 && $0.kem == 0x0020 }
        try check(vectors) { vector, suite in
            let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: hex(vector.recipientKey))
            let publicKey = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: hex(vector.recipientPublicKey))
            let ephemeral = try Curve25519.KeyAgreement.PrivateKey(
                rawRepresentation: hex(#require(vector.ephemeralKey)))
            return try vector.holds(
                suite: suite, key: key, result: publicKey.encapsulate(for: suite.kem, ephemeral: ephemeral))
        }
    }

    func p256() throws {
        let vectors = try HPKEVector.read("test-vectors.json").filter { $0.mode == 0 && $0.kem == 0x0010 }
        try check(vectors) { vector, suite in
            let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: hex(vector.recipientKey))
            let publicKey = try P256.KeyAgreement.PublicKey(x963Representation: hex(vector.recipientPublicKey))
            let ephemeral = try P256.KeyAgreement.PrivateKey(rawRepresentation: hex(#require(vector.ephemeralKey)))
            return try vector.holds(
                suite: suite, key: key, result: publicKey.encapsulate(for: suite.kem, ephemeral: ephemeral))
        }
    }

    /// The vectors have eight suites of two KDFs and four ciphers. All export; six seal 257 messages each.
    private func check(_ vectors: [HPKEVector], holds: (HPKEVector, HPKE.Ciphersuite) throws -> Bool) throws {
        #expect(vectors.reduce(0) { $0 + $1.encryptions.count + $1.exports.count } == 1566)
        XignCryptoTests.check(vectors, count: 8) { try holds($0, #require($0.suite)) }
    }

    func order() throws {
        let key = Curve25519.KeyAgreement.PrivateKey()
        let suite = HPKE.Ciphersuite.Curve25519_SHA256_AES_GCM_256
        var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Data("a".utf8))
        let sealed = try (0..<3).map { try sender.seal([UInt8($0)]) }
        #expect(Set(sealed).count == 3)
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: suite, info: Data("a".utf8), encapsulatedKey: sender.encapsulatedKey)
        #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(sealed[1]) }
        #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(sealed[0], authenticating: [1]) }
        #expect(throws: HPKE.Errors.ciphertextTooShort) { try recipient.open(Data(count: 15)) }
        for (index, message) in sealed.enumerated() { #expect(try recipient.open(message) == Data([UInt8(index)])) }
        #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(sealed[2]) }
    }

    func binding() throws {
        let (key, other) = (Curve25519.KeyAgreement.PrivateKey(), Curve25519.KeyAgreement.PrivateKey())
        let suite = HPKE.Ciphersuite.Curve25519_SHA256_AES_GCM_256
        var sender = try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: suite, info: Data("a".utf8))
        let sealed = try sender.seal(Data("message".utf8))
        for (key, info, encapsulated) in [
            (key, "b", sender.encapsulatedKey), (other, "a", sender.encapsulatedKey),
            (key, "a", other.publicKey.rawRepresentation),
        ] {
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: Data(info.utf8), encapsulatedKey: encapsulated)
            #expect(throws: CryptoKitError.authenticationFailure) { try recipient.open(sealed) }
        }
    }

    func suites() throws {
        let (key, p256) = (Curve25519.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey())
        #expect(throws: HPKE.Errors.inconsistentCiphersuiteAndKey) {
            try HPKE.Sender(recipientKey: key.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data())
        }
        #expect(throws: HPKE.Errors.inconsistentCiphersuiteAndKey) {
            try HPKE.Recipient(
                privateKey: p256, ciphersuite: .Curve25519_SHA256_AES_GCM_256, info: Data(),
                encapsulatedKey: Data(count: 32))
        }
        var offTheCurve = p256.publicKey.x963Representation
        offTheCurve[64] ^= 1
        for encapsulated in [Data(), Data([0]), Data(count: 65), offTheCurve, p256.publicKey.compressedRepresentation] {
            #expect(throws: CryptoKitError.self) {
                try HPKE.Recipient(
                    privateKey: p256, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data(),
                    encapsulatedKey: encapsulated)
            }
        }
        #expect(errorQueueIsEmpty())
    }

    func export() throws {
        let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .exportOnly)
        var sender = try HPKE.Sender(
            recipientKey: Curve25519.KeyAgreement.PrivateKey().publicKey, ciphersuite: suite, info: Data())
        #expect(throws: HPKE.Errors.exportOnlyMode) { try sender.seal(Data()) }
        #expect(try sender.exportSecret(context: Data(), outputByteCount: 255 * 32).bitCount == 255 * 32 * 8)
        for length in [-1, 255 * 32 + 1] {
            #expect(throws: CryptoKitError.incorrectParameterSize) {
                try sender.exportSecret(context: Data(), outputByteCount: length)
            }
        }
    }
}
