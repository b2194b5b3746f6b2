import Testing
import XignCrypto
import XignDomain
import XignProtocol

struct ClientKeyTests {
    @Test("A client's public key as a JSON Web Key", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the thumbprint is that of RFC 8037, appendix A.3", thumbprint),
        TestCase(
            "the signature of RFC 8037, appendix A.4, is valid under either name of the algorithm, and no other",
            signature),
        TestCase(
            "a signature of P-256 has two numbers of 32 bytes; DER, zeros and other lengths are refused",
            signatureOfP256),
        TestCase("further members are ignored", furtherMembers),
        TestCase(
            "what is no public key for signatures on these curves is refused", refusals,
            each: [
                ("", .malformed), (#""kty":"EC""#, .otherKind), (#""kty":1,"crv":"P-256","x":"a""#, .malformed),
                (p256 + #","d":"\#(x)""#, .isPrivate),
                (p256 + #","k":"""#, .isPrivate),
                (#""kty":"RSA","n":"AQAB","e":"AQAB","crv":"","x":"""#, .malformed),
                (#""kty":"RSA","n":"AQAB","e":"AQAB""#, .otherKind),
                (#""kty":"EC","x":"\#(x)","y":"\#(y)""#, .otherKind),
                (#""kty":"EC","crv":"P-384","x":"\#(x)","y":"\#(y)""#, .otherKind),
                (#""kty":"EC","crv":"secp256k1","x":"\#(x)","y":"\#(y)""#, .otherKind),
                (#""kty":"OKP","crv":"P-256","x":"\#(x)","y":"\#(y)""#, .otherKind),
                (#""kty":"OKP","crv":"X25519","x":"\#(x)""#, .otherKind),
                (#""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(x)""#, .notOnCurve),
                (#""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)A""#, .notOnCurve),
                (#""kty":"EC","crv":"P-256","x":"AA\#(x)","y":"\#(y)""#, .notOnCurve),
                (#""kty":"EC","crv":"P-256","x":"\#(x)=","y":"\#(y)""#, .notOnCurve),
                (#""kty":"OKP","crv":"Ed25519","x":"\#(zeros)""#, .notOnCurve),
                (p256 + #","use":"enc""#, .otherUse), (p256 + #","alg":"EdDSA""#, .otherUse),
                (p256 + #","alg":"RS256""#, .otherUse), (p256 + #","alg":7"#, .malformed),
                (p256 + #","kid":7"#, .malformed),
            ] as [(String, ClientKey.Fault)]),
    ]

    /// The public key of RFC 7517, appendix A.1.
    private static let x = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4"
    private static let y = "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"
    /// The public key of RFC 8037, appendix A.2.
    private static let ed25519 = #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
    private static let p256 = #""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)""#

    /// A point of order 4.
    private static let zeros = Base64URL.encode([UInt8](repeating: 0, count: 32))

    private static func parse(_ members: String) throws -> JSONValue {
        try StrictJSON.parse(Array("{\(members)}".utf8), limits: .message)
    }

    func thumbprint() throws {
        let key = try ClientKey(jsonWebKey: Self.parse(Self.ed25519))
        #expect(key.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    func signature() throws {
        let key = try ClientKey(jsonWebKey: Self.parse(Self.ed25519))
        let input = Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
        let signature = try #require(
            Base64URL.decode(
                "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"))
        #expect(key.isValid(signature, for: input))
        #expect(!key.isValid(Array(signature.dropLast()), for: input))
        #expect(key.isFor("EdDSA"))
        #expect(key.isFor("Ed25519"))
        for algorithm in ["none", "ES256", "HS256", "Eddsa", "Ed448", ""] {
            #expect(!key.isFor(algorithm), "\(algorithm)")
        }
    }

    func signatureOfP256() throws {
        let pair = P256.Signing.PrivateKey()
        let point = pair.publicKey.rawRepresentation
        let key = try ClientKey(
            jsonWebKey: .object([
                ("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(Base64URL.encode(point.prefix(32)))),
                ("y", .string(Base64URL.encode(point.suffix(32)))),
            ]))
        let signature = try pair.signature(for: [1, 2, 3])
        #expect(key.isValid(Array(signature.rawRepresentation), for: [1, 2, 3]))
        #expect(!key.isFor("EdDSA"))
        for wrong in [Array(signature.derRepresentation), [UInt8](repeating: 0, count: 64), [], [0]] {
            #expect(!key.isValid(wrong, for: [1, 2, 3]))
        }
    }

    func furtherMembers() throws {
        let key = try ClientKey(
            jsonWebKey: Self.parse(
                Self.p256 + #","kid":"1","use":"sig","alg":"ES256","key_ops":["verify"],"owner":"us""#))
        #expect(key.id == "1")
        #expect(key.thumbprint == "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s")
    }

    func refusals(members: String, fault: ClientKey.Fault) throws {
        let json = try Self.parse(members)
        #expect(throws: fault) { try ClientKey(jsonWebKey: json) }
    }
}
