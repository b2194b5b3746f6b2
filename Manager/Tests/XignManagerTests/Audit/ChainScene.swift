import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// A manager whose audit log a test writes, links, changes by hand and verifies.
struct ChainScene {
    let scene: AuditScene
    let ada: AccountID
    let link: LinkAudit
    var context: Context { scene.context }

    init(_ engine: Engine = .sqlite) throws {
        scene = try AuditScene(engine)
        ada = try scene.manager.account("ada").id
        link = LinkAudit(scene.context)
    }

    /// Ten events, with and without a network, half a minute apart. They end now.
    func record(_ count: Int = 10) throws {
        try scene.record(
            (0..<count).map { number in
                AuditEvent(
                    .sessionBegun, at: scene.now - 30 * Int64(count - number), accountID: ada,
                    network: number % 2 == 0 ? "192.0.2.0/24" : nil, detail: "event \(number)")
            })
    }

    /// Lets housekeeping link everything so far.
    func linkAll() throws {
        scene.manager.clock.advance(seconds: LinkAudit.delaySeconds + 1)
        try link { false }
    }

    func verify(_ heads: [String] = []) throws -> AuditReport { try VerifyAudit(context)(heads: heads) }

    func change(_ sql: @escaping @Sendable (any Transaction) throws -> Void) throws {
        try context.database.write(sql)
    }

    /// Takes the lease for a minute, as somebody with the database alone, or another manager.
    func keepLease() throws {
        let (owner, until) = ([UInt8](repeating: 7, count: 16), scene.now + 60)
        try change { try $0.execute("UPDATE audit_chain SET lease_owner = \(owner), lease_until = \(until)") }
    }

    /// The number of links.
    func links() throws -> Int { try context.database.read { try $0.auditChain.links(after: 0, limit: 10_000).count } }

    func auditID(at position: Int64) throws -> [UInt8] {
        try #require(
            try context.database.read { try $0.auditChain.links(after: position - 1, limit: 1) }.first?.auditID)
    }
}
