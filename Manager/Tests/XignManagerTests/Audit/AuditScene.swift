import DatabaseFixture
import Foundation
import Metrics
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// A manager whose audit log a test writes, and the parties that search it.
struct AuditScene {
    let manager: TestManager
    /// An operator at the machine.
    let root = Actor.machine("root")

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

    /// Gives an account a grant, and opens a session of it at the console.
    func operatorSession(
        _ name: String, _ role: AdministratorGrant.Role = .auditor, of scope: Scope = .manager
    ) throws -> Actor {
        let device = try RawDevice(manager, user: name)
        try manager.grant(role, to: name, in: scope)
        return .session(try manager.openSession(of: device, at: .console))
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
        _ filter: AuditFilter, from place: String? = nil, for party: Actor? = nil
    ) throws -> SearchAudit.Page? {
        try SearchAudit(context)(filter, from: place, for: party ?? root)
    }

    func kinds(_ filter: AuditFilter, for party: Actor? = nil) throws -> [AuditEvent.Kind] {
        try #require(try search(filter, for: party)).entries.map(\.kind)
    }
}
