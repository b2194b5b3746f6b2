import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct AuditChainTests {
    @Test("The chain of the audit log", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every event is linked once, after its time, and the chain holds", linked, each: Engine.allCases),
        TestCase("the newest events wait until no transaction can be older", delayed, each: Engine.allCases),
        TestCase("each change of one row is found and named", tampered),
        TestCase("what was removed of the chain is not made anew", notBegunAgain),
        TestCase("an event with an earlier time than linked ones is linked at the end, and named", late),
        TestCase("a clock that is set back loses no event", setBack),
        TestCase(
            "the events of an upgraded manager are linked in batches, and a round that is stopped goes on", batches),
        TestCase("many managers link at once, nothing twice and nothing not at all", concurrent, each: Engine.allCases),
        TestCase("one manager has the lease, and another takes it over after its time", lease, each: Engine.allCases),
        TestCase("events that leave the log take their links, and the chain holds", retention),
        TestCase("a retention removes no link of a younger event, however it was changed", cutByRetention),
        TestCase("rows of a time before the chain was put back are found", otherBranch, each: Engine.allCases),
        TestCase("the networks of a removed person are erased, and cannot be guessed", erasure, each: Engine.allCases),
    ]

    func linked(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        let before = try chain.verify()
        #expect(before.last == 0)
        #expect(before.breaks == 0)
        #expect(before.unlinked >= 10)
        #expect(before.unlinkedSeconds ?? 0 >= 300)
        for _ in 1...2 { try chain.linkAll() }
        let report = try chain.verify()
        #expect(report.breaks == 0, "\(String(describing: report.firstBreak))")
        #expect(report.unlinked == 0)
        #expect(report.first == 1)
        #expect(Int64(report.verified) == report.last)
        #expect(report.late == 0)
        let events = try chain.context.database.read { try $0.audit.newest(10_000).count }
        #expect(try chain.links() == events)
    }

    func delayed(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.linkAll()
        try chain.record(1)
        try chain.scene.record([AuditEvent(.pinChanged, at: chain.scene.now, accountID: chain.ada)])
        try chain.link { false }
        #expect(try chain.verify().unlinked == 2)
        try chain.linkAll()
        #expect(try chain.verify().unlinked == 0)
    }

    /// An error that takes a change back.
    private struct Undone: Error {}

    func tampered() throws {
        let chain = try ChainScene()
        // The events of the manager's beginning are younger. Position 3 has a network.
        try chain.record()
        try chain.linkAll()
        #expect(try chain.verify().breaks == 0)
        let (third, fourth) = (try chain.auditID(at: 3), try chain.auditID(at: 4))
        for tampering in AuditTampering.allCases {
            let found = Locked<AuditReport.Break?>(nil)
            #expect(throws: Undone.self) {
                try chain.change { transaction in
                    try tampering.change(transaction, third, fourth)
                    var walk = ChainWalk(key: try transaction.auditChain.key(), heads: [])
                    while try walk.next(transaction, limit: 4) {}
                    let first = walk.report.firstBreak
                    found.withLock { $0 = first }
                    throw Undone()
                }
            }
            let named = found.withLock { $0 }
            #expect(named?.kind == tampering.found.0, "\(tampering)")
            #expect(named?.position == tampering.found.1, "\(tampering)")
        }
    }

    func notBegunAgain() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        try chain.change { try $0.execute("DELETE FROM audit_chain") }
        #expect(throws: ManagerError.self) { try chain.linkAll() }
        #expect(try chain.verify().firstBreak?.kind == .missingState)
    }

    func late() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let count = try chain.links()
        // One within the time that each round looks back, one that only the walk finds.
        let times = [chain.scene.now - LinkAudit.delaySeconds - 10, chain.scene.now - 86_400]
        try chain.scene.record(times.map { AuditEvent(.pinChanged, at: $0, accountID: chain.ada) })
        #expect(try chain.verify().unlinked == 2)
        try chain.linkAll()
        let report = try chain.verify()
        #expect(report.breaks == 0)
        #expect(report.unlinked == 0)
        #expect(try chain.links() == count + 2)
        #expect(report.late == 2)
        #expect(report.latest?.seconds ?? 0 > 80_000)
        let last = try chain.auditID(at: Int64(count) + 2)
        #expect(report.latest?.auditID == last)
    }

    func setBack() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        chain.scene.manager.clock.advance(seconds: -3 * 86_400)
        try chain.record()
        try chain.linkAll()
        let report = try chain.verify()
        #expect(report.breaks == 0)
        #expect(report.unlinked == 0)
        #expect(report.late >= 10)
    }

    func batches() throws {
        let chain = try ChainScene()
        try chain.record(1_000)
        chain.scene.manager.clock.advance(seconds: LinkAudit.delaySeconds + 1)
        try chain.link { true }
        #expect(try chain.links() == 200)
        try chain.link { false }
        let report = try chain.verify()
        #expect(report.breaks == 0)
        #expect(report.unlinked == 0)
    }

    func concurrent(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record(600)
        chain.scene.manager.clock.advance(seconds: LinkAudit.delaySeconds + 1)
        let nodes = try (0..<3).map { _ in LinkAudit(try chain.scene.manager.secondNode().context) }
        let errors = DatabaseFixture.concurrently(3) { number in
            let link = nodes[number]
            try link { false }
        }
        // Who waits for the one with the lease, has no failure while that one links.
        #expect(errors.isEmpty, "\(errors)")
        let report = try chain.verify()
        #expect(report.breaks == 0)
        #expect(report.unlinked == 0)
        #expect(report.late == 0)
        #expect(Int64(report.verified) == report.last)
    }

    func lease(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        let now = chain.scene.now
        let (one, other) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        let attempts: [(owner: [UInt8], after: Int64)] = [
            (one, 0), (other, 59), (one, 30), (other, 89), (other, 90), (one, 91),
        ]
        let taken = try chain.context.database.write { transaction in
            try transaction.auditChain.begin(at: now)
            return try attempts.map { attempt in
                try transaction.auditChain.takeLease(attempt.owner, at: now + attempt.after, seconds: 60)
            }
        }
        #expect(taken == [true, false, true, false, true, false])
        // A clock that was far ahead does not stop linking until then.
        let later = try chain.context.database.write { transaction in
            _ = try transaction.auditChain.takeLease(other, at: now + 100_000, seconds: 60)
            return try transaction.auditChain.takeLease(one, at: now + 200, seconds: 60)
        }
        #expect(later)
    }

    func retention() throws {
        let chain = try ChainScene()
        let day: Int64 = 86_400
        try chain.scene.record(
            (0..<450).map { AuditEvent(.pinChanged, at: chain.scene.now - 200 * day + $0, accountID: chain.ada) })
        try chain.record()
        try chain.linkAll()
        // Linked late: its position is between those that stay.
        try chain.scene.record([
            AuditEvent(.pinChanged, at: chain.scene.now - 150 * day, accountID: chain.ada)
        ])
        try chain.linkAll()
        try chain.record()
        try chain.linkAll()
        let head = try SignAuditHead(chain.context)().serialized
        let count = try chain.links()
        try chain.change { transaction in
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = 100
            try transaction.settings.save(policy)
        }
        try ShortenAudit(chain.context) { false }
        let report = try chain.verify([head])
        #expect(report.breaks == 0, "\(String(describing: report.firstBreak))")
        #expect(report.first == 451)
        #expect(report.heads == 1)
        #expect(try chain.links() == count - 450)
        // Beyond the retention, it is a break.
        let first = try chain.auditID(at: 451)
        try chain.change { transaction in
            try transaction.execute("DELETE FROM audit WHERE id = \(first)")
            try transaction.execute("DELETE FROM audit_link WHERE position = 451")
        }
        #expect(try chain.verify().firstBreak == .init(kind: .missingLink, position: 451, auditID: nil))
    }

    func cutByRetention() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let count = try chain.links()
        // Somebody without the key lets the first links look old, and the retention remove an old event.
        let old = chain.scene.now - 100 * 86_400
        try chain.scene.record([AuditEvent(.pinChanged, at: old, accountID: chain.ada)])
        try chain.change { transaction in
            for position in Int64(1)...5 {
                try transaction.execute(
                    """
                    DELETE FROM audit WHERE id IN (SELECT audit_id FROM audit_link WHERE position = \(position))
                    """)
                let id = [UInt8](repeating: 0, count: 15) + [UInt8(position)]
                try transaction.execute("UPDATE audit_link SET audit_id = \(id) WHERE position = \(position)")
            }
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = 90
            try transaction.settings.save(policy)
        }
        let error = #expect(throws: ManagerError.self) { try ShortenAudit(chain.context) { false } }
        #expect(error?.code == .auditChainDamaged)
        #expect(try chain.links() == count)
        #expect(try chain.verify().firstBreak?.kind == .changedLink)
        // Nor does it pass links that are gone.
        try chain.change { try $0.execute("DELETE FROM audit_link WHERE position <= 5") }
        #expect(throws: ManagerError.self) { try ShortenAudit(chain.context) { false } }
        #expect(try chain.verify().firstBreak == .init(kind: .missingLink, position: 1, auditID: nil))
    }

    func otherBranch(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        // Another branch with the same position: the last event is linked anew.
        let last = try #require(try chain.context.database.read { try $0.auditChain.state() }?.last)
        try chain.change { transaction in
            let key = try #require(try transaction.auditChain.key())
            let before = try #require(try transaction.auditChain.links(after: last.position - 2, limit: 1).first)
            let (id, digest): ([UInt8], [UInt8]) = ([0], [UInt8](repeating: 7, count: 32))
            let link = key.link(of: id, digest, at: last.position, after: before.link)
            try transaction.execute("DELETE FROM audit WHERE id = \(last.auditID.bytes)")
            try transaction.execute(
                """
                UPDATE audit_link SET audit_id = \(id), digest = \(digest), link = \(link)
                WHERE position = \(last.position)
                """)
            // The retention has removed events of the time.
            try transaction.auditChain.remove(
                before: [], endOfRetention: TimeOrderedID.place(at: chain.scene.now), limit: 1)
        }
        let report = try chain.verify()
        #expect(report.firstBreak?.kind == .changedLink)
        #expect(report.firstBreak?.position == last.position)
    }

    func erasure(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        let id = try chain.auditID(at: 3)
        try chain.context.removeUser("ada", by: "root")
        try chain.linkAll()
        let report = try chain.verify()
        #expect(report.breaks == 0, "\(String(describing: report.firstBreak))")
        #expect(report.erased == 5)
        let link = try #require(try chain.context.database.read { try $0.auditChain.links(after: 2, limit: 1) }.first)
        #expect(link.record?.id == id)
        #expect(link.record?.network == nil)
        #expect(link.record?.detail == "event 2")
        #expect(link.networkSalt == nil)
        // The salt is gone: the hash of the right network under none is not what is left.
        #expect(link.networkDigest != AuditRecord.digest(ofNetwork: "192.0.2.0/24", salt: []))
        // The rest of the event cannot be changed.
        try chain.change { try $0.execute("UPDATE audit SET network = '198.51.100.0/24' WHERE id = \(id)") }
        #expect(try chain.verify().firstBreak == .init(kind: .changedEvent, position: 3, auditID: id))
    }
}
