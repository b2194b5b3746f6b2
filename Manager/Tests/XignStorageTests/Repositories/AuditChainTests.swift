import DatabaseFixture
import Testing
import XignDomain

@testable import XignStorage

extension Storage {
    @Suite struct AuditChainRows {
        @Test("the oldest event without a link is found along the ids", arguments: Engine.allCases)
        func oldestUnlinked(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                try database.write { transaction in
                    for age in Int64(1)...3 {
                        try transaction.audit.append(AuditEvent(.pinChanged, at: now - 1_000 * age))
                    }
                    try transaction.auditChain.begin(at: now)
                }
                let (found, scans) = try database.read { transaction in
                    let plans = QueryPlans(transaction, engine)
                    return (try AuditChain(transaction: plans).oldestUnlinked(at: now), plans.scans)
                }
                #expect(found == now - 3_000)
                // PostgreSQL reads a table of one page as a whole.
                if engine == .sqlite { #expect(scans == []) }
                let linked = try database.write { transaction in
                    let events = try transaction.auditChain.events(after: [], before: [0xFF], limit: 2)
                    try transaction.auditChain.append(events.map(\.record), linkedUntil: events.last?.record.id)
                    return try transaction.auditChain.oldestUnlinked(at: now)
                }
                #expect(linked == now - 1_000)
            }
        }
    }
}
