import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct ClientDeclarationTests {
    @Test("Declaring the settings of clients", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The settings of a client are stored, and removed where the declaration has none", stored),
        TestCase("A change names the settings that it replaces", differences),
        TestCase("A service with keys has no secret", keys),
        TestCase("The profile fapi2 demands pushed requests and DPoP", profile),
        TestCase("A native app is a public client with addresses of its own", native),
        TestCase(
            "A contradiction is named by its place", contradiction,
            each: [
                (["rememberedLogin: { minutes: 0 }"], "rememberedLogin.minutes"),
                (["rememberedLogin: { minutes: 1441 }"], "rememberedLogin.minutes"),
                (["rememberedLogin: { minutes: 30, idleMinutes: 31 }"], "rememberedLogin.idleMinutes"),
                (["rememberedLogin: { minutes: 1440, idleMinutes: 1441 }"], "rememberedLogin.idleMinutes"),
                (["rememberedLogin: { minutes: 30, idleMinutes: 0 }"], "rememberedLogin.idleMinutes"),
                (["rememberedLogin: { minutes: 30, idleMinute: 5 }"], "rememberedLogin.idleMinute"),
                (["offlineAccess: { days: 366 }"], "offlineAccess.days"),
                (["offlineAccess: { days: 3, idleDays: 4 }"], "offlineAccess.idleDays"),
                (["postLogoutRedirectUris: [\"http://new.example/\"]"], "postLogoutRedirectUris[0]"),
                (["postLogoutRedirectUris: [\"https://new.example/?state=1\"]"], "postLogoutRedirectUris[0]"),
                (["backChannelLogoutUri: http://127.0.0.1/logout"], "backChannelLogoutUri"),
                (["pushedRequests: always"], "pushedRequests"),
                (["confidential: false", "pushedRequests: required"], "pushedRequests"),
                (["dpop: yes please"], "dpop"),
                (["idTokenMinutes: 4"], "idTokenMinutes"),
                (["idTokenMinutes: 601"], "idTokenMinutes"),
                (["keys: []"], "keys"),
                (["confidential: false", "keys: [\(key)]"], "keys"),
                (["keys: [\(key), \(key)]"], "keys[0].kid"),
                (["keys:\n          - \(edwardsKey), d: nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A }"], "keys[0].d"),
                (["keys:\n          - \(edwardsKey), alg: ES256 }"], "keys[0].alg"),
                (
                    ["keys:\n          - { kty: OKP, crv: Ed25519, x: AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA }"],
                    "keys[0]"
                ),
                (["keys:\n          - { kty: RSA, crv: P-256, x: AQAB }"], "keys[0]"),
                (["profile: fapi3"], "profile"),
                (["profile: fapi2"], "keys"),
                (["profile: fapi2", "keys: [\(key)]", "dpop: optional"], "dpop"),
                (["profile: fapi2", "keys: [\(key)]", "pushedRequests: optional"], "pushedRequests"),
                (["profile: fapi2", "keys: [\(key)]", "pkce: optional"], "pkce"),
                (["profile: fapi2", "keys: [\(key)]", "inApp: true"], "inApp"),
                (["native: true", "confidential: true"], "confidential"),
                (["native: true", "rememberedLogin: { minutes: 5 }"], "redirectUris[0]"),
                (["native: true", "sharedLogin: true"], "sharedLogin"), (["sharedLogin: 600"], "sharedLogin"),
            ]),
        TestCase(
            "A key of another kind is refused in one sentence, which names the kinds that are accepted", otherKeys,
            each: [
                "{ kty: RSA, n: sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri, e: AQAB, use: sig, kid: a }",
                "{ kty: RSA, n: sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri, e: AQAB, alg: RS256 }",
                "{ kty: EC, crv: P-384, x: AQAB, y: AQAB, alg: ES384 }", "{ kty: OKP, crv: X25519, x: AQAB }",
                "{ kty: EC }",
            ]),
        TestCase("A public client whose address another app may have is never remembered", neverRemembered),
        TestCase("RS256 contradicts the profile fapi2", algorithm),
        TestCase("A service that has RS256 cannot get the profile fapi2 without another algorithm", keptAlgorithm),
        TestCase("The features of the provider follow the active services", features),
        TestCase("ID tokens of more than an hour at a service that is told of no logout are reported", longIDTokens),
    ]

    private static let key = """
        { kty: EC, crv: P-256, x: f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU, \
        y: x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0 }
        """
    /// RFC 8037, appendix A.2.
    private static let edwardsKey = "{ kty: OKP, crv: Ed25519, x: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func stored() throws {
        try apply(
            "rememberedLogin: { minutes: 480 }", "offlineAccess: { days: 90, idleDays: 7 }",
            "postLogoutRedirectUris: [\"https://new.example/bye\"]",
            "backChannelLogoutUri: https://new.example/logout", "popups: true", "dpop: required",
            "pushedRequests: required")
        #expect(
            try service.client
                == ClientSettings(
                    rememberedLogin: .init(minutes: 480, idleMinutes: 60),
                    offlineAccess: .init(days: 90, idleDays: 7), postLogoutRedirectURIs: ["https://new.example/bye"],
                    backChannelLogoutURI: "https://new.example/logout", pushedRequests: .required, dpop: .required,
                    opensPopups: true))
        try apply()
        #expect(try service.client == .standard)
    }

    func differences() throws {
        try apply("rememberedLogin: { minutes: 20 }")
        let change = try #require(try apply("rememberedLogin: { minutes: 30, idleMinutes: 5 }", "popups: true").first)
        #expect(
            change.contains(
                "rememberedLogin.minutes: 20 -> 30; rememberedLogin.idleMinutes: 20 -> 5; popups: false -> true"),
            "\(change)")
        #expect(try apply("rememberedLogin: { minutes: 30, idleMinutes: 5 }", "popups: true").isEmpty)
    }

    func keys() throws {
        try apply()
        #expect(try service.secretHash != nil)
        try apply("keys: [\(Self.key)]")
        #expect(try service.secretHash == nil)
        #expect(try service.isConfidential)
        #expect(try service.client.keys.map(\.algorithm) == [.es256])
        try apply("keys:\n          - \(Self.edwardsKey), kid: a, alg: EdDSA, use: sig }")
        #expect(try service.client.keys.map(\.algorithm) == [.edDSA])
        #expect(try service.client.keys.map(\.id) == ["a"])
        try apply()
        #expect(try service.secretHash != nil)
    }

    func profile() throws {
        try apply("profile: fapi2", "keys: [\(Self.key)]")
        #expect(try service.client.pushedRequests == .required)
        #expect(try service.client.dpop == .required)
        #expect(try service.client.profile == .fapi2)
    }

    func native() throws {
        try apply(
            "native: true",
            redirectURIs: ["http://127.0.0.1/cb", "http://[::1]:1/cb", "org.example.app:/cb", "https://app.example/cb"])
        #expect(try service.client.isNative)
        #expect(try !service.isConfidential)
    }

    func contradiction(_ lines: [String], _ place: String) throws {
        let uris = lines.contains("native: true") ? ["http://localhost/cb"] : ["https://new.example/cb"]
        let error = #expect(throws: DeclarationErrors.self) { try apply(lines, redirectURIs: uris) }
        let paths = try #require(error).all.map(\.path)
        #expect(paths.contains("organizations[0].services[0].\(place)"), "\(paths)")
    }

    func otherKeys(key: String) throws {
        let error = #expect(throws: DeclarationErrors.self) { try apply(["keys:\n          - \(key)"]) }
        let reasons = try #require(error).all
        #expect(reasons.map(\.path) == ["organizations[0].services[0].keys[0]"])
        #expect(
            reasons.map(\.reason)
                == ["must be a P-256 key (kty EC, crv P-256) or an Ed25519 key (kty OKP, crv Ed25519)"])
    }

    func neverRemembered() throws {
        let error = #expect(throws: DeclarationErrors.self) {
            try apply(["native: true", "rememberedLogin: { minutes: 5 }"], redirectURIs: ["org.example.app:/cb"])
        }
        #expect(try #require(error).all.map(\.path) == ["organizations[0].services[0].rememberedLogin"])
    }

    func algorithm() throws {
        let error = #expect(throws: DeclarationErrors.self) {
            try apply(["profile: fapi2", "keys: [\(Self.key)]"], algorithm: "RS256")
        }
        #expect(try #require(error).all.map(\.path) == ["organizations[0].services[0].signingAlgorithm"])
    }

    func keptAlgorithm() throws {
        try apply([], algorithm: "RS256")
        let lines = ["profile: fapi2", "keys: [\(Self.key)]"]
        let error = #expect(throws: DeclarationErrors.self) { try apply(lines, algorithm: nil) }
        #expect(try #require(error).all.map(\.path) == ["organizations[0].services[0].signingAlgorithm"])
        try apply(lines, algorithm: "ES256")
    }

    func features() throws {
        #expect(try !manager.context.providerFeatures().offlineAccess)
        try apply("offlineAccess: { days: 1 }", "confidential: false")
        #expect(try manager.context.providerFeatures().offlineAccess)
        #expect(try manager.context.providerFeatures().browserOrigins == ["https://new.example"])
        try apply("offlineAccess: { days: 1 }", "active: false")
        #expect(try !manager.context.providerFeatures().offlineAccess)
        #expect(try manager.context.providerFeatures().browserOrigins.isEmpty)
    }

    func longIDTokens() throws {
        try apply("idTokenMinutes: 61")
        #expect(try service.idTokenMinutes == 61)
        let warnings = try manager.context.longIDTokens()
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("service new: idTokenMinutes: ") ?? false)
        for lines in [
            ["idTokenMinutes: 60"], ["idTokenMinutes: 600", "backChannelLogoutUri: https://new.example/logout"],
            ["idTokenMinutes: 600", "active: false"],
        ] {
            try apply(lines)
            #expect(try manager.context.longIDTokens().isEmpty, "\(lines)")
        }
    }

    private var service: Service {
        get throws { try #require(try manager.context.database.read { try $0.services.find(name: "new") }) }
    }

    @discardableResult
    private func apply(_ lines: String..., redirectURIs: [String] = ["https://new.example/cb"]) throws -> [String] {
        try apply(lines, redirectURIs: redirectURIs)
    }

    @discardableResult
    private func apply(
        _ lines: [String], redirectURIs: [String] = ["https://new.example/cb"], algorithm: String? = "ES256"
    ) throws -> [String] {
        let uris = redirectURIs.map { "\"\($0)\"" }.joined(separator: ", ")
        let head = """
            organizations:
              - name: Example Trading Ltd
                services:
                  - name: new
                    redirectUris: [\(uris)]
                    roles:
                      - name: user
                        alternatives: [[device]]

            """
        let lines = (algorithm.map { ["signingAlgorithm: \($0)"] } ?? []) + lines
        return try Apply(manager.context)(Array((head + lines.map { "        \($0)\n" }.joined()).utf8))
    }
}
