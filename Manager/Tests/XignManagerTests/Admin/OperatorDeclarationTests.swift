import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct OperatorDeclarationTests {
    @Test("The operator's profile", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Without a declaration nothing is named", none),
        TestCase("What is declared is stored, and applying it again changes nothing", stored),
        TestCase("A change is noticed, and says what it erases", change),
        TestCase(
            "A profile that pages could not show is refused by its place", refused,
            each: [
                ("name: \" \"", "name"), ("name: xign.account", "name"), ("language: fr", "language"),
                ("help: \"mailto:a@example.org?bcc=b@example.org\"", "help"), ("help: \"mailto:nobody\"", "help"),
                ("help: \"tel:+491\"", "help"), ("imprint: \"http://example.org/\"", "imprint"),
                ("imprint: example.org", "imprint"), ("privacy: \"mailto:a@example.org\"", "privacy"),
                ("privacy: \"javascript:alert(1)\"", "privacy"), ("privacy: \"https://example.org/#<\"", "privacy"),
                ("app: { name: \"\" }", "app.name"), ("app: { appStore: \"itms://example\" }", "app.appStore"),
                ("app: { googlePlay: \"market://example\" }", "app.googlePlay"),
                ("app: { other: \"/app\" }", "app.other"),
            ]),
        TestCase("Devices are shown the operator's name as that of the built-in organization", builtInOrganization),
    ]

    private static let whole = """
        settings:
          operator:
            name: Example Inc.
            language: de
            help: mailto:help@example.org
            imprint: https://example.org/imprint
            privacy: https://example.org/privacy#login
            app:
              name: Example Login
              appStore: https://apps.apple.com/app/id1
              googlePlay: https://play.google.com/store/apps/details?id=org.example
              other: http://localhost:8080/app

        """

    func none() throws {
        let manager = try TestManager()
        #expect(try manager.context.operatorProfile() == .none)
    }

    func stored() throws {
        let manager = try TestManager()
        #expect(try apply(Self.whole, manager).count == 1)
        #expect(try apply(Self.whole, manager).isEmpty)
        #expect(
            try manager.context.database.read { try $0.settings.operatorProfile() }
                == OperatorProfile(
                    name: "Example Inc.", language: .german, help: "mailto:help@example.org",
                    imprint: "https://example.org/imprint", privacy: "https://example.org/privacy#login",
                    app: .init(
                        name: "Example Login", appStore: "https://apps.apple.com/app/id1",
                        googlePlay: "https://play.google.com/store/apps/details?id=org.example",
                        other: "http://localhost:8080/app")))
    }

    func change() throws {
        let manager = try TestManager()
        #expect(try manager.context.operatorProfile().name == nil)
        _ = try apply("settings:\n  operator: { name: One, privacy: \"https://one.example/\" }\n", manager)
        #expect(try manager.context.operatorProfile().name == "One")
        #expect(
            try apply("settings:\n  operator: { name: Two }\n", manager)
                == ["changed the operator: name: One -> Two; privacy: https://one.example/ -> none"])
        #expect(try manager.context.operatorProfile() == OperatorProfile(name: "Two"))
        _ = try apply("settings:\n  pin: { minimumLength: 7 }\n", manager)
        #expect(try manager.context.operatorProfile().name == "Two")
        _ = try apply("settings:\n  operator: {}\n", manager)
        #expect(try manager.context.operatorProfile() == .none)
    }

    func refused(_ line: String, _ place: String) throws {
        let manager = try TestManager()
        let error = #expect(throws: DeclarationErrors.self) {
            try apply("settings:\n  operator:\n    \(line)\n", manager)
        }
        #expect(error?.all.map(\.path) == ["settings.operator.\(place)"], "\(String(describing: error))")
        #expect(try manager.context.operatorProfile() == .none)
    }

    func builtInOrganization() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let before = try device.begin(.delete)
        #expect(
            try device.claim(before.sessionId, token: before.sessionToken).organization.name
                == manager.issuer.idmIdentifier)
        _ = try apply(Self.whole, manager)
        let after = try device.begin(.delete)
        #expect(try device.claim(after.sessionId, token: after.sessionToken).organization.name == "Example Inc.")
    }

    private func apply(_ yaml: String, _ manager: TestManager) throws -> [String] {
        try Apply(manager.context)(Array(yaml.utf8))
    }
}
