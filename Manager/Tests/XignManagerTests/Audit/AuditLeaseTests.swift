import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct AuditLeaseTests {
    @Test("The lease of the audit chain", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a lease that nobody gives back is a failure after ten minutes", kept, each: Engine.allCases),
        TestCase(
            "a manager that still links for the first time is no failure of the others", linkedByAnother,
            each: Engine.allCases),
        TestCase(
            "who keeps the lease keeps no event from leaving the log, and the manager lives", retentionGoesOn,
            each: Engine.allCases),
        TestCase("an event that came late waits for the walk, and is no failure", late),
        TestCase("without a state, or with one that was changed, the oldest event waits", withoutState),
        TestCase("doctor warns of events that are not linked", examined),
    ]

    func kept(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        #expect(try chain.context.oldestUnlinkedEvent() == nil)
        let begin = chain.scene.now
        try chain.scene.record([AuditEvent(.pinChanged, at: begin, accountID: chain.ada)])
        func keep(_ seconds: Int64) throws {
            chain.scene.manager.clock.advance(seconds: seconds)
            try chain.keepLease()
        }
        try keep(LinkAudit.longestSeconds)
        try chain.link { false }
        #expect(try chain.context.oldestUnlinkedEvent() == begin)
        #expect(try !chain.verify().isBehind)
        try keep(1)
        let error = #expect(throws: ManagerError.self) { try chain.link { false } }
        #expect(error?.code == .auditNotLinked)
        #expect(try chain.verify().isBehind)
        #expect(try ReadHealth(chain.context)().oldestUnlinkedEvent == begin)
        // The lease ends, and all is made up for.
        chain.scene.manager.clock.advance(seconds: 61)
        try chain.link { false }
        #expect(try !chain.verify().isBehind)
    }

    func linkedByAnother(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.linkAll()
        let begin = chain.scene.now
        try chain.scene.record(
            (1...3).map { AuditEvent(.pinChanged, at: begin + $0, accountID: chain.ada) })
        chain.scene.manager.clock.advance(seconds: LinkAudit.longestSeconds + 10)
        try chain.keepLease()
        for seconds in Int64(1)...2 {
            // The other one has linked a part.
            try chain.change { try $0.auditChain.append([], linkedUntil: TimeOrderedID.place(at: begin + seconds)) }
            try chain.link { false }
        }
        let error = #expect(throws: ManagerError.self) { try chain.link { false } }
        #expect(error?.code == .auditNotLinked)
    }

    func retentionGoesOn(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        let (begin, old) = (chain.scene.now, chain.scene.now - 100 * 86_400)
        try chain.scene.record([old, begin].map { AuditEvent(.pinChanged, at: $0, accountID: chain.ada) })
        try chain.change { transaction in
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = 90
            try transaction.settings.save(policy)
        }
        chain.scene.manager.clock.advance(seconds: LinkAudit.longestSeconds + 1)
        try chain.keepLease()
        let metrics = chain.context.database.metrics
        let failures = metrics.housekeepingFailures.cell.current
        let housekeeping = Housekeeping(chain.scene.manager.manager)
        for _ in 1...2 { housekeeping.runOnce() }
        #expect(metrics.housekeepingFailures.cell.current > failures)
        let end = TimeOrderedID.place(at: begin - 90 * 86_400)
        #expect(
            try chain.context.database.read { try $0.audit.entries(after: [], before: end, limit: 1) }.isEmpty)
        #expect(try chain.context.lastHousekeeping()?.seconds == chain.scene.now.seconds)
    }

    func late() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        try chain.scene.record([AuditEvent(.pinChanged, at: chain.scene.now - 86_400, accountID: chain.ada)])
        let report = try chain.verify()
        #expect(report.unlinked == 1)
        #expect(report.unlinkedLate == 1)
        #expect(report.unlinkedSeconds == nil)
        #expect(!report.isBehind)
        #expect(try chain.context.oldestUnlinkedEvent() == nil)
        try chain.linkAll()
        #expect(try chain.verify().unlinked == 0)
    }

    func withoutState() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let oldest = try #require(
            try chain.context.database.read { try $0.audit.entries(after: [], before: [0xFF], limit: 1) }.first)
        try chain.change {
            try $0.execute("UPDATE audit_chain SET sealed_state = \([UInt8](repeating: 0, count: 64))")
        }
        // Its link says nothing: the log is not searched for one that has none.
        #expect(try chain.context.oldestUnlinkedEvent() == TimeOrderedID.moment(of: oldest.id))
        try chain.change { try $0.execute("DELETE FROM audit_chain") }
        #expect(try chain.context.oldestUnlinkedEvent() == TimeOrderedID.moment(of: oldest.id))
    }

    func examined() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.auditChain) == .ok)
        let now = scene.manager.clock.now
        try scene.manager.context.database.write {
            try $0.audit.append(AuditEvent(.pinChanged, at: now - LinkAudit.longestSeconds - 1))
        }
        #expect(scene.status(.auditChain) == .warning)
        try LinkAudit(scene.manager.context) { false }
        #expect(scene.status(.auditChain) == .ok)
    }
}
