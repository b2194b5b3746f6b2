import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

struct JoinRestoreTests {
    @Test("Join links in a restored or changed database", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("With the log, places stay used up and withdrawn links withdrawn", replayed, each: Engine.allCases),
        TestCase("Without a log, all open links are withdrawn", unknown, each: Engine.allCases),
        TestCase("A link whose organization or roles somebody has changed admits nobody", changed),
        TestCase("The terms of another link open at no other row", moved),
        TestCase("A stolen database has neither code nor address", stolen),
    ]

    private func make(_ scene: RestoreScene, places: Int = 1, address: String? = nil) throws -> JoinLink {
        try MakeJoinLink(scene.context)(
            JoinLinkTerms(
                organization: "Example Inc.", roles: [.init(service: "demo", name: "visitor")], places: places,
                address: address),
            by: "root")
    }

    private func find(_ link: JoinLink, _ scene: RestoreScene) throws -> JoinLink {
        try #require(try scene.context.database.read { try $0.joinLinks.find(link.id) })
    }

    func replayed(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let (joined, withdrawn) = (try make(scene, places: 2), try make(scene, places: 2))
        try scene.log("accountJoined", user: "ada", detail: AuditEvent.detail(naming: joined.id))
        try scene.log("joinLinkWithdrawn", detail: AuditEvent.detail(naming: withdrawn.id))
        try scene.log("accountJoined", user: "ada", detail: AuditEvent.detail(naming: .random()))
        let report = try scene.replay()
        #expect(report.replayed.count == 2)
        #expect(try find(joined, scene).taken == 1)
        #expect(try find(joined, scene).withdrawnAt == nil)
        #expect(try find(withdrawn, scene).withdrawnAt != nil)
    }

    func unknown(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let link = try make(scene, places: 2)
        let report = try scene.restore()
        #expect(report.ended.joinLinks == 1)
        #expect(try find(link, scene).withdrawnAt != nil)
    }

    func changed() throws {
        let scene = try RestoreScene()
        let link = try make(scene)
        let roles: [String] = try scene.context.database.read {
            try $0.values("SELECT id FROM role WHERE name = 'user'")
        }
        try scene.context.database.write { transaction in
            try transaction.execute("UPDATE join_link SET roles = \(roles.joined(separator: " "))")
        }
        #expect(throws: Vault.OpeningError.self) { try ReadJoin(scene.context).offer(link.code.text) }
    }

    func moved() throws {
        let scene = try RestoreScene()
        let (one, other) = (try make(scene), try make(scene, address: "eve@example.org"))
        try scene.context.database.write { transaction in
            let terms: [UInt8]? = try transaction.value("SELECT sealed_terms FROM join_link WHERE id = \(other.id)")
            try transaction.execute("UPDATE join_link SET sealed_terms = \(terms) WHERE id = \(one.id)")
        }
        #expect(throws: Vault.OpeningError.self) { try ReadJoin(scene.context).offer(one.code.text) }
    }

    func stolen() throws {
        let scene = try RestoreScene()
        let link = try make(scene, address: "eve@secret.example")
        let dump = try scene.manager.dump()
        #expect(!dump.contains("secret.example"))
        #expect(!dump.contains(link.code.text))
    }
}
