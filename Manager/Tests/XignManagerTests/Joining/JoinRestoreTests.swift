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
        TestCase("A log that is replayed again uses up no place twice", replayedTwice, each: Engine.allCases),
        TestCase("Without a log, all open links are withdrawn", unknown, each: Engine.allCases),
        TestCase("A link whose organization or roles somebody has changed admits nobody", changed),
        TestCase("The terms of another link open at no other row", moved),
        TestCase(
            "A link that somebody has changed keeps no restore, list and withdrawal from the others", unreadable,
            each: Engine.allCases),
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

    func replayedTwice(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let link = try make(scene, places: 5)
        for _ in 0..<2 { try scene.log("accountJoined", user: "ada", detail: AuditEvent.detail(naming: link.id)) }
        let export = try scene.export()
        #expect(try scene.restore(export, after: 120).replayed.count == 2)
        #expect(try find(link, scene).taken == 2)
        // Within the overlap of the second restore, which reads the events again.
        #expect(try scene.restore(export, after: 60).replayed == [])
        #expect(try find(link, scene).taken == 2)
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
        #expect(try ReadJoin(scene.context).offer(link.code.text) == nil)
    }

    func moved() throws {
        let scene = try RestoreScene()
        let (one, other) = (try make(scene), try make(scene, address: "eve@example.org"))
        try scene.context.database.write { transaction in
            let terms: [UInt8]? = try transaction.value("SELECT sealed_terms FROM join_link WHERE id = \(other.id)")
            try transaction.execute("UPDATE join_link SET sealed_terms = \(terms) WHERE id = \(one.id)")
        }
        #expect(try ReadJoin(scene.context).offer(one.code.text) == nil)
    }

    func unreadable(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let (one, other, whole) = (try make(scene, places: 2), try make(scene, places: 2), try make(scene, places: 2))
        try scene.context.database.write { transaction in
            try transaction.execute("UPDATE join_link SET roles = \("nobody") WHERE id = \(one.id)")
            try transaction.execute("UPDATE join_link SET language = \("xx") WHERE id = \(other.id)")
        }
        #expect(try ListJoinLinks(scene.context)(of: nil).map(\.link.id) == [whole.id])
        try scene.log("joinLinkWithdrawn", detail: AuditEvent.detail(naming: one.id))
        #expect(try scene.replay().replayed.count == 1)
        #expect(try scene.restore().ended.joinLinks == 2)
        // Put right again, they admit nobody.
        try scene.context.database.write { transaction in
            try transaction.execute(
                "UPDATE join_link SET language = NULL, roles = \(whole.roles.map(\.text).joined(separator: " "))")
        }
        for link in [one, other, whole] { #expect(try find(link, scene).withdrawnAt != nil) }
    }

    func stolen() throws {
        let scene = try RestoreScene()
        let link = try make(scene, address: "eve@secret.example")
        let dump = try scene.manager.dump()
        #expect(!dump.contains("secret.example"))
        #expect(!dump.contains(link.code.text))
    }
}
