import Testing
import XignDomain

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct SettingsDeclarationTests {
    @Test("The settings of a declaration", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A lockout series cannot be emptied, and PIN lengths stay between 5 and 32", settings),
        TestCase("A setting that the file leaves out stays, also with a word of a later version", laterWord),
        TestCase("Registration is closed until it is opened, and its difference and its export name it", registration),
        TestCase(
            "Registration in an organization that nobody has declared is refused at its line", unknownOrganization),
    ]

    private let manager: TestManager

    init() throws { manager = try TestManager() }

    func settings() throws {
        for text in [
            "lockoutSeconds: []", "lockoutSeconds: [0]", "permanentLockoutAfter: 1", "pin: {minimumLength: 4}",
        ] {
            #expect(throws: DeclarationErrors.self) { try apply("settings:\n  \(text)\n") }
        }
        _ = try apply("settings:\n  lockoutSeconds: [30, 60]\n  pin: {minimumLength: 8}\n")
        #expect(try manager.context.database.read { try $0.declared.policy() }.lockoutSeconds == [30, 60])
        #expect(try manager.context.database.read { try $0.declared.policy() }.pin.minimumLength == 8)
    }

    func laterWord() throws {
        try apply("settings: { biometric: [iOS] }\n")
        try manager.context.database.write { transaction in
            try transaction.execute("UPDATE setting SET value = replace(value, 'iOS', 'visionOS')")
            try Declarations.replaceToken(transaction)
        }
        #expect(try manager.context.database.read { try $0.declared.policy() }.biometric == .platforms([]))
        #expect(try apply("settings: {}\n").isEmpty)
    }

    func registration() throws {
        let registration = { try manager.context.database.read { try $0.declared.policy() }.registration }
        #expect(try registration() == .closed)
        let file =
            "settings: { registration: { open: true, memberships: [' Club '] } }\norganizations: [{ name: Club }]\n"
        #expect(
            try apply(file).first
                == "changed the settings: registration.open: false -> true; registration.memberships: [] -> [Club]")
        #expect(try registration() == Registration(isOpen: true, memberships: ["Club"]))
        #expect(try apply(file).isEmpty)
        try apply("settings: { permanentLockoutAfter: 9 }\n")
        #expect(try registration().isOpen)
        let exported = String(decoding: try ExportDeclaration(manager.context).yaml(.none), as: UTF8.self)
        #expect(exported.contains("registration:\n    open: true\n    memberships:"))
        #expect(try apply(exported).isEmpty)
        try apply("settings: { registration: {} }\n")
        #expect(try registration() == .closed)
    }

    func unknownOrganization() throws {
        let file =
            "settings:\n  registration:\n    open: true\n    memberships:\n    - Club\n    - Nobody\norganizations: [{ name: Club }]\n"
        let errors = try #require(#expect(throws: DeclarationErrors.self) { try apply(file) })
        #expect(errors.all.map(\.path) == ["settings.registration.memberships[1]"])
        #expect(errors.all.first?.line == 6)
        #expect(errors.all.first?.reason == "there is no organization \"Nobody\"")
    }

    @discardableResult
    private func apply(_ yaml: String) throws -> [String] { try Apply(manager.context)(Array(yaml.utf8)) }
}
