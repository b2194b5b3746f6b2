import Testing
import XignCrypto

@testable import XignProtocol

struct EnrolmentStatementTests {
    @Test("The enrolment statement", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a statement survives a round trip, with its keys sorted by factor", roundTrip),
        TestCase("invalid and duplicate keys are refused", keys),
        TestCase("a duplicate, unsorted, missing or unknown factor is refused, and so is every other form", form),
        TestCase("key store and attestation have limits", limits, each: StatementLimits.enrolments.indices),
        TestCase(
            "a member more, less or of another type is refused, and another value is another statement", mutations),
        TestCase("a key exchanged on the way breaks every signature", exchangedKey),
        TestCase("a change of any field makes another statement", everyField),
    ]

    static let text = String(decoding: Sample.enrolment.serialized, as: UTF8.self)

    static func text(_ factor: FactorType) -> String { Base64URL.encode(Sample.publicKey(factor).rawRepresentation) }

    func roundTrip() throws {
        let read = try EnrolmentStatement(parsing: Sample.enrolment.serialized)
        #expect(read == Sample.enrolment)
        #expect(read.keys.map(\.factor) == [.biometric, .device, .pin])
    }

    func keys() {
        let zeros = [UInt8](repeating: 0, count: 31)
        let ones = [UInt8](repeating: 0xFF, count: 30)
        var ed25519: [(String, [UInt8])] = [
            ("the identity", [1] + zeros), ("the identity with a sign", [1] + zeros.dropLast() + [0x80]),
            ("order 2", [0xEC] + ones + [0x7F]),
            ("order 2 with a sign", [0xEC] + ones + [0xFF]), ("order 4", [0] + zeros),
            ("order 4, the other", [0] + zeros.dropLast() + [0x80]),
            ("the identity, not canonical", [0xEE] + ones + [0x7F]),
            ("zero, not canonical", [0xED] + ones + [0x7F]),
            ("all bits", [UInt8](repeating: 0xFF, count: 32)), ("off the curve", [2] + zeros), ("too short", zeros),
            ("too long", zeros + [1, 2]), ("empty", []),
            ("a key of P-256", Sample.publicKey(.device).rawRepresentation),
        ]
        for y in Self.order8 {
            ed25519 += [("order 8", y), ("order 8 with a sign", y.dropLast() + [y[31] | 0x80])]
        }
        for (what, key) in ed25519 {
            #expect(FactorPublicKey(factor: .pin, rawRepresentation: key) == nil, "\(what)")
            #expect(StatementVerificationKey(rawRepresentation: key) == nil, "\(what)")
            Self.expectRefusal(Self.text.with(Self.text(.pin), Base64URL.encode(key)), what)
        }
        let device = Sample.publicKey(.device).rawRepresentation
        let p256: [(String, [UInt8])] = [
            ("a key of Ed25519", Sample.publicKey(.pin).rawRepresentation), ("zeros", [UInt8](repeating: 0, count: 64)),
            ("off the curve", device.dropLast() + [device[63] ^ 1]),
            ("x and y exchanged", Array(device[32...] + device[..<32])), ("with a prefix", [4] + device),
            ("too long", device + [0]),
            ("beyond the prime", [UInt8](repeating: 0xFF, count: 64)),
        ]
        for (what, key) in p256 {
            #expect(FactorPublicKey(factor: .device, rawRepresentation: key) == nil, "\(what)")
            Self.expectRefusal(Self.text.with(Self.text(.device), Base64URL.encode(key)), what)
        }
        Self.expectRefusal(
            Self.text.with(Self.text(.biometric), Self.text(.device)), "one key for device and biometric")
    }

    func form() {
        let entry = "{\"factor\":\"pin\",\"publicKey\":\"\(Self.text(.pin))\"}"
        let device = "{\"factor\":\"device\",\"publicKey\":\"\(Self.text(.device))\"}"
        let mutations = [
            ("pin twice", Self.text.with(entry, entry + "," + entry)),
            (
                "unsorted",
                Self.text.with(entry, "").with(",]", "]").with("[{\"factor\":\"bio", "[\(entry),{\"factor\":\"bio")
            ),
            ("no device", Self.text.with(device + ",", "")), ("otp", Self.text.with("\"pin\"", "\"otp\"")),
            ("an unknown factor", Self.text.with("\"pin\"", "\"password\"")),
            ("another purpose", Self.text.with("\"enrolment\"", "\"login\"")),
            ("a longer key entry", Self.text.with("{\"factor\":\"pin\"", "{\"a\":1,\"factor\":\"pin\"")),
            ("a Kelvin sign", Self.text.with("\"publicKey\"", "\"public\u{212A}ey\"")),
            ("a member more", Self.text.with("{\"activationId\"", "{\"a\":1,\"activationId\"")),
            ("a short challenge", Self.text.with(Base64URL.encode(Sample.challenge), "AAAA")),
            ("an alias with a break", Self.text.with("\"Zoë", "\"\\nZoë")),
            ("an empty alias", Self.text.with("\"Zoë's phone\"", "\"\"")),
            ("an empty platform", Self.text.with("\"Linux\"", "\"\"")),
            ("no platform", Self.text.with(",\"platform\":\"Linux\"", "")),
            ("no key store", Self.text.with(",\"keyStore\":\"file\"", "")),
            ("a consent", String(decoding: Sample.consent.serialized, as: UTF8.self)),
        ]
        for (what, text) in mutations { Self.expectRefusal(text, what) }
        #expect(throws: StatementError.unsupportedVersion) {
            try EnrolmentStatement(parsing: Self.text.with("\"v\":1", "\"v\":0").octets)
        }
    }

    func limits(index: Int) throws {
        let limit = StatementLimits.enrolments[index]
        let read = try? EnrolmentStatement(parsing: limit.bytes)
        #expect((read != nil) == limit.isAccepted, "\(limit.what)")
        #expect(read.map { $0.serialized == limit.bytes } ?? true, "\(limit.what)")
    }

    func mutations() throws {
        let statement = Sample.attestedEnrolment
        for mutation in try StrictJSON.parse(statement.serialized, limits: .statement).mutations {
            let read = try? EnrolmentStatement(parsing: mutation.bytes)
            if let read { #expect(read != statement, "\(mutation.what)") }
            switch mutation.kind {
            case .added, .retyped: #expect(read == nil, "\(mutation.what)")
            case .missing: #expect((read != nil) == (mutation.path == "attestation"), "\(mutation.what)")
            case .changed: break
            }
        }
    }

    func exchangedKey() throws {
        let factors: [FactorType] = [.biometric, .device, .pin]
        let signed = try Sample.signed(Sample.enrolment.serialized, .enrolment, by: factors)
        #expect(signed.isSigned(byExactly: Sample.enrolment.keys))
        let thief = Base64URL.encode(Array(Sample.ed25519Key(66).publicKey.rawRepresentation))
        let payload = Base64URL.encode(Self.text.with(Self.text(.pin), thief).octets)
        let forged = try SignedStatement(
            parsing: String(decoding: signed.serialized, as: UTF8.self).with(Base64URL.encode(signed.payload), payload)
                .octets, type: .enrolment)
        let claimed = try EnrolmentStatement(parsing: forged.payload)
        #expect(!forged.isSigned(byExactly: claimed.keys))
        for key in claimed.keys { #expect(!forged.isSigned(by: key)) }
    }

    func everyField() {
        let changes: [(inout EnrolmentStatement) -> Void] = [
            { $0.idmIdentifier = "b" }, { $0.activation = .random() }, { $0.challenge[0] ^= 1 },
            { $0.keys.removeLast() }, { $0.alias = "Zoe\u{308}'s phone" }, { $0.platform = "iOS" },
            { $0.keyStore = .enclave }, { $0.attestation = Attestation(format: "a", bytes: [1]) },
        ]
        for change in changes {
            var statement = Sample.enrolment
            change(&statement)
            #expect(statement != Sample.enrolment)
        }
    }

    /// The two y coordinates of the points of order 8, little-endian.
    private static let order8 = [
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ].map { hex in
        stride(from: 0, to: 64, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16) ?? 0 }
    }

    private static func expectRefusal(_ text: String, _ what: String) {
        #expect(throws: StatementError.malformed, "\(what)") { try EnrolmentStatement(parsing: text.octets) }
    }
}
