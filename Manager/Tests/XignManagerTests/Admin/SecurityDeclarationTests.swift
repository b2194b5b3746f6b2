import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct SecurityDeclarationTests {
    @Test("Security requirements in a declaration", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The requirements of a service are stored, and without the key it has none", service),
        TestCase("The requirements of the manager stay until they are replaced", settings),
        TestCase("A change makes statements of before void, and says what it replaces", change),
        TestCase(
            "What cannot be required is refused, with the word or form that was probably meant", refused,
            each: [
                ("{ refuse: [rooted, hoked] }", "refuse[1]", "did you mean hooked?"),
                ("{ refuse: [unchecked] }", "refuse[0]", "must be rooted or hooked"),
                ("{ refuse: [rooted, rooted] }", "refuse[1]", "is there before it"),
                ("{ refuse: [] }", "refuse", "left out"),
                ("{ minimumSystem: { ios: \"17\" } }", "minimumSystem.ios", "did you mean iOS?"),
                ("{ minimumSystem: { Web: \"17\" } }", "minimumSystem.Web", "unknown key"),
                ("{ minimumSystem: { iOS: \"17.x\" } }", "minimumSystem.iOS", "a version in quotes, such as \"17.6\""),
                ("{ minimumSystem: { iOS: \"iOS 17\" } }", "minimumSystem.iOS", "a version in quotes"),
                ("{ minimumSystem: { iOS: 17.6 } }", "minimumSystem.iOS", "put it in quotes"),
                ("{ minimumSystem: \"17\" }", "minimumSystem", "write keys with values"),
            ]),
        TestCase(
            "A misspelt key gets the right one", misspelt,
            each: [("{ refused: [rooted] }", "refuse"), ("{ minimumSytem: {} }", "minimumSystem")]),
        TestCase("The description of a service has its requirements, for operators", described),
        TestCase(
            "A role that takes browsers is reported where a check is required, of the service or of all", browsers),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    private static let strict = "{ refuse: [hooked, rooted], minimumSystem: { iOS: \"17.6\", Linux: \"12.0\" } }"

    @discardableResult
    private func apply(_ yaml: String, _ manager: TestManager? = nil) throws -> [String] {
        try Apply((manager ?? self.manager).context)(Array(yaml.utf8))
    }

    /// The declaration with requirements of its service.
    private func declaration(_ security: String) -> String {
        TestManager.declaration().replacing("sessionSeconds:", with: "security: \(security)\n        sessionSeconds:")
    }

    private func errors(_ yaml: String) throws -> [DeclarationError] {
        try #require(#expect(throws: DeclarationErrors.self) { try apply(yaml) }).all
    }

    private func requirements() throws -> SecurityRequirements {
        SecurityRequirements(
            refused: [.rooted, .hooked],
            minimumSystem: [
                .iOS: try #require(SystemVersion("17.6")), .linux: try #require(SystemVersion("12")),
            ])
    }

    func service() throws {
        let manager = try TestManager()
        #expect(try manager.service.security == .none)
        try apply(declaration(Self.strict), manager)
        #expect(try manager.service.security == requirements())
        #expect(try apply(declaration(Self.strict), manager).isEmpty)
        try apply(TestManager.declaration(), manager)
        #expect(try manager.service.security == .none)
    }

    func settings() throws {
        let manager = try TestManager()
        let security = { try manager.context.database.read { try $0.settings.policy().security } }
        #expect(try security() == .none)
        try apply("settings: { security: \(Self.strict) }", manager)
        #expect(try security() == requirements())
        #expect(try apply("settings: { permanentLockoutAfter: 10, security: \(Self.strict) }", manager).isEmpty)
        try apply("settings: { permanentLockoutAfter: 9 }", manager)
        #expect(try security() == requirements())
        try apply("settings: { security: {} }", manager)
        #expect(try security() == .none)
    }

    func change() throws {
        let change = "security.refuse: none -> [rooted, hooked]; security.minimumSystem: none -> {Linux: 12, iOS: 17.6}"
        let before = try manager.service.policyVersion
        #expect(
            try apply(declaration(Self.strict)) == [
                "changed service demo: security: none -> "
                    + "{refuse: [rooted, hooked], minimumSystem: {Linux: 12, iOS: 17.6}}"
            ])
        #expect(try manager.service.policyVersion == before + 1)
        #expect(
            try apply("settings: { security: \(Self.strict) }")
                == ["changed the settings: \(change)"])
        #expect(try manager.service.policyVersion == before + 2)
        #expect(
            try apply(declaration("{ refuse: [rooted] }")) == [
                "changed service demo: security.refuse: [rooted, hooked] -> [rooted]; "
                    + "security.minimumSystem: {Linux: 12, iOS: 17.6} -> none"
            ])
    }

    func refused(_ security: String, _ path: String, _ advice: String) throws {
        let ofService = try errors(declaration(security))
        #expect(ofService.map(\.path) == ["organizations[0].services[0].security.\(path)"])
        #expect(ofService.first?.line == 10)
        #expect(ofService.first?.reason.contains(advice) == true, "\(ofService)")
        let ofAll = try errors("settings:\n  security: \(security)")
        #expect(ofAll.map(\.path) == ["settings.security.\(path)"])
        #expect(ofAll.first?.line == 2)
        #expect(ofAll.first?.reason.contains(advice) == true, "\(ofAll)")
    }

    func misspelt(_ security: String, _ right: String) throws {
        #expect(try errors(declaration(security)).first?.reason.contains(right) == true)
    }

    func described() throws {
        #expect(
            try #require(try DescribeService(manager.context)("demo", includingSecret: false)).service.security == .none
        )
        try apply(declaration(Self.strict))
        let described = try #require(try DescribeService(manager.context)("demo", includingSecret: false))
        let text = "{refuse: [rooted, hooked], minimumSystem: {Linux: 12, iOS: 17.6}}"
        #expect(described.declared.first { $0.name == "security" }?.text == text)
    }

    func browsers() throws {
        let warning =
            "role user at service demo: takes browsers, which make no security check, so the required one refuses them "
            + "all"
        let web = { (yaml: String) in
            yaml.replacing(
                "alternatives: [[pin, device]]",
                with: "alternatives: [[pin, device]]\n            platforms: [Linux, Web]")
        }
        try apply(declaration("{ refuse: [rooted] }"))
        #expect(try manager.context.rolesForUncheckedBrowsers() == [])
        try apply(web(declaration("{ refuse: [rooted] }")))
        #expect(try manager.context.rolesForUncheckedBrowsers() == [warning])
        try apply(web(TestManager.declaration()))
        #expect(try manager.context.rolesForUncheckedBrowsers() == [])
        try apply("settings: { security: { refuse: [hooked] } }")
        #expect(try manager.context.rolesForUncheckedBrowsers() == [warning])
    }
}
