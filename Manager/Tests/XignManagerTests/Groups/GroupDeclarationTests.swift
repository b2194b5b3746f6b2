import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct GroupDeclarationTests {
    @Test("Groups in a declaration", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("groups are declared, exported and applied again without a change", applied, each: Engine.allCases),
        TestCase("another order of the names is no change", order),
        TestCase("a list is complete for its organization, and other organizations stay", complete),
        TestCase(
            "what cannot be is refused with its line and a way out, and nothing changes", refused, each: refusals),
        TestCase("a person is in fifty groups of an organization, and in no more", fifty),
        TestCase("a shortened list of a service, and of its organization, is exported and applied again", shortened),
        TestCase("a group that a service asks for stays until the service no longer does", kept),
        TestCase("a group that goes takes its members with it, and each change leaves a trace", traces),
        TestCase("a change of what a service may learn makes statements of before void", policyVersion),
        TestCase(
            "an operator puts a user into a group, and takes the user out again", byCommand, each: Engine.allCases),
        TestCase("a command refuses what a declaration would", commandRefusals),
    ]

    func applied(_ engine: Engine) throws {
        let scene = try GroupScene(engine, service: "{ names: [staff, ops], required: false }")
        #expect(try scene.groups() == ["ops", "staff"])
        #expect(try scene.declare(service: "{ names: [staff, ops], required: false }", ada: ["staff", "ops"]) == [])
        let exported = try ExportDeclaration(scene.manager.context).yaml(.attributes)
        let text = String(decoding: exported, as: UTF8.self)
        #expect(text.contains("groups:"))
        #expect(try scene.apply(text) == [])
        let other = try QuietManager()
        try other.apply(text)
        #expect(try other.export() == text)
    }

    func order() throws {
        let scene = try GroupScene(service: "[staff, ops]")
        let version = try scene.manager.service.policyVersion
        #expect(
            try scene.declare(
                groups: ["ops", "Ärzte", "staff", "guests"], service: "[ops, staff]", ada: ["ops", "staff"])
                == [])
        #expect(try scene.manager.service.policyVersion == version)
    }

    func complete() throws {
        let scene = try GroupScene()
        try scene.apply(
            """
            organizations: [{ name: Other Ltd, groups: [others] }]
            users: [{ name: ada, memberships: [Example Inc., Other Ltd], groups: { Other Ltd: [others] } }]
            """)
        #expect(try scene.groups() == ["ops", "staff"])
        #expect(
            try scene.apply("users: [{ name: ada, groups: { Example Inc.: [guests] } }]") == [
                "took ada out of groups of Example Inc.: ops, staff", "put ada into groups of Example Inc.: guests",
            ])
        let user = try ShowUser(scene.manager.context)("ada")
        #expect(user.groups.map(\.organization) == ["Example Inc.", "Other Ltd"])
        #expect(user.groups.map(\.groups) == [["guests"], ["others"]])
    }

    // MARK: Refusals

    private static let undeclared = "has no group \"nobody\": declare it in `groups` of the organization"
    private static let refusals: [(String, String, String)] = [
        (GroupScene.declaration(service: "[staff, nobody]"), "organizations[0].services[0].groups[1]", undeclared),
        (GroupScene.declaration(service: "{ names: [nobody] }"), "organizations[0].services[0].groups[0]", undeclared),
        (GroupScene.declaration(ada: ["staff", "nobody"]), "users[0].groups.Example Inc.[1]", undeclared),
        (GroupScene.declaration(groups: ["staff", "a, b"]), "organizations[0].groups[1]", "must not have a comma"),
        (GroupScene.declaration(groups: ["staff", "Staff"]), "organizations[0].groups[1]", "mistaken for [0]"),
        (
            GroupScene.declaration(service: "some"), "organizations[0].services[0].groups",
            "must be all, or a list of names"
        ),
        (GroupScene.declaration(service: "[]"), "organizations[0].services[0].groups.names", "leave out `groups`"),
        (
            GroupScene.declaration(more: "        native: true\n        confidential: false\n"),
            "organizations[0].services[0].groups", "must be left out, for a native app"
        ),
        (
            GroupScene.declaration(more: "        confidential: false\n")
                .replacing("https://website.example/callback", with: "http://127.0.0.1:8085/callback"),
            "organizations[0].services[0].groups", "which another app can pose as"
        ),
        (GroupScene.declaration(groups: ["ops", "\u{1D428}ps"]), "organizations[0].groups[1]", "U+1D428"),
        (
            GroupScene.declaration(service: nil) + "\n    groups: { Example Inc.: [ops], Nobody: [ops] }",
            "users[1].groups.Nobody", "there is no organization \"Nobody\""
        ),
        (
            GroupScene.declaration(service: nil) + "\n  - name: eve\n    groups: { Example Inc.: [ops] }",
            "users[2].groups.Example Inc.", "add \"Example Inc.\" to `memberships`"
        ),
    ]

    func refused(yaml: String, path: String, reason: String) throws {
        let scene = try GroupScene()
        let before = try scene.manager.rows()
        let errors = try #require(#expect(throws: DeclarationErrors.self) { try scene.apply(yaml) }).all
        let error = try #require(errors.first { $0.path == path }, "\(errors)")
        #expect(error.reason.contains(reason), "\(error.reason)")
        #expect(error.line > 1)
        #expect(try scene.manager.rows() == before)
    }

    func fifty() throws {
        let scene = try GroupScene(ada: nil)
        let names = (10...60).map { "g\($0)" }
        try scene.declare(groups: names, ada: Array(names.prefix(50)))
        #expect(try scene.groups().count == 50)
        let errors = try #require(
            #expect(throws: DeclarationErrors.self) { try scene.declare(groups: names, ada: names) }
        ).all
        #expect(errors.map(\.path) == ["users[0].groups.Example Inc."])
        #expect(errors.map(\.reason) == ["must be at most 50 groups"])
        let error = #expect(throws: ManagerError.self) { try scene.set("g60", true) }
        #expect(error?.code == .groups)
        #expect(try scene.groups() == Array(names.prefix(50)))
        try scene.set("g10", false)
        try scene.set("g60", true)
        #expect(try scene.groups().count == 50)
    }

    func shortened() throws {
        let scene = try GroupScene(service: "[staff, ops]")
        for (groups, service): ([String], String?) in [
            (["staff", "ops"], "[staff]"), (["staff"], "[staff]"), ([], nil),
        ] {
            try scene.declare(groups: groups, service: service)
            let exported = String(
                decoding: try ExportDeclaration(scene.manager.context).yaml(.attributes), as: UTF8.self)
            #expect(try scene.apply(exported) == [])
            let other = try QuietManager()
            try other.apply(exported)
            #expect(try other.export() == exported)
        }
        #expect(try scene.groups() == [])
    }

    func kept() throws {
        let scene = try GroupScene(service: "[staff, ops]")
        let before = try scene.manager.rows()
        let errors = try #require(
            #expect(throws: DeclarationErrors.self) {
                try scene.apply("organizations:\n  - name: Example Inc.\n    groups: [staff]\n")
            }
        ).all
        #expect(errors.map(\.path) == ["organizations[0].groups"])
        #expect(errors.map(\.line) == [3])
        #expect(errors.first?.reason.contains("must keep \"ops\", which the service demo asks for") == true)
        #expect(try scene.manager.rows() == before)
        try scene.declare(groups: ["staff"], service: "[staff]")
        #expect(try scene.groups() == ["staff"])
    }

    // MARK: Traces

    func traces() throws {
        let scene = try GroupScene()
        _ = try scene.apply("users: [{ name: mallory, groups: { Example Inc.: [ops] } }]")
        let changes = try scene.declare(groups: ["staff", "guests"], service: nil)
        #expect(
            Set(changes) == [
                "changed organization Example Inc.: groups: [guests, ops, staff, Ärzte] -> [guests, staff]",
                "took ada out of groups of Example Inc.: ops", "took mallory out of groups of Example Inc.: ops",
                "changed service demo: groups: {names: all, required: true} -> none",
            ])
        let events = try scene.manager.context.database.read { try $0.audit.newest(100) }
        let taken = events.filter { $0.kind == .groupsChanged && $0.detail == "taken ops" }
        let (ada, mallory) = (try scene.manager.account(), try scene.manager.account("mallory"))
        #expect(Set(taken.compactMap(\.accountID)) == [ada.id, mallory.id])
        #expect(taken.allSatisfy { $0.organizationID != nil && $0.actor == .machine(TestManager.operatorName) })
        let details = events.filter { $0.kind == .configurationApplied }.compactMap(\.detail)
        #expect(details.contains { $0.contains("groups: [guests, ops, staff, Ärzte] -> [guests, staff]") })
        #expect(details.contains { $0.contains("groups: {names: all, required: true} -> none") })
        #expect(try scene.groups() == ["staff"])
        #expect(try scene.groups(of: "mallory") == [])
    }

    func policyVersion() throws {
        let scene = try GroupScene()
        let begun = try scene.begin()
        let prepared = try scene.device.prepare(begun.browser, begun.started, begun.selections)
        try scene.declare(service: "[staff]")
        #expect(throws: ProtocolError(.policyChanged)) {
            try scene.device.finish(
                .init(
                    session: try begun.browser.session, token: begun.started.sessionToken,
                    statement: try #require(prepared.statement).bytes))
        }
    }

    // MARK: Commands

    func byCommand(_ engine: Engine) throws {
        let scene = try GroupScene(engine, ada: [])
        func set(_ isMember: Bool) throws -> Bool {
            try scene.manager.context.setGroup(
                " ops ", of: "Example Inc.", user: "Ada", isMember: isMember, by: TestManager.operatorName)
        }
        #expect(try set(true))
        #expect(try scene.groups() == ["ops"])
        #expect(try !set(true))
        #expect(try set(false))
        #expect(try !set(false))
        #expect(try scene.groups() == [])
        #expect(try scene.changes == ["given ops", "taken ops"])
    }

    func commandRefusals() throws {
        let scene = try GroupScene()
        _ = try scene.apply("users: [{ name: eve }]")
        func refusal(_ user: String, _ organization: String, _ group: String) -> ManagerError? {
            return #expect(throws: ManagerError.self) {
                try scene.manager.context.setGroup(
                    group, of: organization, user: user, isMember: true, by: TestManager.operatorName)
            }
        }
        #expect(refusal("nobody", "Example Inc.", "ops")?.code == .unknownUser)
        #expect(refusal("ada", "Nobody", "ops")?.code == .unknownOrganization)
        let unknown = refusal("ada", "Example Inc.", "nobody")
        #expect(unknown?.code == .unknownGroup)
        #expect(unknown?.description.contains("but guests, ops, staff, Ärzte: declare it in `groups`") == true)
        let outside = refusal("eve", "Example Inc.", "ops")
        #expect(outside?.code == .groups)
        #expect(outside?.description.contains("`memberships`") == true)
        #expect(try scene.groups() == ["ops", "staff"])
    }
}
