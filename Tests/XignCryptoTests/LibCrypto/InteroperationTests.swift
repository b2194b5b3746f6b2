import Foundation
import Testing
import XignCrypto

/// Tests against PyPI's `cryptography`, which contains its own libcrypto; see `interoperation.py`.
struct InteroperationTests {
    @Test("Interoperation with Python's cryptography", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Python verifies, opens and derives what Swift signed, sealed and derived", swiftToPython),
        TestCase("Swift verifies and opens what Python signed and sealed", pythonToSwift),
        TestCase("the same random encodings are safe Ed25519 keys by Python's arithmetic", encodings),
    ]

    private let info = Data("info".utf8)
    private let data = Data("aad".utf8)

    func swiftToPython() throws {
        let message = Data("Grüße aus Swift".utf8)
        var values = ["message": message]

        let p256 = P256.Signing.PrivateKey()
        let signature = try p256.signature(for: message)
        values["p256.der"] = p256.publicKey.derRepresentation
        values["p256.x963"] = p256.publicKey.x963Representation
        values["p256.compressed"] = p256.publicKey.compressedRepresentation
        values["p256.signature.der"] = signature.derRepresentation
        values["p256.signature.raw"] = signature.rawRepresentation

        let ed25519 = Curve25519.Signing.PrivateKey()
        values["ed25519.public"] = ed25519.publicKey.rawRepresentation
        values["ed25519.signature"] = try ed25519.signature(for: message)

        let rsa = try RSA.Signing.PrivateKey()
        values["rsa.pem"] = Data(try rsa.pemRepresentation.utf8)
        values["rsa.n"] = rsa.publicKey.n
        values["rsa.e"] = rsa.publicKey.e
        values["rsa.signature"] = try rsa.signature(for: message)
        values["rsa.pss"] = try rsa.signature(for: message, padding: .pss)

        let key = SymmetricKey(size: .bits256)
        let salt = SecureRandom.bytes(count: 16)
        values["key"] = bytes(key)
        values["salt"] = salt
        values["gcm.combined"] = try AES.GCM.seal(message, using: key, authenticating: data).combined
        values["chacha.combined"] = try ChaChaPoly.seal(message, using: key, authenticating: data).combined
        values["hmac"] = Data(HMAC<SHA256>.authenticationCode(for: message, using: key))
        values["pbkdf2"] = bytes(
            try PBKDF2.deriveKey(from: message, salt: salt, using: SHA256.self, rounds: 1000, outputByteCount: 40))
        values["scrypt"] = bytes(
            try Scrypt.deriveKey(
                from: message, salt: salt, cost: 1 << 12, blockSize: 8, parallelism: 1, outputByteCount: 32))
        values["hkdf512"] = bytes(
            HKDF<SHA512>.deriveKey(inputKeyMaterial: key, salt: salt, info: info, outputByteCount: 100))

        func seal(_ name: String, key: Data, _ sender: HPKE.Sender) throws {
            var sender = sender
            values["hpke.\(name).key"] = key
            values["hpke.\(name).sealed"] = sender.encapsulatedKey + (try sender.seal(message))
        }
        let x25519 = Curve25519.KeyAgreement.PrivateKey()
        try seal(
            "x25519", key: x25519.rawRepresentation,
            HPKE.Sender(recipientKey: x25519.publicKey, ciphersuite: .Curve25519_SHA256_AES_GCM_256, info: info))
        let agreement = P256.KeyAgreement.PrivateKey()
        try seal(
            "p256", key: agreement.rawRepresentation,
            HPKE.Sender(recipientKey: agreement.publicKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: info))
        if HPKE.isXWingAvailable {
            let xWing = try XWingMLKEM768X25519.PrivateKey()
            try seal(
                "xwing", key: xWing.seedRepresentation,
                HPKE.Sender(
                    recipientKey: xWing.publicKey, ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256, info: info))
        }

        let output = try PythonProcess.run("check", input: JSONEncoder().encode(values.mapValues(hexadecimal)))
        let checked = HPKE.isXWingAvailable ? "17\n" : "16\n"
        #expect(String(decoding: output, as: UTF8.self) == checked)
    }

    func pythonToSwift() throws {
        let values = try JSONDecoder().decode([String: String].self, from: PythonProcess.run("make"))
        func value(_ name: String) throws -> Data { try hex(#require(values[name])) }
        let message = try value("message")

        let p256 = try P256.Signing.PublicKey(derRepresentation: value("p256.der"))
        #expect(try p256.x963Representation == value("p256.x963"))
        #expect(p256.isValidSignature(try .init(derRepresentation: value("p256.signature")), for: message))

        let ed25519 = try Curve25519.Signing.PublicKey(validating: value("ed25519.public"))
        #expect(ed25519.isValidSignature(try value("ed25519.signature"), for: message))

        let rsa = try RSA.Signing.PrivateKey(pemRepresentation: String(decoding: value("rsa.pem"), as: UTF8.self))
        #expect(rsa.publicKey.isValidSignature(try value("rsa.signature"), for: message))
        #expect(rsa.publicKey.isValidSignature(try value("rsa.pss"), for: message, padding: .pss))
        #expect(!rsa.publicKey.isValidSignature(try value("rsa.pss.long"), for: message, padding: .pss))
        #expect(try RSA.Signing.PrivateKey(derRepresentation: value("rsa.der")).publicKey.n == rsa.publicKey.n)
        #expect(throws: CryptoKitError.self) { try RSA.Signing.PrivateKey(derRepresentation: value("rsa.der") + [0]) }

        let gcm = try AES.GCM.SealedBox(combined: value("gcm.combined"))
        #expect(
            try AES.GCM.open(gcm, using: SymmetricKey(data: value("gcm.key")), authenticating: data) == message)
        let chacha = try ChaChaPoly.SealedBox(combined: value("chacha.combined"))
        #expect(
            try ChaChaPoly.open(chacha, using: SymmetricKey(data: value("chacha.key")), authenticating: data) == message
        )

        func opens(_ name: String, _ key: some HPKEPrivateKey, _ suite: HPKE.Ciphersuite) throws -> Bool {
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: suite, info: info, encapsulatedKey: value("hpke.\(name).encapsulated"))
            return try recipient.open(value("hpke.\(name).sealed")) == message
        }
        #expect(
            try opens(
                "x25519", Curve25519.KeyAgreement.PrivateKey(rawRepresentation: value("hpke.x25519.key")),
                .Curve25519_SHA256_AES_GCM_256))
        #expect(
            try opens(
                "p256", P256.KeyAgreement.PrivateKey(rawRepresentation: value("hpke.p256.key")),
                .P256_SHA256_AES_GCM_256))
        if HPKE.isXWingAvailable {
            #expect(
                try opens(
                    "xwing",
                    XWingMLKEM768X25519.PrivateKey(seedRepresentation: value("hpke.xwing.key"), publicKey: nil),
                    .XWingMLKEM768X25519_SHA256_AES_GCM_256))
        }
    }

    func encodings()
        throws
    {
        let judged = try JSONDecoder().decode([String: Bool].self, from: PythonProcess.run("encodings"))
        check(Array(judged), count: 1000) { encoding, isSafe in
            Curve25519.Signing.PublicKey.isSafe(rawRepresentation: try hex(encoding)) == isSafe
        }
        #expect((300...700).contains(judged.count { $0.value }))
    }

    private func bytes(_ key: SymmetricKey) -> Data { key.withUnsafeBytes { Data($0) } }
}
