import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct SharedLoginDeclarationTests {
    @Test("A shared login in a declaration", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("it is declared, exported and applied again without a change", applied, each: Engine.allCases),
        TestCase("without a time of rest it rests for an hour, or for as long as it lasts", usual),
        TestCase("a change names the terms that it replaces, and leaves a trace", differences),
        TestCase(
            "what cannot be is refused with its line and a way out, and nothing changes", refused, each: refusals),
        TestCase("a change of what a service takes part in makes statements of before void", policyVersion),
        TestCase("terms that leave the recommendation are told, also of a remembered login", longTerms),
        TestCase(
            "one that a browser may forget is told, unless the manager is at the domain of its websites", forgotten),
        TestCase("a service that takes part without a way back, or without an organization that does", incomplete),
    ]

    let manager: QuietManager

    init() throws { manager = try QuietManager() }

    private static let organization = "organizations[0].sharedLogin"
    private static let service = "organizations[0].services[0]"

    /// - Parameters:
    ///   - terms: of the organization; nil for none.
    ///   - lines: further keys of the service.
    private static func declaration(_ terms: String?, _ lines: String...) -> String {
        declaration(terms, uri: "https://shop.example/callback", lines)
    }

    private static func declaration(_ terms: String?, uri: String, _ lines: [String]) -> String {
        """
        organizations:
          - name: Example Inc.
        \(terms.map { "    sharedLogin: \($0)\n" } ?? "")    services:
              - name: shop
                redirectUris: ["\(uri)"]
                signingAlgorithm: ES256
        \(lines.map { "        \($0)\n" }.joined())        roles: [{ name: user, alternatives: [[pin, device]] }]
        """
    }

    private static let wayBack = "postLogoutRedirectUris: [\"https://shop.example/\"]"

    private func terms(_ manager: QuietManager) throws -> RepeatedLoginTerms? {
        try manager.context.database.read { try $0.organizations.find(name: "Example Inc.") }?.sharedLogin
    }

    private func service() throws -> Service {
        try #require(try manager.context.database.read { try $0.services.find(name: "shop") })
    }

    func applied(_ engine: Engine) throws {
        let manager = try QuietManager(engine)
        let yaml = Self.declaration("{ minutes: 600, idleMinutes: 120 }", "sharedLogin: true", Self.wayBack)
        try manager.apply(yaml)
        #expect(try terms(manager) == RepeatedLoginTerms(minutes: 600, idleMinutes: 120))
        #expect(try manager.context.database.read { try $0.services.find(name: "shop") }?.client.sharesLogin == true)
        #expect(try manager.apply(yaml) == [])
        let exported = try manager.export()
        #expect(try manager.apply(exported) == [])
        let other = try QuietManager()
        try other.apply(exported)
        #expect(try other.export() == exported)
        #expect(try terms(other) == RepeatedLoginTerms(minutes: 600, idleMinutes: 120))
    }

    func usual() throws {
        for (minutes, rest): (Int64, Int64) in [(1, 1), (30, 30), (600, 60), (43_200, 60)] {
            try manager.apply(Self.declaration("{ minutes: \(minutes) }"))
            #expect(try terms(manager) == RepeatedLoginTerms(minutes: minutes, idleMinutes: rest))
        }
        try manager.apply(Self.declaration("{ minutes: 43200, idleMinutes: 43200 }"))
        #expect(try terms(manager)?.idleMinutes == 43_200)
    }

    func differences() throws {
        try manager.apply(Self.declaration("{ minutes: 600 }"))
        let changes = try manager.apply(Self.declaration("{ minutes: 300, idleMinutes: 30 }", "sharedLogin: true"))
        #expect(
            changes == [
                "changed organization Example Inc.: sharedLogin.minutes: 600 -> 300; sharedLogin.idleMinutes: 60 -> 30",
                "changed service shop: sharedLogin: false -> true",
            ])
        let details = try manager.context.database.read { try $0.audit.newest(10) }.compactMap(\.detail)
        #expect(details.contains("changed service shop: sharedLogin: false -> true"))
        try manager.apply(Self.declaration(nil))
        #expect(try terms(manager) == nil)
        #expect(try !service().client.sharesLogin)
    }

    // MARK: Refusals

    private static let refusals: [(String, String, String)] = [
        (declaration("{ minutes: 0 }"), "\(organization).minutes", "must be 1 to 43200"),
        (declaration("{ minutes: 43201 }"), "\(organization).minutes", "must be 1 to 43200"),
        (declaration("{ minutes: 5, idleMinutes: 6 }"), "\(organization).idleMinutes", "must be 1 to minutes"),
        (declaration("{ minutes: 5, idleMinutes: 0 }"), "\(organization).idleMinutes", "must be 1 to minutes"),
        (
            declaration("{ minutes: 5 }", "native: true", "sharedLogin: true"), "\(service).sharedLogin",
            "left out, for a native app, which another app can pose as"
        ),
        (
            declaration(
                "{ minutes: 5 }", uri: "http://127.0.0.1/callback", ["confidential: false", "sharedLogin: true"]),
            "\(service).sharedLogin", "left out, for a public client with an address on loopback"
        ),
        (
            declaration("{ minutes: 5 }", uri: "org.example.app:/callback", ["native: true", "sharedLogin: true"]),
            "\(service).sharedLogin", "left out, for a native app, which another app can pose as"
        ),
    ]

    func refused(yaml: String, path: String, reason: String) throws {
        try manager.apply(Self.declaration("{ minutes: 600 }"))
        let before = try manager.contents()
        let errors = try #require(#expect(throws: DeclarationErrors.self) { try manager.apply(yaml) }).all
        #expect(errors.map(\.path) == [path])
        let error = try #require(errors.first)
        #expect(error.reason.contains(reason), "\(error.reason)")
        #expect(error.line > 1)
        #expect(try manager.contents() == before)
    }

    func policyVersion() throws {
        try manager.apply(Self.declaration("{ minutes: 600 }"))
        let version = try service().policyVersion
        try manager.apply(Self.declaration("{ minutes: 600 }", "sharedLogin: true"))
        #expect(try service().policyVersion == version + 1)
    }

    // MARK: Warnings

    /// The warnings of a declaration about repeated logins.
    private func warnings(_ yaml: String) throws -> [String] {
        let report = try Apply(manager.context, by: TestManager.operatorName).report(Array(yaml.utf8))
        #expect(try report.warnings == manager.context.repeatedLoginAdvice())
        return report.warnings
    }

    func longTerms() throws {
        let sentence = "leave NIST SP 800-63B-4, section 2.2.3, which has 1440 and 60 at AAL2"
        for (terms, begin) in [
            ("{ minutes: 1441 }", "1441 minutes, and 60 without use, "),
            ("{ minutes: 600, idleMinutes: 61 }", "600 minutes, and 61 without use, "),
        ] {
            let found = try warnings(Self.declaration(terms))
            #expect(found.count == 1)
            #expect(
                found.first?.hasPrefix("organization Example Inc.: sharedLogin: \(begin)\(sentence)") == true,
                "\(found)")
        }
        #expect(try warnings(Self.declaration("{ minutes: 1440, idleMinutes: 60 }")) == [])
        let remembered = try warnings(Self.declaration(nil, "rememberedLogin: { minutes: 1440, idleMinutes: 1440 }"))
        #expect(
            remembered.first?.hasPrefix(
                "service shop: rememberedLogin: 1440 minutes, and 1440 without use, \(sentence)") == true,
            "\(remembered)")
        #expect(try warnings(Self.declaration(nil, "rememberedLogin: { minutes: 1440 }")) == [])
    }

    func forgotten() throws {
        func found(_ minutes: Int, _ uri: String, _ lines: String...) throws -> [String] {
            let lines = ["sharedLogin: true", Self.wayBack] + lines
            return try warnings(Self.declaration("{ minutes: \(minutes) }", uri: uri, lines))
        }
        let elsewhere = "https://shop.example/callback"
        #expect(
            try found(61, elsewhere) == [
                "organization Example Inc.: sharedLogin: Firefox with strict protection may end it after 60 of its 61 "
                    + "minutes, if nobody clicks at login.example.org, since shop.example is at another domain: the "
                    + "device is asked again"
            ])
        #expect(try found(60, elsewhere) == [])
        #expect(try found(600, "https://shop.example.org/callback") == [])
        #expect(try found(600, "https://example.org/callback") == [])
        #expect(try found(600, "https://shop.example.com/callback").count == 1)
        #expect(try found(600, elsewhere, "active: false") == [])
        #expect(try found(600, "http://127.0.0.1:8080/callback") == [])
        #expect(try warnings(Self.declaration("{ minutes: 600 }", uri: elsewhere, [])) == [])
    }

    func incomplete() throws {
        let begin = "service shop: sharedLogin: "
        let noWayBack = "\(begin)without postLogoutRedirectUris, no logout leads back to the website. Declare one"
        let noEffect = "\(begin)it has no effect, since the organization has none. Declare sharedLogin there, too"
        #expect(try warnings(Self.declaration("{ minutes: 5 }", "sharedLogin: true")) == [noWayBack])
        #expect(try warnings(Self.declaration(nil, "sharedLogin: true", Self.wayBack)) == [noEffect])
        #expect(try warnings(Self.declaration("{ minutes: 5 }", "sharedLogin: true", Self.wayBack)) == [])
        #expect(try warnings(Self.declaration("{ minutes: 5 }", "sharedLogin: true", "active: false")) == [])
    }
}
