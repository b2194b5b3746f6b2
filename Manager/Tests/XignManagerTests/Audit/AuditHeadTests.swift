import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

@Suite("Published heads of the audit chain", .serialized)
struct AuditHeadTests {
    @Test(
        "a chain that was put back to an earlier state, with all it has, lacks a later head", arguments: Engine.allCases
    )
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

    @Test("only what the manager has signed as a head is one")
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

    @Test("a head is older than the log if its event has left with the retention, and else missing")
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

    @Test("there is no head before the first link")
    func none() throws {
        let scene = try AuditScene()
        #expect(throws: ManagerError.self) { try SignAuditHead(scene.context)() }
    }
}
