import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct RoleDeclarationTests {
    @Test("Roles in a declaration", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Platforms and channels are stored, and in another order they are the same", stored),
        TestCase(
            "A change of them makes statements of before void, and says what it replaces", policyVersion,
            each: ["platforms: [iOS]", "channels: [crossDevice]"]),
        TestCase(
            "An unknown word, an empty list and a double word are refused, with the word that was probably meant",
            refused,
            each: [
                ("platforms: [ios]", "platforms[0]", "did you mean iOS?"),
                ("platforms: [Linux, Andriod]", "platforms[1]", "did you mean Android?"),
                (
                    "platforms: [BeOS]", "platforms[0]",
                    "must be Android, iOS, iPadOS, macOS, Linux, Windows or Web"
                ),
                ("platforms: [Linux, Linux]", "platforms[1]", "is there before it"),
                ("platforms: []", "platforms", "left out"), ("channels: []", "channels", "left out"),
                ("channels: [samedevice]", "channels[0]", "did you mean sameDevice?"),
                ("channels: [api]", "channels[0]", "must be crossDevice, sameDevice or inApp"),
            ]),
        TestCase(
            "A misspelt key gets the right one", misspelt,
            each: [("platform: [iOS]", "platforms"), ("chanels: [inApp]", "channels")]),
        TestCase("The description of a service names them, for websites and operators", described),
        TestCase("A role that accepts the device alone is reported, also beside another alternative", deviceAlone),
        TestCase(
            "A service or organization cannot have a name of the manager's own parties, nor one that looks the same",
            ownNames,
            each: ["xign.account", "xign.console", "xign.operator", "Xign.Account", " XIGN.CONSOLE ", "the manager"]),
        TestCase("The name of a service in commands cannot be one of them either", serviceName),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    @discardableResult
    private func apply(_ yaml: String, _ manager: TestManager? = nil) throws -> [String] {
        try Apply((manager ?? self.manager).context)(Array(yaml.utf8))
    }

    /// The declaration with further keys of the role `user`.
    private func declaration(_ keys: String) -> String {
        TestManager.declaration()
            .replacing("alternatives: [[pin, device]]", with: "alternatives: [[pin, device]]\n            \(keys)")
    }

    private func errors(_ yaml: String) throws -> [DeclarationError] {
        try #require(#expect(throws: DeclarationErrors.self) { try apply(yaml) }).all
    }

    private func role(_ manager: TestManager) throws -> Role {
        let service = try manager.service.id
        let roles = try manager.context.database.read { try $0.services.roles(of: service) }
        return try #require(roles.first { $0.name == "user" })
    }

    // MARK: Platforms and channels

    func stored() throws {
        let manager = try TestManager()
        #expect(try role(manager).platforms == nil)
        #expect(try role(manager).channels == nil)
        try apply(declaration("platforms: [iOS, Android]\n            channels: [inApp, crossDevice]"), manager)
        #expect(try role(manager).platforms == [.android, .iOS])
        #expect(try role(manager).channels == [.crossDevice, .inApp])
        let again = try apply(
            declaration("platforms: [Android, iOS]\n            channels: [crossDevice, inApp]"), manager)
        #expect(again.isEmpty)
        try apply(TestManager.declaration(), manager)
        #expect(try role(manager).platforms == nil)
        #expect(try role(manager).channels == nil)
    }

    func policyVersion(_ key: String) throws {
        let before = try manager.service.policyVersion
        let changes = try apply(declaration(key))
        #expect(try manager.service.policyVersion == before + 1)
        let (name, words) = (key.prefix { $0 != ":" }, key.drop { $0 != "[" })
        #expect(changes == ["changed service demo: roles.user.\(name): none -> \(words)"])
    }

    func refused(_ key: String, _ path: String, _ advice: String) throws {
        let errors = try errors(declaration(key))
        #expect(errors.map(\.path) == ["organizations[0].services[0].roles[0].\(path)"])
        #expect(errors.first?.reason.contains(advice) == true, "\(errors)")
    }

    func misspelt(_ key: String, _ right: String) throws {
        #expect(try errors(declaration(key)).first?.reason.contains(right) == true)
    }

    func described() throws {
        try apply(declaration("platforms: [iOS]\n            channels: [inApp]"))
        let described = try #require(try DescribeService(manager.context)("demo", includingSecret: false))
        let role = try #require(described.roles.first { $0.name == "user" })
        #expect(role.platforms == [.iOS])
        #expect(role.channels == [.inApp])
        let visitor = try #require(described.roles.first { $0.name == "visitor" })
        #expect(visitor.platforms == nil)
        #expect(visitor.channels == nil)
    }

    // MARK: Warnings and refused names

    func deviceAlone() throws {
        let warning = "accepts the device alone, so whoever holds it logs in"
        #expect(try manager.context.rolesForDeviceAlone() == ["role visitor at service demo: \(warning)"])
        try apply(
            TestManager.declaration().replacing("[[pin, device]]", with: "[[pin, device], [device]]")
                .replacing(
                    "assigned: true\n            alternatives: [[device]]", with: "alternatives: [[pin, device]]"))
        #expect(try manager.context.rolesForDeviceAlone() == ["role user at service demo: \(warning)"])
    }

    func ownNames(_ declared: String) throws {
        let name = declared == "the manager" ? manager.issuer.idmIdentifier : declared
        let service = try errors(TestManager.declaration().replacing("Demo website", with: "\"\(name)\""))
        #expect(service.map(\.path) == ["organizations[0].services[0].displayName"])
        #expect(service.first?.reason == "must be another name: this one is the manager's own")
        let organization = try errors("organizations: [{ name: \"\(name)\" }]")
        #expect(organization.map(\.path) == ["organizations[0].name"])
    }

    func serviceName() throws {
        let errors = try errors(TestManager.declaration().replacing("name: demo", with: "name: xign.account"))
        #expect(errors.map(\.path).contains("organizations[0].services[0].name"))
    }
}
