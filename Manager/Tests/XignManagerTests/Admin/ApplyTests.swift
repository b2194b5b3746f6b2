import Foundation
import Testing
import XignDomain
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct ApplyTests {
    @Test("Applying a declaration", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Applying the same again changes nothing", idempotent),
        TestCase("A change of what a user confirms makes statements of before void", policyVersion),
        TestCase("Another order of a service's attributes is told as a change", order),
        TestCase("A service keeps its client id and secret when it is changed", keepsIdentity),
        TestCase("A service's website is stored, and removed where the declaration has none", website),
        TestCase("A rotated secret is another one, and the old one is good no more", rotatedSecret),
        TestCase(
            "With an overlap the replaced secret is accepted until it ends by itself, or by command", overlappingSecrets
        ),
        TestCase("What is not mentioned stays, and lists that are there are exact", exactLists),
        TestCase("A role that must be assigned is held only by those to whom it is", assignedRole),
        TestCase(
            "What cannot be applied is named by its place, and nothing of the file takes effect", refused,
            each: [
                ("redirectUris: [\"http://website.example/callback\"]", "organizations[0].services[0].redirectUris[0]"),
                ("redirectUris: [\"https://website.example/*\"]", "organizations[0].services[0].redirectUris[0]"),
                ("redirectUris: [\"https://ada@website.example/\"]", "organizations[0].services[0].redirectUris[0]"),
                ("redirectUris: [\"https://website.example/#x\"]", "organizations[0].services[0].redirectUris[0]"),
                ("redirectUris: []", "organizations[0].services[0].redirectUris"),
                (
                    "redirectUris: [\"https://website.example/\"]\n        pkce: never",
                    "organizations[0].services[0].pkce"
                ),
                (
                    "redirectUris: [\"https://website.example/\"]\n        confidential: false\n        pkce: optional",
                    "organizations[0].services[0].pkce"
                ),
                (
                    "redirectUris: [\"https://website.example/\"]\n        website: \"javascript:alert(1)\"",
                    "organizations[0].services[0].website"
                ),
                (
                    "redirectUris: [\"https://website.example/\"]\n        sessionSeconds: 1",
                    "organizations[0].services[0].sessionSeconds"
                ),
                (
                    "redirectUris: [\"https://website.example/\", \"https://website.example/cb?x=y&state=z\"]",
                    "organizations[0].services[0].redirectUris[1]"
                ),
                (
                    "redirectUris: [\"https://website.example/\"]\n        confidential: false\n        legacy: true",
                    "organizations[0].services[0].legacy"
                ),
                (
                    "redirectUris: [\"https://website.example/\"]\n        pkce: required\n        legacy: true",
                    "organizations[0].services[0].legacy"
                ),
            ]),
        TestCase(
            "A new service says how its ID tokens are signed, and the error says which clients need which",
            signingAlgorithm, each: ["", "none"]),
        TestCase(
            "A service that says nothing of how its ID tokens are signed keeps what it has", keepsSigningAlgorithm),
        TestCase(
            "A service may do without PKCE, and without a nonce too where it says legacy", proofKey,
            each: [
                ("", .required), ("pkce: required", .required), ("pkce: optional", .optional),
                ("legacy: true", .legacy),
                ("legacy: false", .required), ("pkce: optional\n        legacy: true", .legacy),
            ] as [(String, Service.ProofKey)]),
        TestCase("Every alternative of a role contains the device", deviceAlways),
        TestCase(
            "A NUL in a text is refused with its line, beside the other errors of the file", nul,
            each: [
                #"organizations: [{name: "Example\0"}]"#,
                #"organizations: [{name: a, website: "https://a.example/\0"}]"#,
                #"users: [{name: "eve\u0000"}]"#, #"users: [{name: eve, memberships: ["Example Inc.\0"]}]"#,
                #"users: [{name: eve, attributes: {nickname: "e\x00"}}]"#,
                #"users: [{name: eve, roles: {demo: ["user\0"]}}]"#,
                #"settings: {biometric: ["iOS\0"]}"#,
            ]),
        TestCase("A NUL in a key is refused with its line", nulInKey),
        TestCase(
            "Beside a part that cannot be read, the rest of a service is judged, each fault at its line", allFaults),
        TestCase("docs/declarations.md has a row for each key of a service", manual),
    ]

    func nul(_ yaml: String) throws {
        let text = "# one line\n\(yaml)\nadministrators: nobody\n"
        let errors = #expect(throws: DeclarationErrors.self) { try Apply(manager.context)(Array(text.utf8)) }
        #expect(errors.map { Set($0.all.map(\.line)) } == [2, 3], "\(String(describing: errors))")
        #expect(errors?.all.contains { $0.reason.contains("NUL") } == true)
    }

    func nulInKey() throws {
        let text = "# one line\nusers: [{name: eve, roles: {\"demo\\0\": [user]}}]\n"
        let errors = #expect(throws: DeclarationErrors.self) { try Apply(manager.context)(Array(text.utf8)) }
        #expect(errors?.all.map(\.line) == [2])
    }

    func allFaults() throws {
        let yaml = """
            organizations:
              - name: Example Trading Ltd
                services:
                  - name: Shop
                    redirectUris: [https://shop.example/callback, "http://shop.example/"]
                    signingAlgorithm: ES256
                    openedQRCodes: refuze
                    sessionSeconds: 601
                    rememberedLogin: { minutes: 30, idleMinutes: 45 }
                    openQRCodes: pair
                    roles:
                      - { name: user, alternatives: [[pin]], platforms: [iOS, Android, iOS] }
            """
        let errors = try #require(#expect(throws: DeclarationErrors.self) { try apply(yaml) }).all
        let places = errors.map { "\($0.line) \($0.path.replacing("organizations[0].services[0].", with: ""))" }
        #expect(
            Set(places) == [
                "4 name", "5 redirectUris[1]", "7 openedQRCodes", "8 sessionSeconds", "9 rememberedLogin.idleMinutes",
                "10 openQRCodes", "12 roles[0].alternatives[0]", "12 roles[0].platforms[2]",
            ])
        #expect(errors.map(\.reason).contains("must be refuse, pair or allow; did you mean refuse?"), "\(errors)")
    }

    func manual() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<5 { folder.deleteLastPathComponent() }
        let manual = try String(contentsOf: folder.appending(path: "docs/declarations.md"), encoding: .utf8)
        let described = ["name", "displayName", "description", "attributes", "claimsIn"]
        for name in ServiceDeclaration.names.subtracting(described) {
            #expect(manual.contains("\n| `\(name)` |"), "\(name)")
        }
    }

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func idempotent() throws {
        #expect(try apply(TestManager.declaration()).isEmpty)
    }

    func policyVersion() throws {
        let before = try manager.service.policyVersion
        #expect(
            try apply(TestManager.declaration().replacingOccurrences(of: "Demo website", with: "Another name")).count
                == 1)
        #expect(try manager.service.policyVersion == before + 1)
    }

    func order() throws {
        func declared(_ attributes: String) -> String {
            TestManager.declaration().replacing(
                "signingAlgorithm: ES256\n", with: "signingAlgorithm: ES256\n        attributes: [\(attributes)]\n")
        }
        _ = try apply(declared("givenName, familyName"))
        #expect(try apply(declared("familyName, givenName")) == ["changed service demo: attributes: another order"])
    }

    func keepsIdentity() throws {
        let (id, secret) = (try manager.service.id, try manager.secret)
        _ = try apply(TestManager.declaration(session: 200))
        #expect(try manager.service.id == id && manager.secret == secret)
        #expect(try manager.service.sessionSeconds == 200)
    }

    func website() throws {
        let line = "website: https://website.example/#start"
        _ = try apply(newService("signingAlgorithm: ES256\n        \(line)"))
        let stored = { try manager.context.database.read { try $0.services.find(name: "new")?.website } }
        #expect(try stored() == "https://website.example/#start")
        _ = try apply(newService("signingAlgorithm: ES256"))
        #expect(try stored() == nil)
    }

    func rotatedSecret() throws {
        let old = try manager.secret
        try RotateSecret(manager.context)(ofService: "demo")
        #expect(try manager.secret != old)
        let hash = try #require(try manager.service.secretHash)
        #expect(BearerHash(of: old) != hash)
        #expect(try BearerHash(of: manager.secret) == hash)
    }

    func overlappingSecrets() throws {
        func accepts(_ secret: String) throws -> Bool {
            try manager.service.accepts(secret: BearerHash(of: secret), at: manager.clock.now)
        }
        let first = try manager.secret
        try RotateSecret(manager.context)(ofService: "demo", overlapHours: 2)
        let second = try manager.secret
        manager.clock.advance(seconds: 7199)
        #expect(try accepts(first))
        #expect(try accepts(second))
        manager.clock.advance(seconds: 1)
        #expect(try !accepts(first))
        #expect(try EndFormerSecret(manager.context)(ofService: "demo") == false)
        try RotateSecret(manager.context)(ofService: "demo", overlapHours: 2)
        #expect(try accepts(second))
        #expect(try EndFormerSecret(manager.context)(ofService: "demo"))
        #expect(try !accepts(second))
    }

    func exactLists() throws {
        let service = try manager.service.id
        let roles = { try manager.context.database.read { try $0.services.roles(of: service).map(\.name) } }
        #expect(try roles() == ["user", "visitor"])
        _ = try apply("users:\n  - name: ada\n    memberships: []\n")
        #expect(try roles() == ["user", "visitor"])
        #expect(try manager.heldRoles(of: "ada").isEmpty)
    }

    func assignedRole() throws {
        _ = try apply("users:\n  - name: ada\n    roles:\n      demo: [visitor]\n")
        #expect(try manager.heldRoles(of: "ada") == ["user", "visitor"])
        #expect(try manager.heldRoles(of: "mallory") == ["user"])
    }

    func refused(_ line: String, _ path: String) throws {
        let fields = line.split(separator: "\n").map { "        " + $0.drop { $0 == " " } }.joined(separator: "\n")
        let declaration = """
            organizations:
              - name: New Inc.
                services:
                  - name: new
                    signingAlgorithm: ES256
            \(fields)
                    roles:
                      - name: user
                        alternatives: [[device]]
            """
        let error = #expect(throws: DeclarationErrors.self) { try apply(declaration) }
        #expect(error?.all.map(\.path) == [path], "\(String(describing: error))")
        #expect(try manager.context.database.read { try $0.organizations.find(name: "New Inc.") } == nil)
    }

    func signingAlgorithm(_ said: String) throws {
        let line = said.isEmpty ? "" : "signingAlgorithm: \(said)"
        let error = #expect(throws: DeclarationErrors.self) { try apply(newService(line)) }
        #expect(error?.all.map(\.path) == ["organizations[0].services[0].signingAlgorithm"])
        #expect(error?.all.first?.reason.contains("ES256 for clients that") == true)
        #expect(error?.all.first?.reason.contains("RS256 for clients that") == true)
    }

    func keepsSigningAlgorithm() throws {
        _ = try apply(newService("signingAlgorithm: RS256"))
        _ = try apply(newService("displayName: Another name"))
        let service = try manager.context.database.read { try $0.services.find(name: "new") }
        #expect(service?.displayName == "Another name")
        #expect(service?.signingAlgorithm == .rs256)
    }

    func proofKey(_ lines: String, _ expected: Service.ProofKey) throws {
        _ = try apply(newService("signingAlgorithm: ES256\n        \(lines)"))
        #expect(try manager.context.database.read { try $0.services.find(name: "new") }?.proofKey == expected)
    }

    private func newService(_ lines: String) -> String {
        """
        organizations:
          - name: New Inc.
            services:
              - name: new
                redirectUris: ["https://website.example/"]
                \(lines)
                roles:
                  - name: user
                    alternatives: [[device]]
        """
    }

    func deviceAlways() throws {
        let error = #expect(throws: DeclarationErrors.self) {
            try apply(TestManager.declaration().replacingOccurrences(of: "[[pin, device]]", with: "[[pin]]"))
        }
        #expect(error?.all.map(\.path) == ["organizations[0].services[0].roles[0].alternatives[0]"])
    }

    @discardableResult
    private func apply(_ yaml: String) throws -> [String] { try Apply(manager.context)(Array(yaml.utf8)) }
}
