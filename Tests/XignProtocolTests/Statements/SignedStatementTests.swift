import Testing
import XignCrypto

@testable import XignProtocol

struct SignedStatementTests {
    @Test("Signed statements", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an envelope composed by the test equals the code's, and is accepted", right),
        TestCase("every other envelope is refused", refused),
        TestCase("the keys must be exactly those that signed, no fewer and no more", exactly),
        TestCase("a verified signature counts only for its statement and its key", verified),
        TestCase("a statement is not signed by a factor without a key, by one factor twice, or by none", signers),
        TestCase("ES256 accepts (r, n - s) too, so that the bytes of a signature do not identify it", malleability),
        TestCase("no bytes crash the reader", anyBytes),
    ]

    static let keys = [Sample.publicKey(.device), Sample.publicKey(.pin)]

    static func device(_ extra: String = "", factors: String = #"["device","pin"]"#) throws -> String {
        try Envelope.entry(Envelope.header(alg: "ES256", kid: "device", factors: factors, extra: extra), by: .device)
    }

    static func pin(
        alg: String = "Ed25519", kid: String = "pin", typ: String = "xign-consent+jws",
        factors: String = #"["device","pin"]"#, header extra: String = "",
        beside: String = ""
    ) throws -> String {
        try Envelope.entry(
            Envelope.header(alg: alg, kid: kid, typ: typ, factors: factors, extra: extra), by: .pin, extra: beside)
    }

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard let statement = try? SignedStatement(parsing: bytes, type: .consent) else { return false }
        return statement.isSigned(byExactly: keys)
    }

    func right() throws {
        let bytes = Envelope.document([try Self.device(), try Self.pin()])
        #expect(Self.accepts(bytes))
        #expect(Self.accepts(Envelope.document([try Self.pin(), try Self.device()])), "in any order")
        let signed = try Sample.signed(Sample.consent.serialized, .consent, by: [.pin, .device])
        #expect(Self.accepts(signed.serialized))
        #expect(signed.factors == [.device, .pin])
        #expect(signed.payload == Sample.consent.serialized)
    }

    func refused() throws {
        let (device, pin) = (try Self.device(), try Self.pin())
        let right = String(decoding: Envelope.document([device, pin]), as: UTF8.self)
        let payload = Base64URL.encode(Sample.consent.serialized)
        let signature = String(try #require(pin.split(separator: "\"").dropLast().last))
        let noTyp = #"{"alg":"Ed25519","factors":["device","pin"],"kid":"pin"}"#
        let twice =
            #"{"alg":"Ed25519","alg":"Ed25519","factors":["device","pin"],"kid":"pin","typ":"xign-consent+jws"}"#
        var envelopes: [(String, [UInt8])] = [
            ("crit", Envelope.document([device, try Self.pin(header: #""crit":["exp"],"#)])),
            ("b64", Envelope.document([device, try Self.pin(header: #""b64":false,"#)])),
            ("jwk", Envelope.document([device, try Self.pin(header: #""jwk":{"kty":"OKP"},"#)])),
            ("jku", Envelope.document([device, try Self.pin(header: #""jku":"https://evil.example.org","#)])),
            ("x5c", Envelope.document([device, try Self.pin(header: #""x5c":["AA"],"#)])),
            ("x5u", Envelope.document([device, try Self.pin(header: #""x5u":"https://evil.example.org","#)])),
            ("cty", Envelope.document([device, try Self.pin(header: #""cty":"JWT","#)])),
            ("exp", Envelope.document([device, try Self.pin(header: #""exp":1,"#)])),
            ("an unprotected header", Envelope.document([device, try Self.pin(beside: #""header":{"kid":"pin"},"#)])),
            ("an empty unprotected header", Envelope.document([device, try Self.pin(beside: #""header":{},"#)])),
            ("an unknown member", Envelope.document([device, try Self.pin(beside: #""x":1,"#)])),
            ("a member of the document", Envelope.document([device, pin], extra: #""x":1,"#)),
            (
                "a flattened signature besides",
                Envelope.document([device, pin], extra: "\"signature\":\"\(signature)\",")
            ),
            ("no typ", Envelope.document([device, try Envelope.entry(noTyp, by: .pin)])),
            ("alg twice", Envelope.document([device, try Envelope.entry(twice, by: .pin)])),
            ("an empty header", Envelope.document([device, try Envelope.entry("{}", by: .pin)])),
            ("a header of text", Envelope.document([device, try Envelope.entry("\"pin\"", by: .pin)])),
            ("a header with a comma too many", Envelope.document([device, try Envelope.entry(noTyp + ",", by: .pin)])),
        ]
        for alg in [
            "none", "None", "", "EdDSA", "ed25519", "ED25519", "Ed448", "ES256", "es256", "ES384", "HS256", "RS256",
            "PS256",
        ] {
            envelopes.append(("alg \(alg)", Envelope.document([device, try Self.pin(alg: alg)])))
        }
        for typ in [
            "xign-enrolment+jws", "xign-key-change+jws", "xign-key-material+jws", "Xign-consent+jws", "xign-consent",
            "JWT", "", "application/xign-consent+jws",
        ] {
            envelopes.append(("typ \(typ)", Envelope.document([device, try Self.pin(typ: typ)])))
        }
        for kid in ["device", "biometric", "otp", "yubikey", "Pin", "pin ", "", "password"] {
            envelopes.append(("kid \(kid)", Envelope.document([device, try Self.pin(kid: kid)])))
        }
        for factors in [
            #"["pin","device"]"#, #"["device"]"#, #"["pin"]"#, "[]", #"["device","pin","pin"]"#,
            #"["biometric","device","pin"]"#, #""device""#, #"["device","password"]"#, "{}", "[1]",
        ] {
            envelopes.append(
                ("factors \(factors) in one", Envelope.document([device, try Self.pin(factors: factors)])))
            envelopes.append(
                (
                    "factors \(factors) in both",
                    Envelope.document([try Self.device(factors: factors), try Self.pin(factors: factors)])
                ))
        }
        envelopes += [
            ("a signature stripped", Envelope.document([device])), ("the other stripped", Envelope.document([pin])),
            ("none left", Envelope.document([])),
            ("a signature twice", Envelope.document([device, pin, pin])),
            ("device twice", Envelope.document([device, device])),
            ("six", Envelope.document(Array(repeating: device, count: 6))),
            ("a padded payload", right.with(payload, payload + "=").octets),
            ("a padded signature", right.with(signature, signature + "==").octets),
            ("a signature in base64", right.with(signature, "+" + signature.dropFirst()).octets),
            ("a shorter signature", right.with(signature, String(signature.dropLast(2))).octets),
            ("a longer signature", right.with(signature, signature + "AA").octets),
            ("an empty signature", right.with(signature, "").octets),
            ("a signature of zeros", right.with(signature, Base64URL.encode([UInt8](repeating: 0, count: 64))).octets),
            ("no payload", right.with("\"payload\":\"\(payload)\",", "").octets),
            ("another payload", right.with(payload, Base64URL.encode("{}".octets)).octets),
            ("an empty payload", right.with(payload, "").octets),
            ("signatures of no array", right.with("[{", "{\"a\":{").with("}]", "}}").octets),
            ("compact serialization", "\(Base64URL.encode(noTyp.octets)).\(payload).\(signature)".octets),
            ("two documents", (right + right).octets), ("nothing", []),
            ("a payload twice", right.with("{\"payload\"", "{\"payload\":\"\(payload)\",\"payload\"").octets),
            ("too large", (right + String(repeating: " ", count: 32 * 1024)).octets),
        ]
        #expect(envelopes.count >= 40)
        for (what, bytes) in envelopes { #expect(!Self.accepts(bytes), "\(what)") }
    }

    func exactly() throws {
        let signed = try Sample.signed(Sample.consent.serialized, .consent)
        #expect(signed.isSigned(byExactly: Self.keys))
        #expect(signed.isSigned(byExactly: Self.keys.reversed()))
        #expect(!signed.isSigned(byExactly: [Self.keys[0]]))
        #expect(!signed.isSigned(byExactly: []))
        #expect(!signed.isSigned(byExactly: Self.keys + [Sample.publicKey(.biometric)]))
        #expect(!signed.isSigned(byExactly: [Self.keys[0], Self.keys[0]]))
        #expect(!signed.isSigned(by: Sample.publicKey(.biometric)))
        let other = try #require(
            FactorPublicKey(factor: .pin, rawRepresentation: Array(Sample.ed25519Key(66).publicKey.rawRepresentation)))
        #expect(signed.isSigned(by: Self.keys[0]))
        #expect(!signed.isSigned(byExactly: [Self.keys[0], other]))
    }

    func verified() throws {
        var deviceSignature: [UInt8] = []
        let statement = try SignedStatement(
            signing: Sample.consent.serialized, type: .consent,
            with: [
                (
                    .device,
                    {
                        deviceSignature = try Sample.sign(.device)($0)
                        return deviceSignature
                    }
                ), (.pin, Sample.sign(.pin)),
            ])
        let verified = try #require(statement.verifiedSignature(by: Self.keys[0]))
        #expect(statement.isSigned(byExactly: Self.keys, verified: verified))
        #expect(!statement.isSigned(byExactly: [Self.keys[0]], verified: verified))
        #expect(!statement.isSigned(byExactly: [Self.keys[0], Self.keys[0]], verified: verified))
        #expect(statement.verifiedSignature(by: Sample.publicKey(.biometric)) == nil)

        // The PIN is wrong, regardless of the device's signature.
        let otherPIN = try #require(
            FactorPublicKey(factor: .pin, rawRepresentation: Array(Sample.ed25519Key(66).publicKey.rawRepresentation)))
        #expect(statement.verifiedSignature(by: otherPIN) == nil)
        #expect(!statement.isSigned(byExactly: [Self.keys[0], otherPIN], verified: verified))

        // The activation has another device key.
        let otherDevice = try #require(
            FactorPublicKey(
                factor: .device,
                rawRepresentation: Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)))
        #expect(!statement.isSigned(byExactly: [otherDevice, Self.keys[1]], verified: verified))

        // Another statement with the device's signature of this one, and with a made-up signature.
        var consent = Sample.consent
        consent.challenge[0] ^= 1
        let other = try Sample.signed(consent.serialized, .consent)
        #expect(other.isSigned(byExactly: Self.keys, verified: verified), "verified anew")
        for signature in [deviceSignature, Array(repeating: 7, count: 64)] {
            let forged = try SignedStatement(
                signing: consent.serialized, type: .consent,
                with: [(.device, { _ in signature }), (.pin, Sample.sign(.pin))])
            #expect(!forged.isSigned(byExactly: Self.keys, verified: verified))
        }
    }

    func signers() {
        for factors in [[FactorType.otp], [.device, .yubikey], [.device, .device], []] {
            #expect(throws: StatementError.malformed) {
                try Sample.signed(Sample.consent.serialized, .consent, by: factors)
            }
        }
    }

    func malleability() throws {
        let order: [UInt8] =
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
            + [0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51]
        let signature = try Sample.sign(.device)([1, 2, 3])
        var borrow = 0
        var other = signature
        for index in (0..<32).reversed() {
            let digit = Int(order[index]) - Int(signature[32 + index]) - borrow
            (other[32 + index], borrow) = (UInt8(digit & 255), digit < 0 ? 1 : 0)
        }
        #expect(other != signature)
        #expect(Self.keys[0].isValidSignature(other, for: [1, 2, 3]))
    }

    func anyBytes() throws {
        var random = RandomInput(seed: 13)
        let right = try Sample.signed(Sample.consent.serialized, .consent).serialized
        for _ in 0..<1000 {
            var bytes = right
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = UInt8.random(in: 0...255, using: &random)
            if bytes != right { #expect(!Self.accepts(bytes), "\(index)") }
        }
    }
}
