import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct ShortenAuditTests {
    @Test("Retention of the audit log", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("whole days leave the log, once a day with an event that says so", shortened, each: Engine.allCases),
        TestCase("no setting lets a shortening pass unrecorded", recorded),
        TestCase("no policy keeps less than ninety days", minimum),
        TestCase(
            "a round that is stopped goes on with the next one, and many managers remove at once", rounds,
            each: Engine.allCases),
    ]

    private static let day: Int64 = 86_400

    private func times(_ scene: AuditScene) throws -> [Timestamp] {
        try scene.context.database.read { try $0.audit.newest(10_000) }.filter { $0.kind == .pinChanged }.map(\.at)
    }

    private func keep(_ days: Int?, _ scene: AuditScene) throws {
        try scene.context.database.write { transaction in
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = days
            try transaction.settings.save(policy)
        }
    }

    func shortened(_ engine: Engine) throws {
        let scene = try AuditScene(engine)
        let ada = try scene.manager.account("ada").id
        // Indexing advances the clock.
        let end = AuditDays.start(at: scene.now + IndexHistory.delaySeconds + 1) - 100 * Self.day
        let moments = [end - Self.day, Timestamp(rawValue: end.rawValue - 1), end, scene.now]
        try scene.record(moments.map { AuditEvent(.pinChanged, at: $0, accountID: ada) })
        try scene.record((0..<450).map { AuditEvent(.pinChanged, at: end - 2 * Self.day + $0, accountID: ada) })
        try scene.index()
        let shorten = ShortenAudit(scene.context)
        try shorten { false }
        #expect(try times(scene).count == 454)
        try keep(100, scene)
        for _ in 1...2 { try shorten { false } }
        #expect(try times(scene) == [moments[3], moments[2]])
        let events = try scene.manager.events(.auditShortened)
        #expect(events.map(\.detail) == ["events before \(AuditDays.day(at: end))"])
        #expect(events.first?.actor == .manager)
        let subjects = try scene.context.database.read {
            try $0.auditIndex.newest(1_000, of: [.topic(.devices)], in: AuditRange(begin: [], end: [0xFF]))
        }
        #expect(subjects.count == 2)
        scene.manager.clock.advance(seconds: Self.day)
        try shorten { false }
        #expect(try times(scene) == [moments[3]])
        #expect(try scene.manager.events(.auditShortened).count == 2)
    }

    func recorded() throws {
        let scene = try AuditScene()
        let ada = try scene.manager.account("ada").id
        let end = AuditDays.start(at: scene.now) - 100 * Self.day
        try scene.record([AuditEvent(.pinChanged, at: end - Self.day, accountID: ada)])
        try keep(100, scene)
        // Where a former version kept the day of the last event.
        try scene.context.database.write { transaction in
            try transaction.settings.set("auditShortenedUntil", to: AuditDays.day(at: end).description)
        }
        try ShortenAudit(scene.context) { false }
        #expect(try scene.manager.events(.auditShortened).count == 1)
    }

    func minimum() throws {
        let scene = try AuditScene()
        let ada = try scene.manager.account("ada").id
        let moments = [89, 91].map { scene.now - $0 * Self.day }
        try scene.record(moments.map { AuditEvent(.pinChanged, at: $0, accountID: ada) })
        try keep(1, scene)
        try ShortenAudit(scene.context) { false }
        #expect(try times(scene) == [moments[0]])
    }

    func rounds(_ engine: Engine) throws {
        let scene = try AuditScene(engine)
        let ada = try scene.manager.account("ada").id
        let old = scene.now - 200 * Self.day
        try scene.record((0..<900).map { AuditEvent(.pinChanged, at: old + $0 % 50, accountID: ada) })
        try keep(90, scene)
        try ShortenAudit(scene.context) { true }
        #expect(try times(scene).count == 700)
        let nodes = try (0..<3).map { _ in try scene.manager.secondNode() }
        let errors = DatabaseFixture.concurrently(3) { try ShortenAudit(nodes[$0].context) { false } }
        #expect(errors.isEmpty, "\(errors)")
        #expect(try times(scene).isEmpty)
        #expect(try scene.manager.events(.auditShortened).count == 1)
    }
}
