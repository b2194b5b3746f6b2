import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// A manager whose audit log a test writes, and the parties that search it.
struct AuditScene {
    let manager: TestManager
    /// An operator at the machine.
    let root = Operator.machine(name: "root")

    var context: Context { manager.context }
    var now: Timestamp { manager.clock.now }

    init(_ engine: Engine = .sqlite, settings: String = "") throws {
        manager = try TestManager(engine, settings: settings)
    }

    func record(_ events: [AuditEvent]) throws {
        try context.database.write { transaction in for event in events { try transaction.audit.append(event) } }
    }

    /// Lets housekeeping index everything so far.
    func index() throws {
        manager.clock.advance(seconds: IndexHistory.delaySeconds + 1)
        try IndexHistory(context) { false }
    }

    func account(_ name: String) throws -> Account {
        try #require(try context.database.read { try $0.accounts.find(name: name) })
    }

    /// Gives an account a grant, and opens a session of it at the console.
    func operatorSession(
        _ name: String, _ role: AdministratorGrant.Role = .auditor, of scope: Scope = .manager
    ) throws -> Operator {
        let device = try RawDevice(manager, user: name)
        let (account, now) = (try account(name).id, now)
        let session = BrowserSession(
            id: .random(), cookieHash: BearerToken.generate().hash, surface: .console, accountID: account,
            activationID: device.activation, network: "192.0.2.0/24", createdAt: now, lastSeen: now)
        try context.database.write { transaction in
            try transaction.administratorGrants.save(
                AdministratorGrant(
                    accountID: account, scope: scope, role: role, grantedBy: "root", grantedAt: now))
            try transaction.browserSessions.insert(session)
        }
        return .session(session)
    }

    /// A filter of the last days.
    func filter(_ topics: Set<AuditTopic> = .shown, _ change: (inout AuditFilter) -> Void = { _ in }) throws
        -> AuditFilter
    {
        var filter = AuditFilter(days: try #require(AuditDays(at: now)), topics: topics)
        change(&filter)
        return filter
    }

    func search(
        _ filter: AuditFilter, from place: String? = nil, for party: Operator? = nil
    ) throws -> SearchAudit.Page? {
        try SearchAudit(context)(filter, from: place, for: party ?? root)
    }

    func kinds(_ filter: AuditFilter, for party: Operator? = nil) throws -> [AuditEvent.Kind] {
        try #require(try search(filter, for: party)).entries.map(\.kind)
    }
}
