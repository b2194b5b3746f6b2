import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DeclaredAttributeDeclarationTests {
    @Test("Declared attributes and account names in a declaration", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("they are declared, exported and applied again without a change", applied, each: Engine.allCases),
        TestCase(
            "what cannot be is refused with its line and a way out, and nothing changes", refused, each: refusals),
        TestCase("an attribute that a service asks for stays until the service no longer does", kept),
        TestCase("an attribute that goes, or gets another type, takes its values with it", erased),
        TestCase("a change of an attribute makes the statements of its services void, and of no others", policyVersion),
        TestCase(
            "an attribute that goes to services of two organizations is told to the operator", severalOrganizations),
        TestCase("two people have no names that can be mistaken for each other", uniqueNames, each: Engine.allCases),
        TestCase("each change of an account name is printed and logged without the name", nameChanges),
        TestCase("two people exchange their account names in one file", exchanged),
        TestCase("account names go with the service's demand", namesEnded),
        TestCase("commands set and remove values and names, and refuse what a declaration would", commands),
        TestCase("the copy of the data and the audit log: the one has values, the other names alone", traces),
        TestCase("a value that was moved to another person or attribute opens no more", moved, each: Engine.allCases),
    ]

    private static let everything = """
        attributes: [costCentre, { name: seats, required: false }, trainee]
        accountName: preferred_username
        """
    private static let values = """
        attributes: { costCentre: "4711", seats: 3, trainee: true, givenName: Ada }
        accountNames: { demo: ada.l }
        """

    func applied(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine, service: Self.everything, ada: Self.values)
        #expect(try scene.apply(DeclaredScene.declaration(service: Self.everything, ada: Self.values)) == [])
        let text = String(decoding: try ExportDeclaration(scene.manager.context).yaml(.attributes), as: UTF8.self)
        #expect(text.contains("costCentre: \"4711\""))
        #expect(text.contains("seats: 3"))
        #expect(text.contains("demo: ada.l"))
        #expect(try scene.apply(text) == [])
        let other = try QuietManager()
        try other.apply(text)
        #expect(try other.export() == text)
        let user = try ShowUser(scene.manager.context)("ada")
        #expect(user.attributes == ["costCentre", "givenName", "seats", "trainee"])
        #expect(user.accountNames.map(\.name) == ["ada.l"])
    }

    // MARK: Refusals

    private static func declaration(service: String = "attributes: [costCentre]", ada: String = "active: true")
        -> String
    {
        DeclaredScene.declaration(service: service, ada: ada)
    }

    private static let service = "organizations[0].services[0]"
    private static let refusals: [(String, String, String)] = [
        (declaration(service: "attributes: [costCenter]"), "\(service).attributes[0]", "did you mean costCentre?"),
        (declaration(service: "attributes: [seats, seats]"), "\(service).attributes[1]", "must be there once"),
        (
            declaration(service: "attributes: [{ name: seats, verified: true }]"),
            "\(service).attributes[0].verified", "unknown key"
        ),
        (declaration(service: "accountName: sub"), "\(service).accountName", "not the manager's own"),
        (
            declaration(service: "accountName: cost_centre\nattributes: [costCentre]"), "\(service).accountName",
            "that of the attribute costCentre"
        ),
        (
            declaration(service: "accountName: login\nnative: true\nconfidential: false"), "\(service).accountName",
            "for a native app"
        ),
        (declaration(ada: "attributes: { costCentre: 4711 }"), "users[0].attributes.costCentre", "in quotes"),
        (declaration(ada: "attributes: { seats: \"3\" }"), "users[0].attributes.seats", "without quotes"),
        (declaration(ada: "attributes: { seats: 9007199254740992 }"), "users[0].attributes.seats", "whole number"),
        (declaration(ada: "attributes: { trainee: 1 }"), "users[0].attributes.trainee", "true or false"),
        (declaration(ada: "attributes: { costCentre: [a, b] }"), "users[0].attributes.costCentre", "one value"),
        (
            declaration(ada: "attributes: { costCentre: { value: a, verified: true } }"),
            "users[0].attributes.costCentre", "a value alone"
        ),
        (
            declaration(ada: "attributes: { costCenter: a }"), "users[0].attributes.costCenter",
            "did you mean costCentre?"
        ),
        (declaration(ada: "accountNames: { demo: ada }"), "users[0].accountNames.demo", "asks for no account names"),
        (declaration(ada: "accountNames: { nobody: ada }"), "users[0].accountNames.nobody", "no such service"),
        (
            declaration(service: "accountName: login", ada: "accountNames: { demo: \"a\\u200Bb\" }"),
            "users[0].accountNames.demo", "must"
        ),
        (
            declaration(
                service: "accountName: login",
                ada: "accountNames: { demo: \(String(repeating: "a", count: 65)) }"),
            "users[0].accountNames.demo", "at most 64 bytes"
        ),
    ]

    func refused(yaml: String, path: String, reason: String) throws {
        let scene = try DeclaredScene()
        let before = try scene.manager.rows()
        let errors = scene.errors(yaml)
        let error = try #require(errors.first { $0.path == path }, "\(errors)")
        #expect(error.reason.contains(reason), "\(error.reason)")
        #expect(error.line > 1)
        #expect(try scene.manager.rows() == before)
    }

    func kept() throws {
        let scene = try DeclaredScene()
        let before = try scene.manager.rows()
        let errors = scene.errors("settings:\n  attributes: [{ name: seats, label: Seats, type: number }]\n")
        #expect(errors.map(\.path) == ["settings.attributes"])
        #expect(errors.first?.line == 2)
        #expect(errors.first?.reason.contains("the service demo") == true)
        #expect(try scene.manager.rows() == before)
        let changes = try scene.apply(
            DeclaredScene.declaration(
                attributes: "  attributes: []", service: "description: \"-\"", ada: "active: true"))
        #expect(changes.contains("changed attributes of ada: costCentre (1 removed)"))
    }

    func erased() throws {
        let scene = try DeclaredScene(
            service: "attributes: [{ name: seats, required: false }]", ada: "attributes: { seats: 3 }")
        let text = "  attributes: [{ name: seats, label: Seats, type: text }]"
        let changes = try scene.apply(
            DeclaredScene.declaration(
                attributes: text, service: "attributes: [{ name: seats, required: false }]", ada: "active: true"))
        #expect(changes.contains("changed attributes of ada: seats (1 removed)"))
        #expect(try ShowUser(scene.manager.context)("ada").attributes == [])
    }

    func policyVersion() throws {
        let scene = try DeclaredScene()
        let version = try scene.manager.service.policyVersion
        try scene.apply("settings:\n" + DeclaredScene.attributes.replacing("label: Seats", with: "label: Chairs"))
        #expect(try scene.manager.service.policyVersion == version)
        try scene.apply("settings:\n" + DeclaredScene.attributes.replacing("Cost centre", with: "Cost centers"))
        #expect(try scene.manager.service.policyVersion == version + 1)
    }

    func severalOrganizations() throws {
        let scene = try DeclaredScene()
        let second = """
            organizations:
              - name: Other Ltd
                services:
                  - name: other
                    redirectUris: ["https://other.example/"]
                    signingAlgorithm: ES256
                    attributes: [costCentre]
                    roles: [{ name: user, alternatives: [[device]] }]
            """
        let report = try Apply(scene.manager.context, by: TestManager.operatorName).report(Array(second.utf8))
        let warning = report.warnings.first { $0.contains("costCentre") }
        #expect(warning?.contains("demo, other") == true, "\(report.warnings)")
    }

    // MARK: Account names

    func uniqueNames(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine, service: "accountName: login", ada: "accountNames: { demo: ada.l }")
        let errors = scene.errors("users: [{ name: mallory, accountNames: { demo: ADA.L } }]")
        #expect(errors.map(\.path) == ["users[0].accountNames.demo"])
        #expect(errors.first?.reason.contains("of the user ada") == true)
        let refusal = #expect(throws: ManagerError.self) { try scene.name("Ada.l", user: "mallory") }
        #expect(refusal?.code == .accountName)
        let (mallory, service) = (try scene.manager.account("mallory").id, try scene.manager.service.id)
        #expect(throws: StorageError.self) {
            try scene.manager.context.database.write {
                try $0.accountNames.set(UserName("ADA.l"), of: mallory, at: service)
            }
        }
        try scene.name(nil)
        #expect(try scene.name("Ada.l", user: "mallory"))
        #expect(try !scene.name("Ada.l", user: "mallory"))
    }

    func nameChanges() throws {
        let scene = try DeclaredScene(service: "accountName: login", ada: "active: true")
        func change(_ names: String) throws -> [String] {
            try scene.apply("users: [{ name: ada, accountNames: \(names) }]")
        }
        #expect(try change("{ demo: one }") == ["gave ada the account name one at demo"])
        #expect(try change("{ demo: two }") == ["changed the account name of ada at demo: one -> two"])
        #expect(try change("{ demo: two }") == [])
        #expect(try change("{}") == ["took the account name two at demo from ada"])
        let events = try scene.manager.context.database.read { try $0.audit.newest(100) }.reversed()
        let changes = events.filter { $0.kind == .accountNameChanged }
        #expect(changes.map(\.detail) == ["given", "changed", "taken"])
        #expect(changes.allSatisfy { $0.serviceID != nil && $0.accountID != nil })
        #expect(!events.contains { $0.detail?.contains("two") == true })
    }

    func exchanged() throws {
        let scene = try DeclaredScene(service: "accountName: login", ada: "accountNames: { demo: one }")
        try scene.name("two", user: "mallory")
        try scene.apply(
            "users: [{ name: ada, accountNames: { demo: two } }, { name: mallory, accountNames: { demo: ONE } }]")
        #expect(try ShowUser(scene.manager.context)("ada").accountNames.map(\.name) == ["two"])
        #expect(try ShowUser(scene.manager.context)("mallory").accountNames.map(\.name) == ["ONE"])
    }

    func namesEnded() throws {
        let scene = try DeclaredScene(service: "accountName: login", ada: "accountNames: { demo: one }")
        let changes = try scene.apply(DeclaredScene.declaration(service: "pkce: required", ada: "active: true"))
        #expect(changes.contains("took the account name one at demo from ada"))
        #expect(try ShowUser(scene.manager.context)("ada").accountNames.isEmpty)
        let events = try scene.manager.context.database.read { try $0.audit.newest(100) }
        #expect(events.first { $0.kind == .accountNameChanged }?.detail == "taken")
    }

    // MARK: Commands

    func commands() throws {
        let scene = try DeclaredScene(service: "accountName: login\nattributes: [costCentre, seats]")
        #expect(try scene.set("seats", "007"))
        #expect(try !scene.set("seats", "7"))
        let values = try ListUserAttributes(scene.manager.context)(userName: "ada")
        #expect(values.map(\.attribute) == ["costCentre", "seats"])
        #expect(values.map(\.value) == ["4711", "7"])
        #expect(values.map(\.verifiedBy) == ["operator", "operator"])
        #expect(try scene.set("seats", nil))
        #expect(try !scene.set("seats", nil))
        #expect(throws: AttributeRefusal.self) { try scene.set("seats", "many") }
        let unknown = #expect(throws: AttributeRefusal.self) { try scene.set("costCenter", "1") }
        #expect(unknown?.reason.contains("did you mean costCentre?") == true)
        func refusal(_ user: String, _ service: String) -> ManagerError? {
            #expect(throws: ManagerError.self) {
                try scene.manager.context.setAccountName("x", user: user, at: service, by: TestManager.operatorName)
            }
        }
        #expect(refusal("nobody", "demo")?.code == .unknownUser)
        let nowhere = refusal("ada", "nowhere")
        #expect(nowhere?.code == .unknownService)
        #expect(nowhere?.description.contains("told to demo") == true)
        try scene.apply(DeclaredScene.declaration())
        #expect(refusal("ada", "demo")?.code == .accountName)
    }

    // MARK: Traces

    func traces() throws {
        let scene = try DeclaredScene(service: "accountName: login\nattributes: [costCentre]")
        try scene.set("costCentre", "zebra value")
        try scene.name("zebra.name")
        let events = try scene.manager.context.database.read { try $0.audit.newest(1000) }
        #expect(events.contains { $0.kind == .attributesChanged && $0.detail == "costCentre" })
        #expect(!events.contains { $0.detail?.contains("zebra") == true })
        let rows = try scene.manager.rows()
        #expect(!"\(rows)".contains("zebra value"))
        let account = try scene.manager.account().id
        let copy = String(
            decoding: try ExportOwnData(scene.manager.context)(account), as: UTF8.self)
        #expect(
            copy.contains(
                #""keptByOperator":[{"attribute":"costCentre","label":"Cost centre","value":"zebra value"}]"#))
        #expect(copy.contains(#""accountNames":[{"name":"zebra.name","website":"Demo website"}]"#))
    }

    func moved(_ engine: Engine) throws {
        let scene = try DeclaredScene(engine, service: "attributes: [costCentre]")
        let (ada, mallory) = (try scene.manager.account().id, try scene.manager.account("mallory").id)
        let database = scene.manager.context.database
        try database.write { try $0.execute("UPDATE declared_value SET account_id = \(mallory)") }
        #expect(throws: Vault.OpeningError.self) {
            _ = try database.read { try $0.declaredValues.all(of: mallory) }
        }
        let other = "seats"
        try database.write { try $0.execute("UPDATE declared_value SET account_id = \(ada), attribute = \(other)") }
        #expect(throws: Vault.OpeningError.self) { _ = try database.read { try $0.declaredValues.all(of: ada) } }
    }
}
