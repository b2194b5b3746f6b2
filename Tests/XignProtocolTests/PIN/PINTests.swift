import Testing
import XignCrypto

@testable import XignProtocol

struct PINTests {
    @Test("PINs", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "5 to 32 ASCII digits, leading zeros kept", accepted,
            each: ["00000", "01234", "98765012345678901234567890123456"]),
        TestCase(
            "any other text is not a PIN", refused,
            each: [
                "", "1234", "987650123456789012345678901234567", "12 456", "12345 ", " 12345", "12345\n", "12345\0",
                "-12345", "+12345", "12.345",
                "1e5000", "0x1234", "abcdef", "٣٣٣٣٣٣", "１２３４５６", "१२३४५६", "12345\u{301}", "12345½", "²²²²²²",
                "𝟏𝟐𝟑𝟒𝟓𝟔",
            ]),
        TestCase(
            "a PIN that is guessed first is common", common,
            each: [
                "000000", "111111", "123456", "654321", "012345", "890123", "321098", "121212", "123123", "456456",
                "112233", "123321", "147258",
                "159753", "258025", "12345678", "99999999", "77777",
            ]),
        TestCase(
            "other PINs are not common", notCommon,
            each: ["482915", "907314", "100001", "31415", "271828", "123450", "20260714"]),
        TestCase("a policy gives the reason for refusing a PIN", policy),
    ]

    func accepted(text: String) throws { #expect(try #require(PIN(text)).text == text) }

    func refused(text: String) { #expect(PIN(text) == nil) }

    func common(text: String) throws { #expect(try #require(PIN(text)).isCommon) }

    func notCommon(text: String) throws { #expect(try !#require(PIN(text)).isCommon) }

    func policy() throws {
        let policy = PINPolicy(minimumLength: 6, maximumLength: 8)
        #expect(policy.refusal(of: try #require(PIN("48291"))) == .tooShort)
        #expect(policy.refusal(of: try #require(PIN("482915736"))) == .tooLong)
        #expect(policy.refusal(of: try #require(PIN("123456"))) == .common)
        #expect(policy.refusal(of: try #require(PIN("482915"))) == nil)
        #expect(PINPolicy.standard.minimumLength == 6)
        #expect(PINPolicy.standard.maximumLength == 32)
    }
}

struct PINKeyTests {
    @Test("PIN keys", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "the same PIN gives the same key; another secret, salt, manager or activation gives another", derivation),
        TestCase("a salt of another length is refused", salts, each: [0, 15, 17, 32]),
        TestCase("the file store's bind needs both the PIN and the stored secret", softwareBind),
        TestCase("two PINs have two bind points, each on the curve, 02 || x, with a hash for x", bindPoint),
        TestCase(
            "the enclave's answer to the bind point cannot be computed from its public key and the PIN", notByPublicKey),
        TestCase(
            "the proof of an activation's PIN depends on PIN, secret and activation, and is not the PIN",
            activationProof),
    ]

    static let salt = [UInt8](0..<16)

    static func key(
        bound: UInt8 = 1, salt: [UInt8] = salt, idm: String = Sample.idm, activation: ActivationID = Sample.activation
    ) throws -> [UInt8] {
        let bound = SymmetricKey(data: [UInt8](repeating: bound, count: 32))
        let key = try PINKey.derive(bound: bound, salt: salt, idmIdentifier: idm, activation: activation)
        return Array(key.publicKey.rawRepresentation)
    }

    func derivation() throws {
        #expect(try Self.key() == Self.key())
        let keys = [
            try Self.key(), try Self.key(bound: 2), try Self.key(salt: Self.salt.reversed()),
            try Self.key(idm: "other.example.org"),
            try Self.key(activation: .random()),
        ]
        #expect(Set(keys).count == keys.count)
    }

    func salts(count: Int) {
        #expect(throws: CryptoKitError.self) { try Self.key(salt: [UInt8](repeating: 1, count: count)) }
    }

    func softwareBind() {
        func bind(_ stretched: UInt8, _ secret: UInt8) -> [UInt8] {
            PINKey.bindInSoftware(
                stretched: SymmetricKey(data: [UInt8](repeating: stretched, count: 32)),
                secret: SymmetricKey(data: [UInt8](repeating: secret, count: 32))
            ).copiedBytes
        }
        #expect(Set([bind(1, 1), bind(1, 2), bind(2, 1), bind(2, 2)]).count == 4)
        #expect(bind(1, 2) == bind(1, 2))
    }

    func bindPoint() throws {
        var points: Set<[UInt8]> = []
        for number in UInt8(0)..<40 {
            let stretched = SymmetricKey(data: [UInt8](repeating: number, count: 32))
            let point = try PINKey.bindPoint(stretched: stretched)
            let compressed = Array(point.compressedRepresentation)
            #expect(compressed[0] == 2)
            // Reading it again checks that it is on the curve.
            #expect(
                try Array(P256.KeyAgreement.PublicKey(x963Representation: point.x963Representation).rawRepresentation)
                    == Array(point.rawRepresentation))
            let candidates = (0..<64).map { index in
                Array(
                    SHA256.hash(
                        data: "xign/1 bind point".octets + [UInt8](repeating: number, count: 32) + [
                            0, 0, 0, UInt8(index),
                        ]))
            }
            let first = candidates.first {
                (try? P256.KeyAgreement.PublicKey(compressedRepresentation: [2] + $0)) != nil
            }
            #expect(Array(compressed.dropFirst()) == first)
            points.insert(compressed)
        }
        #expect(points.count == 40)
    }

    func notByPublicKey() throws {
        let enclave = P256.KeyAgreement.PrivateKey()
        let stretched = SymmetricKey(data: [UInt8](repeating: 5, count: 32))
        let secret = try enclave.sharedSecretFromKeyAgreement(with: PINKey.bindPoint(stretched: stretched))
        // With a key pair derived from the PIN, d * K would be the secret, and K is public.
        let derived = try P256.KeyAgreement.PrivateKey(rawRepresentation: stretched.copiedBytes)
        let guess = try derived.sharedSecretFromKeyAgreement(with: enclave.publicKey)
        #expect(secret.copiedBytes != guess.copiedBytes)
    }

    func activationProof() throws {
        func proof(
            _ pin: String, _ secret: SecretOctets = Sample.secret, _ activation: ActivationID = Sample.activation
        ) throws -> SecretOctets {
            try ActivationPINProof.compute(pin: try #require(PIN(pin)), secret: secret, activation: activation)
        }
        let right = try proof("482915")
        #expect(try right == proof("482915"))
        #expect(right.bytes.count == 32)
        #expect(try right != proof("482916"))
        #expect(try right != proof("0482915"))
        #expect(try right != proof("482915", .random(count: 16)))
        #expect(try right != proof("482915", Sample.secret, .random()))
    }
}
