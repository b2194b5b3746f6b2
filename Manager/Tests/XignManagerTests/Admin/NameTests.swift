import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct NameTests {
    @Test("Names of users, organizations and roles", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A user is the same in both normal forms of the name", normalForms),
        TestCase(
            "A user's name that can be mistaken for another's, or for what it is not, is refused", refused,
            each: ["ADA", "Ada\u{AD}", "a\u{200D}da", "\u{FF41}da", "ada\u{301}\u{301}"]),
        TestCase(
            "All spellings of a name are one user: commands find it, and a declaration names it", spellings,
            each: [
                ["İnci", "İNCİ", "inci", "INCI", "ınci", "i\u{307}nci"],
                ["ada smith", "ada  smith", "Ada\u{A0}Smith", "ADA\u{2003}SMITH"],
                ["straße", "STRASSE", "STRAẞE"], ["fiona", "ﬁona", "ＦＩＯＮＡ"], ["josé", "jose\u{301}", "JOSE\u{301}"],
            ]),
        TestCase("Names that look alike and differ are different users", differentUsers),
        TestCase(
            "Of two users who are spelled alike, each is found by the exact name and none by another", spelledAlike),
        TestCase("A user from before the rules is found by the old name, and reported", existingUser),
        TestCase("A membership stays, however the organization's name is typed", membership),
        TestCase("A member of an organization from before the rules stays one", oldMembership),
        TestCase(
            "An organization or role from before the rules gets the canonical name, and stays the same one",
            existingOrganization),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func normalForms() throws {
        #expect(try apply("users: [{name: Zoë}]") == ["added user Zoë"])
        #expect(try apply("users: [{name: Zoe\u{308}}]").isEmpty)
        _ = try manager.issueActivation(user: "Zoe\u{308}")
        #expect(try users().count { $0.hasPrefix("Zo") } == 1)
    }

    func refused(name: String) throws {
        let before = try users()
        let pin = try #require(PIN("482915"))
        let errors = #expect(throws: DeclarationErrors.self) { try apply("users: [{name: \"\(name)\"}]") }
        #expect(errors?.all.map(\.path) == ["users[0].name"])
        let refusal = #expect(throws: ManagerError.self) {
            try AddUser(manager.context)(name, pin: pin, by: TestManager.operatorName)
        }
        #expect(refusal?.code == .userName)
        #expect(try users() == before)
    }

    func spellings(_ names: [String]) throws {
        #expect(try apply("users: [{name: \"\(names[0])\"}]") == ["added user \(names[0])"])
        let count = try users().count
        for name in names.dropFirst() {
            #expect(try ShowUser(manager.context)(name).name == names[0])
            let canonical = CanonicalText.canonical(name)
            guard canonical != names[0] else { continue }
            let errors = #expect(throws: DeclarationErrors.self) { try apply("users: [{name: \"\(name)\"}]") }
            #expect(errors?.all.map(\.path) == ["users[0].name"])
        }
        #expect(try users().count == count)
    }

    func differentUsers() throws {
        let names = ["josé", "jose", "ada-smith", "ada_smith", "ada smith"]
        _ = try apply("users: [\(names.map { "{name: \($0)}" }.joined(separator: ", "))]")
        #expect(try Set(users()).isSuperset(of: names))
    }

    func spelledAlike() throws {
        _ = try apply("users: [{name: İnci}]")
        try insertOld("İNCİ", key: "inci")
        let show = ShowUser(manager.context)
        #expect(try ["İnci", "İNCİ"].map { try show($0).name } == ["İnci", "İNCİ"])
        #expect(try apply("users: [{name: İnci}, {name: İNCİ}]").isEmpty)
        let refusal = #expect(throws: ManagerError.self) { try show("inci") }
        #expect(refusal?.code == .unknownUser)
        #expect(refusal?.description.contains("\"İnci\", \"İNCİ\"") == true)
        #expect(try ListNameConflicts(manager.context).homonyms() == ["user İNCİ: can be mistaken for user İnci"])
        try manager.context.database.write { transaction in
            let old = try #require(try transaction.accounts.find(name: "İnci"))
            try transaction.accounts.remove(old.id)
        }
        #expect(try ListNameConflicts(manager.context).homonyms().isEmpty)
        #expect(try show("inci").name == "İNCİ")
        #expect(throws: DeclarationErrors.self) { try apply("users: [{name: inci}]") }
    }

    private func insertOld(_ name: String, key: String) throws {
        try manager.context.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO account (id, public_id, name, sort_key, is_active, created_at)
                VALUES ('old', \(PublicAccountID.random()), \(name), \(Array("\(key)\0old".utf8)), \(true), 1)
                """)
        }
    }

    func existingUser() throws {
        try insertOld("A\u{200B}da", key: "ada")
        #expect(try apply("users: [{name: \"A\\u200Bda\"}]").isEmpty)
        _ = try manager.issueActivation(user: "A\u{200B}da")
        let conflicts = try ListNameConflicts(manager.context)()
        #expect(conflicts.contains { $0.hasPrefix("user A") && $0.contains("can be mistaken for user ada") })
        #expect(conflicts.contains { $0.contains("must not have U+200B") })
    }

    func membership() throws {
        let name = try #require(try manager.context.database.read { try $0.organizations.all().first }).name
        let declaration = "users: [{name: eve, memberships: [\"\(name) \"]}]"
        #expect(try apply(declaration) == ["added user eve", "made eve a member of \(name)"])
        #expect(try apply(declaration).isEmpty)
        #expect(try apply("users: [{name: eve, memberships: [\"\(name)\"]}]").isEmpty)
    }

    func oldMembership() throws {
        let organization = try #require(try manager.context.database.read { try $0.organizations.all().first })
        _ = try apply("users: [{name: eve, memberships: [\"\(organization.name)\"]}]")
        try manager.context.database.write { transaction in
            var old = organization
            old.name += "\u{200B}"
            try transaction.organizations.save(old)
        }
        #expect(try apply("users: [{name: eve, memberships: [\"\(organization.name)\"]}]").isEmpty)
    }

    func existingOrganization() throws {
        let organization = try #require(try manager.context.database.read { try $0.organizations.all().first })
        let service = try manager.service.id
        let role = try #require(
            try manager.context.database.read { try $0.services.roles(of: service).first { $0.name == "user" } })
        try manager.context.database.write { transaction in
            var old = organization
            old.name += "\u{200B}"
            try transaction.organizations.save(old)
            var oldRole = role
            oldRole.name = "us\u{AD}er"
            try transaction.services.save(oldRole)
        }
        #expect(try ListNameConflicts(manager.context)().count == 2)
        #expect(try apply(TestManager.declaration()).count == 2)
        let database = manager.context.database
        #expect(try database.read { try $0.organizations.find(id: organization.id) } == organization)
        #expect(try database.read { try $0.services.roles(of: service) }.contains(role))
        #expect(try ListNameConflicts(manager.context)().isEmpty)
    }

    private func apply(_ yaml: String) throws -> [String] { try Apply(manager.context)(Array(yaml.utf8)) }

    private func users() throws -> [String] {
        try manager.users().map(\.name)
    }
}
