import DatabaseFixture
import Testing
import XignDomain

@testable import XignStorage
@testable import XignUseCases

/// The ways out of a damaged chain that `docs/operations.md` describes (The audit chain).
struct AuditRepairTests {
    @Test("The repair of the audit chain", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("with the link of a backup, the retention and the chain go on", putBack, each: Engine.allCases),
        TestCase(
            "without a backup the chain is replaced, the retention goes on, and a former head shows it", begunAnew),
    ]

    /// A chain whose first link was changed, so that the retention stops.
    private struct Damaged {
        let chain: ChainScene
        /// The link before the change, as a backup has it.
        let link: [UInt8]
        let head: String

        init(_ engine: Engine = .sqlite) throws {
            let chain = try ChainScene(engine)
            let old = chain.scene.now - 100 * 86_400
            try chain.scene.record((1...3).map { AuditEvent(.pinChanged, at: old + $0, accountID: chain.ada) })
            try chain.record()
            try chain.linkAll()
            self.chain = chain
            head = try SignAuditHead(chain.context)().serialized
            let first = try chain.context.database.read { try $0.auditChain.links(after: 0, limit: 1) }.first
            link = try #require(first).link
            try chain.change { transaction in
                var policy = try transaction.settings.policy()
                policy.auditRetentionDays = 90
                try transaction.settings.save(policy)
                let changed = [UInt8](repeating: 9, count: 32)
                try transaction.execute("UPDATE audit_link SET link = \(changed) WHERE position = 1")
            }
            let error = #expect(throws: ManagerError.self) { try ShortenAudit(chain.context) { false } }
            #expect(error?.code == .auditChainDamaged)
            #expect(try oldEvents() == 3)
        }

        func oldEvents() throws -> Int {
            let end = TimeOrderedID.place(at: chain.scene.now - 90 * 86_400)
            return try chain.context.database.read { try $0.audit.entries(after: [], before: end, limit: 10).count }
        }
    }

    func putBack(_ engine: Engine) throws {
        let damaged = try Damaged(engine)
        let (chain, link) = (damaged.chain, damaged.link)
        try chain.change { try $0.execute("UPDATE audit_link SET link = \(link) WHERE position = 1") }
        try ShortenAudit(chain.context) { false }
        #expect(try damaged.oldEvents() == 0)
        let report = try chain.verify([damaged.head])
        #expect(report.breaks == 0)
        #expect(report.first == 4)
        #expect(report.heads == 1)
    }

    func begunAnew() throws {
        let damaged = try Damaged()
        let chain = damaged.chain
        let last = try ReplaceAuditChain(chain.context)(by: TestManager.operatorName)?.payload
        #expect(try last == chain.context.auditHead(damaged.head))
        try chain.linkAll()
        try ShortenAudit(chain.context) { false }
        #expect(try damaged.oldEvents() == 0)
        let report = try chain.verify()
        #expect(report.breaks == 0, "\(String(describing: report.firstBreak))")
        #expect(report.first == 4)
        #expect(try chain.verify([damaged.head]).firstBreak?.kind == .otherHead)
    }
}
