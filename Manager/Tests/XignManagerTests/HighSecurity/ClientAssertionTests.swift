import Eventually
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer

struct ClientAssertionTests {
    @Test("Client assertions (private_key_jwt)", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a client proves itself by its key alone, with or without client_id", accepted),
        TestCase(
            "a client may have Ed25519 keys, under either name of their algorithm", ed25519, each: ["EdDSA", "Ed25519"]),
        TestCase(
            "the clock of a client may be a minute ahead or fifteen seconds behind", clocks,
            each: [
                ["iat": 10, "nbf": 10], ["iat": 60, "nbf": 60], ["exp": -14], ["exp": 3615], ["iat": -3000],
            ] as [[String: Int64]]),
        TestCase(
            "an assertion with a wrong time is refused, and the code stays good", wrongTimes,
            each: [
                ["iat": 61], ["nbf": 61], ["exp": -15], ["exp": -300], ["exp": 3616],
            ] as [[String: Int64]]),
        TestCase(
            "an assertion with a wrong claim is refused, and the code stays good", wrongClaims,
            each: [
                ["aud": .array([.string(issuer)])], ["aud": .string(issuer + "/")], ["aud": nil],
                ["aud": .string(issuer + "/openid/token")],
                ["aud": .array([.string(issuer), .string("https://b.example")])],
                ["iss": .string("noncing")], ["iss": nil], ["iss": .string("")],
                ["sub": .string("noncing")], ["sub": nil], ["sub": .integer(1)],
                ["exp": nil], ["exp": .string("1")], ["iat": .string("1")], ["nbf": .boolean(true)],
                ["jti": nil], ["jti": .string("")], ["jti": .integer(1)],
            ] as [Changes]),
        TestCase(
            "an assertion with another header is refused: none, other algorithms, critical extensions, other types",
            wrongHeaders,
            each: [
                ["alg": .string("none")], ["alg": .string("HS256")], ["alg": .string("RS256")],
                ["alg": .string("EdDSA")],
                ["alg": nil], ["crit": .array([.string("exp")])], ["typ": .string("dpop+jwt")],
                ["typ": .string("logout+jwt")], ["alg": .integer(1)],
            ] as [Changes]),
        TestCase("an assertion that another key has signed is refused, also that of another client", wrongKeys),
        TestCase("what is no JWT is refused: no signature, padding, duplicate members, a huge one", noJWT),
        TestCase(
            "a client with keys is refused without an assertion, or with a secret; one without keys with an assertion",
            otherMethods),
        TestCase("an assertion is used once, whatever came of it, until it has expired", replay),
        TestCase(
            "of fifty requests at once with one assertion, one is answered, and the other codes stay good", parallel),
        TestCase("a key that was taken away since the client was authenticated has no effect any longer", removedKey),
        TestCase("failures are audited with their reason", audited),
    ]

    private static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    private static let issuer = Provider.issuer.description

    let provider: Provider
    let key = TestKey.p256()

    init() throws {
        provider = try Provider()
        let keys = [key.clientKey]
        for service in ["shop", "noncing"] as [ServiceID] {
            try provider.change(service) { $0.secretHash = nil }
            try provider.change(service) { $0.client.keys = keys }
        }
        let ownKeys = [TestKey.p256().clientKey]
        try provider.change("noncing") { $0.client.keys = ownKeys }
    }

    private func code() throws -> String {
        var browser = Browser(provider)
        return try browser.logIn(.shop)
    }

    private func redeem(
        _ code: String, _ assertion: String, _ changes: [String: String?] = [:], headers: [HeaderField] = []
    ) throws -> Response {
        let proof: [String: String?] = ["client_assertion_type": Self.type, "client_assertion": assertion]
        let form = Website.shop.tokenRequest(code, proof.merging(changes) { $1 })
        return try provider.post("/openid/token", form, headers: headers)
    }

    private func redeem(_ code: String, header: Changes = [:], _ claims: Changes) throws -> Response {
        try redeem(code, try key.assertion(at: provider, header: header, claims))
    }

    private func expectRefused(_ response: Response) throws {
        #expect(response.status == 401)
        #expect(try response.json["error"]?.string == "invalid_client")
    }

    func accepted() throws {
        #expect(try redeem(try code(), [:]).status == 200)
        let assertion = try key.assertion(at: provider)
        #expect(try redeem(try code(), assertion, ["client_id": "shop"]).status == 200)
    }

    func ed25519(algorithm: String) throws {
        var key = TestKey.ed25519()
        key.algorithm = algorithm
        let keys = [self.key.clientKey, key.clientKey]
        try provider.change("shop") { $0.client.keys = keys }
        #expect(try redeem(try code(), try key.assertion(at: provider)).status == 200)
    }

    func clocks(offsets: [String: Int64]) throws {
        let now = provider.now.seconds
        #expect(try redeem(try code(), offsets.mapValues { .integer(now + $0) }).status == 200)
    }

    func wrongTimes(offsets: [String: Int64]) throws {
        let (code, now) = (try code(), provider.now.seconds)
        try expectRefused(try redeem(code, offsets.mapValues { .integer(now + $0) }))
        #expect(try redeem(code, [:]).status == 200)
    }

    func wrongClaims(changes: Changes) throws {
        let code = try code()
        try expectRefused(try redeem(code, changes))
        #expect(try redeem(code, [:]).status == 200)
    }

    func wrongHeaders(header: Changes) throws {
        try expectRefused(try redeem(try code(), header: header, [:]))
    }

    func wrongKeys() throws {
        for other in [TestKey.p256(), .ed25519()] {
            try expectRefused(try redeem(try code(), try other.assertion(at: provider)))
        }
        try expectRefused(try redeem(try code(), try key.assertion(of: "noncing", at: provider)))
        let embedded = try TestKey.p256().assertion(at: provider, header: ["jwk": .object(TestKey.p256().jwk)])
        try expectRefused(try redeem(try code(), embedded))
    }

    func noJWT() throws {
        let assertion = try key.assertion(at: provider)
        let parts = assertion.split(separator: ".").map(String.init)
        func encode(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
        let duplicate = encode(#"{"sub":"shop","iss":"shop","sub":"noncing"}"#)
        let wrong = [
            "", "x", "a.b.c", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", assertion + "=", assertion + ".",
            assertion + ".a", " " + assertion, try key.signed("\(parts[0]).\(duplicate)"),
            try key.signed("\(encode(#"{"alg":"ES256","alg":"none"}"#)).\(parts[1])"),
            try key.signed("\(encode(#"["ES256"]"#)).\(parts[1])"),
            try key.assertion(at: provider, ["sub": .string("\u{0}"), "iss": .string("\u{0}")]),
            try key.assertion(at: provider, ["pad": .string(String(repeating: "a", count: 9000))]),
        ]
        for text in wrong { #expect(try redeem(try code(), text).status == 401, "\(text.prefix(80))") }
    }

    func otherMethods() throws {
        let code = try code()
        let basic = [Website.basic("shop", Provider.secret.text)]
        #expect(try provider.post("/openid/token", Website.shop.tokenRequest(code), headers: basic).status == 401)
        #expect(try redeem(code, "", ["client_id": "shop"]).status == 401)
        let assertion = try key.assertion(at: provider)
        try expectRefused(try redeem(code, assertion, ["client_assertion_type": "jwt"]))
        try expectRefused(try redeem(code, assertion, ["client_assertion_type": nil]))
        try expectRefused(try redeem(code, assertion, ["client_assertion": nil, "client_id": "shop"]))
        try expectRefused(try redeem(code, assertion, ["client_id": "noncing"]))
        try expectRefused(try redeem(code, try key.assertion(of: "legacy", at: provider)))
        try expectRefused(try redeem(code, try key.assertion(of: "app", at: provider)))
        let twice = try redeem(code, assertion, headers: basic)
        #expect(try twice.json["error"]?.string == "invalid_request")
        #expect(try redeem(code, assertion).status == 200)
    }

    func replay() throws {
        let assertion = try key.assertion(at: provider)
        #expect(try redeem("unknown", assertion).json["error"]?.string == "invalid_grant")
        let code = try code()
        try expectRefused(try redeem(code, assertion))
        provider.advance(seconds: 59)
        try expectRefused(try redeem(code, assertion))
        #expect(try redeem(code, [:]).status == 200)
    }

    func parallel() throws {
        let assertion = try key.assertion(at: provider)
        let codes = try (0..<5).map { _ in try code() }
        let answered = inParallel(50) {
            try codes.map { try redeem($0, assertion).status.code }.filter { $0 == 200 }.count
        }
        #expect(answered.reduce(0, +) == 1)
        let later = try codes.map { try redeem($0, [:]).status.code }
        #expect(later.filter { $0 == 200 }.count == 4)
    }

    func removedKey() throws {
        let other = [TestKey.p256().clientKey]
        try provider.change("shop") { $0.client.keys = other }
        try expectRefused(try redeem(try code(), [:]))
    }

    func audited() throws {
        try expectRefused(try redeem("unknown", ["aud": nil]))
        let event = try provider.context.database.read { try $0.audit.newest(1)[0] }
        #expect(event.kind == .clientRefused)
        #expect(event.detail == "wrong or missing assertion")
    }
}
