import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct AuditHeadTests {
    @Test("Published heads of the audit chain", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a chain that was put back to an earlier state, with all it has, lacks a later head", rolledBack,
            each: Engine.allCases),
        TestCase("only what the manager has signed as a head is one", foreign),
        TestCase("a head is older than the log if its event has left with the retention, and else missing", older),
        TestCase("an online key that somebody has added to the database signs no head", addedKey),
        TestCase("no changed text is a head", mutated),
        TestCase("there is no head before the first link", none),
    ]

    func rolledBack(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        let (old, state) = (
            try SignAuditHead(chain.context)(),
            try chain.context.database.read {
                try $0.row("SELECT sealed_state FROM audit_chain")?("sealed_state", as: [UInt8].self)
            }
        )
        try chain.record()
        try chain.linkAll()
        let new = try SignAuditHead(chain.context)()
        let report = try chain.verify([old.serialized, new.serialized])
        #expect(report.breaks == 0)
        #expect(report.heads == 2)
        let position = old.payload.position
        try chain.change { transaction in
            try transaction.execute(
                "DELETE FROM audit WHERE id IN (SELECT audit_id FROM audit_link WHERE position > \(position))")
            try transaction.execute("DELETE FROM audit_link WHERE position > \(position)")
            try transaction.execute("UPDATE audit_chain SET sealed_state = \(state)")
        }
        #expect(try chain.verify([old.serialized]).breaks == 0)
        let broken = try chain.verify([old.serialized, new.serialized])
        #expect(broken.heads == 1)
        #expect(broken.firstBreak == .init(kind: .otherHead, position: new.payload.position, auditID: nil))
        // A manager that goes on from there gets another link at the position.
        try chain.record()
        try chain.linkAll()
        #expect(try chain.verify([new.serialized]).firstBreak?.kind == .otherHead)
    }

    func foreign() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let head = try SignAuditHead(chain.context)()
        let other = Curve25519.Signing.PrivateKey()
        let forged = [
            try SignedDocument(head.payload, type: .auditHead, with: other).serialized,
            try SignedDocument(head.payload, type: .evidence, with: chain.context.keys.online).serialized,
            try SignedDocument(
                AuditHead(
                    issuer: "https://other.example", position: head.payload.position, link: head.payload.link,
                    eventAt: head.payload.eventAt, signedAt: 0), type: .auditHead, with: chain.context.keys.online
            ).serialized,
            head.serialized + ".", String(head.serialized.dropLast()), "",
        ]
        for text in forged {
            #expect(try chain.verify([text]).firstBreak?.kind == .foreignHead, "\(text)")
        }
        #expect(throws: StatementError.self) { try SignedKeyMaterial(parsing: Array(head.serialized.utf8)) }
    }

    func older() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let head = try SignAuditHead(chain.context)()
        let id = try chain.auditID(at: head.payload.position)
        #expect(head.payload.eventAt == TimeOrderedID.moment(of: id).seconds)
        try chain.record()
        try chain.linkAll()
        let now = chain.scene.now
        // A chain that begins after the head, as only somebody with the key can make it.
        try chain.change {
            try $0.auditChain.remove(
                before: [0xFF], endOfRetention: TimeOrderedID.place(at: now - 86_400), limit: 10_000)
        }
        let cut = try chain.verify([head.serialized])
        #expect(cut.oldHeads == 0)
        #expect(cut.firstBreak == .init(kind: .otherHead, position: head.payload.position, auditID: nil))
        #expect(cut.removedBefore == now - 86_400)
        try chain.change {
            try $0.auditChain.remove(before: [], endOfRetention: TimeOrderedID.place(at: now), limit: 1)
        }
        let removed = try chain.verify([head.serialized])
        #expect(removed.oldHeads == 1)
        #expect(removed.breaks == 0)
    }

    func addedKey() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let head = try SignAuditHead(chain.context)()
        let other = Curve25519.Signing.PrivateKey()
        var material = chain.context.keys.material.material
        material.epoch += 1
        material.onlineKey = try #require(
            StatementVerificationKey(rawRepresentation: Array(other.publicKey.rawRepresentation)))
        let added = try SignedKeyMaterial(signing: material, with: [other])
        try chain.change { _ = try $0.keys.insert(added) }
        let forged = try SignedDocument(head.payload, type: .auditHead, with: other).serialized
        #expect(try chain.verify([forged]).firstBreak?.kind == .foreignHead)
        #expect(try chain.verify([head.serialized]).heads == 1)
    }

    func mutated() throws {
        let chain = try ChainScene()
        try chain.record()
        try chain.linkAll()
        let text = Array(try SignAuditHead(chain.context)().serialized.utf8)
        #expect(try chain.context.auditHead(String(decoding: text, as: UTF8.self)) != nil)
        let seed: UInt64 = 31
        var generator = SmallGenerator(seed: seed)
        for round in 0..<200 {
            var changed = text
            let index = Int.random(in: 0..<text.count, using: &generator)
            switch round % 4 {
            case 0: changed[index] ^= UInt8.random(in: 1...127, using: &generator)
            case 1: changed.remove(at: index)
            case 2: changed.insert(UInt8.random(in: 0...127, using: &generator), at: index)
            default: changed.removeLast(text.count - index)
            }
            guard changed != text else { continue }
            let head = try chain.context.auditHead(String(decoding: changed, as: UTF8.self))
            #expect(head == nil, "seed \(seed), round \(round): \(changed)")
        }
    }

    func none() throws {
        let scene = try AuditScene()
        #expect(throws: ManagerError.self) { try SignAuditHead(scene.context)() }
    }
}
