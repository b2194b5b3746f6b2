import DatabaseFixture
import Testing
import XignDomain

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

@Suite("The lease of the audit chain", .serialized)
struct AuditLeaseTests {
    @Test("a lease that nobody gives back is a failure after ten minutes", arguments: Engine.allCases)
    func kept(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        #expect(try chain.context.oldestUnlinkedEvent() == nil)
        let begin = chain.scene.now
        try chain.scene.record([AuditEvent(.pinChanged, at: begin, accountID: chain.ada)])
        // Somebody with the database alone.
        try chain.change {
            try $0.execute("UPDATE audit_chain SET lease_owner = \([UInt8](repeating: 7, count: 16))")
        }
        func keep(_ seconds: Int64) throws {
            chain.scene.manager.clock.advance(seconds: seconds)
            let until = chain.scene.now + 60
            try chain.change { try $0.execute("UPDATE audit_chain SET lease_until = \(until)") }
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

    @Test("without a state, or with one that was changed, the oldest event waits", arguments: Engine.allCases)
    func withoutState(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        let oldest = try #require(
            try chain.context.database.read { try $0.audit.entries(after: [], before: [0xFF], limit: 1) }.first)
        let link = try chain.auditID(at: 1)
        try chain.change { transaction in
            try transaction.execute("DELETE FROM audit_link WHERE audit_id = \(oldest.id)")
            try transaction.execute("DELETE FROM audit_link WHERE audit_id = \(link)")
            try transaction.execute("UPDATE audit_chain SET sealed_state = \([UInt8](repeating: 0, count: 64))")
        }
        #expect(try chain.context.oldestUnlinkedEvent() == TimeOrderedID.moment(of: oldest.id))
    }

    @Test("doctor warns of events that are not linked", arguments: Engine.allCases)
    func examined(_ engine: Engine) throws {
        let scene = try DoctorScene(engine)
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
