import DatabaseFixture
import Testing
import XignDomain

@testable import XignStorage
@testable import XignUseCases

struct ReplaceAuditChainTests {
    @Test("Another audit chain", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "All events are linked again, with another key, and the former chain's last head shows it", replaced,
            each: Engine.allCases),
        TestCase(
            "A manager that has read the former chain adds nothing to the new one", straggler, each: Engine.allCases),
        TestCase("A chain whose state or key somebody has removed or changed gives way too", damaged),
        TestCase("A chain without links begins anew, too", empty),
    ]

    private func linked(_ engine: Engine = .sqlite) throws -> ChainScene {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        return chain
    }

    private func replace(_ chain: ChainScene) throws -> String? {
        try ReplaceAuditChain(chain.context)(by: TestManager.operatorName)?.serialized
    }

    private func privateKey(_ chain: ChainScene) throws -> [UInt8]? {
        try chain.context.database.read { try $0.keys.signingKeys(purpose: AuditChainKey.purpose) }.first?.privateKey
    }

    func replaced(_ engine: Engine) throws {
        let chain = try linked(engine)
        let (count, key) = (try chain.links(), try privateKey(chain))
        let head = try #require(try replace(chain))
        let position = try #require(try chain.context.auditHead(head)).position
        #expect(position == Int64(count))
        let event = try #require(try chain.scene.manager.events(.auditChainReplaced).first)
        #expect(event.actor == .machine(TestManager.operatorName))
        #expect(event.detail?.hasPrefix("after position \(count), link ") == true)
        #expect(try privateKey(chain) != key)
        #expect(try chain.verify().breaks == 0)
        try chain.linkAll()
        let report = try chain.verify()
        #expect(report.breaks == 0, "\(String(describing: report.firstBreak))")
        #expect(report.first == 1)
        #expect(report.unlinked == 0)
        #expect(report.late == 0)
        // One more event: the replacement.
        #expect(try chain.links() == count + 1)
        #expect(try chain.verify([head]).firstBreak?.kind == .otherHead)
    }

    func straggler(_ engine: Engine) throws {
        let chain = try linked(engine)
        _ = try replace(chain)
        try chain.link { false }
        #expect(try chain.links() == 0)
        chain.scene.manager.clock.advance(seconds: LinkAudit.leaseSeconds)
        try chain.link { false }
        #expect(try chain.links() > 0)
        #expect(try chain.verify().late == 0)
    }

    func damaged() throws {
        let (chain, nothing) = (try linked(), [UInt8](repeating: 0, count: 64))
        let damages: [(sql: SQL, hasHead: Bool)] = [
            ("DELETE FROM audit_chain", false), ("UPDATE audit_chain SET sealed_state = \(nothing)", false),
            ("DELETE FROM signing_key WHERE purpose = 'auditChain'", true),
            ("UPDATE signing_key SET sealed_private_key = \(nothing) WHERE purpose = 'auditChain'", true),
        ]
        for (sql, hasHead) in damages {
            try chain.change { try $0.execute(sql) }
            #expect(try (replace(chain) != nil) == hasHead, "\(sql)")
            try chain.linkAll()
            #expect(try chain.verify().breaks == 0, "\(sql)")
            #expect(try chain.links() > 0, "\(sql)")
        }
    }

    func empty() throws {
        let chain = try ChainScene()
        #expect(try replace(chain) == nil)
        #expect(try chain.scene.manager.events(.auditChainReplaced).first?.detail == "the former chain has no end")
        try chain.linkAll()
        #expect(try chain.verify().breaks == 0)
    }
}
