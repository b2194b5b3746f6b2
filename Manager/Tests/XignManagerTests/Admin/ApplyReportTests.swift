import Testing
import XignDomain
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct ApplyReportTests {
    @Test("What an operator is told of a declaration", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Every error of a file is reported with its line, and nothing of the file takes effect", allErrors),
        TestCase(
            "What cannot be read is reported together with what is wrong elsewhere, and blamed for nothing else",
            unreadable),
        TestCase(
            "A user, a service or an organization that is declared twice is refused, with the line of the first",
            duplicates),
        TestCase("A change says what it replaces and what it erases", erased),
        TestCase("Each change stands in the audit log, by the user and the service that it concerns", audited),
        TestCase("A long value hides no other change from the audit log", longChange),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func longChange() throws {
        let addresses = (0..<12).map { "\"https://website.example/\(String(repeating: "a", count: 100))\($0)\"" }
        let weaker = TestManager.declaration()
            .replacing("\"https://website.example/callback\"", with: addresses.joined(separator: ", "))
            .replacing("[[pin, device]]", with: "[[device]]")
        _ = try apply(weaker)
        let event = try #require(
            try manager.events(.configurationApplied).first { $0.detail?.contains("aaa") ?? false })
        #expect(event.detail?.contains("roles.user.alternatives: [[device, pin]] -> [[device]]") == true)
    }

    private func apply(_ yaml: String) throws -> [String] { try Apply(manager.context)(Array(yaml.utf8)) }

    private func errors(_ yaml: String) throws -> [String] {
        let errors = #expect(throws: DeclarationErrors.self) { try apply(yaml) }
        return try #require(errors).all.map { "\($0.line) \($0.path)" }
    }

    func allErrors() throws {
        let yaml = """
            settings:
              lockoutSeconds: []
            organizations:
              - name: New Inc.
                website: ftp://example.org
                services:
                  - name: Shop
                    signingAlgorithm: none
                    redirectUris: ["https://a.example/", "http://b.example/"]
                    sessionSeconds: 1
                    attributes: [emial]
                    roles:
                      - name: user
                        alternatives: [[pin]]
            users:
              - name: ada
                memberships: [Nowhere]
                attributes:
                  email: nobody
                  birthdate: 2999-01-01
              - name: grace
                memberships: [New Inc.]
                roles: { Shop: [user, admin], other: [user] }
            """
        #expect(
            try errors(yaml) == [
                "2 settings.lockoutSeconds", "5 organizations[0].website", "7 organizations[0].services[0].name",
                "8 organizations[0].services[0].signingAlgorithm", "9 organizations[0].services[0].redirectUris[1]",
                "10 organizations[0].services[0].sessionSeconds", "11 organizations[0].services[0].attributes[0]",
                "14 organizations[0].services[0].roles[0].alternatives[0]", "17 users[0].memberships[0]",
                "19 users[0].attributes.email", "20 users[0].attributes.birthdate", "23 users[1].roles.Shop[1]",
                "23 users[1].roles.other",
            ])
        let (organization, grace) = try manager.context.database.read {
            (try $0.organizations.find(name: "New Inc."), try $0.accounts.find(name: "grace"))
        }
        #expect(organization == nil)
        #expect(grace == nil)
    }

    func unreadable() throws {
        let yaml = """
            organizations:
              - nmae: New Inc.
                services: []
            users:
              - name: ada
                active: maybe
              - name: grace
                memberships: [New Inc.]
                attributes: { email: nobody }
            """
        #expect(
            try errors(yaml) == [
                "2 organizations[0]", "2 organizations[0].nmae", "6 users[0].active", "9 users[1].attributes.email",
            ])
    }

    func duplicates() throws {
        let yaml = """
            organizations:
              - name: New Inc.
              - name: New Inc.
            users:
              - name: grace
                memberships: [Example Inc.]
              - name: e\u{301}va
              - name: \u{E9}va
              - name: grace
                memberships: []
            """
        let errors = #expect(throws: DeclarationErrors.self) { try apply(yaml) }
        #expect(
            errors?.all.map(\.description) == [
                "line 3 (organizations[1].name): \"New Inc.\" is declared in line 2 already",
                "line 8 (users[2].name): \"\u{E9}va\" is declared in line 7 already",
                "line 9 (users[3].name): \"grace\" is declared in line 5 already",
            ])
    }

    func erased() throws {
        let changed = TestManager.declaration(settings: "settings:\n  permanentLockoutAfter: 7").replacing(
            "website: https://example.org", with: "description: Shops"
        ).replacing("sessionSeconds: 300", with: "sessionSeconds: 200").replacing(
            "          - name: visitor\n            assigned: true\n            alternatives: [[device]]\n", with: "")
        #expect(
            try apply(changed) == [
                "changed the settings: permanentLockoutAfter: 10 -> 7",
                "changed organization Example Inc.: website: https://example.org -> none; description: none -> Shops",
                "changed service demo: sessionSeconds: 300 -> 200; "
                    + "roles.visitor: {name: visitor, alternatives: [[device]], assigned: true} -> none",
            ])
        _ = try apply("users:\n  - name: ada\n    attributes: {email: [a@example.org, b@example.org]}\n")
        #expect(
            try apply("users:\n  - name: ada\n    attributes: {email: b@example.org}\n")
                == ["changed attributes of ada: email (1 removed)"])
    }

    func audited() throws {
        _ = try apply("users:\n  - name: ada\n    active: false\n    memberships: []\n")
        _ = try apply(
            "users:\n  - name: ada\n    active: true\n    memberships: [Example Inc.]\n    roles: {demo: [visitor]}\n")
        let (ada, service) = try manager.context.database.read {
            (try #require(try $0.accounts.find(name: "ada")), try #require(try $0.services.find(name: "demo")))
        }
        let events = try manager.context.database.read { try $0.audit.newest(100) }
        for kind in [AuditEvent.Kind.accountDisabled, .accountEnabled] {
            #expect(events.first { $0.kind == kind }?.accountID == ada.id)
        }
        for detail in ["ended the membership in Example Inc.", "gave the role visitor at demo"] {
            let event = try #require(events.first { $0.detail == detail }, "\(detail)")
            #expect(event.kind == .configurationApplied)
            #expect(event.accountID == ada.id)
        }
        #expect(events.first { $0.detail == "gave the role visitor at demo" }?.serviceID == service.id)
    }
}
