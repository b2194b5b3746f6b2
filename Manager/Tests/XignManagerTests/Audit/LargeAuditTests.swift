import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// The audit log of a manager with many accounts: 20,000, or as many as `XIGN_TEST_ACCOUNTS` says, each with a login of
/// last month.
///
/// With `XIGN_TEST_ACCOUNTS=1000000` this is the measurement of docs/performance.md; it prints the times.
@Suite("The audit log of a large directory", .serialized)
struct LargeAuditTests {
    private static let accountCount =
        ProcessInfo.processInfo.environment["XIGN_TEST_ACCOUNTS"].flatMap { Int($0) } ?? 20_000

    @Test("The last page of a search takes at most three times the first", arguments: Engine.allCases)
    func lastPage(_ engine: Engine) throws {
        let scene = try AuditScene(engine)
        let log = LargeLog(count: Self.accountCount, scene: scene)
        try log.write(on: engine)
        let search = SearchAudit(scene.context)
        let clock = ContinuousClock()
        func time(_ name: String, _ filter: AuditFilter, before place: String? = nil) throws -> Duration {
            var page: SearchAudit.Page?
            let time = try clock.measure { page = try search(filter, from: place, for: scene.root) }
            #expect(page?.entries.count == SearchAudit.length, "\(name)")
            #expect(page?.isCutShort == false, "\(name)")
            return time
        }
        let filters: [(String, Set<AuditTopic>, (inout AuditFilter) -> Void)] = [
            ("everything", .shown, { _ in }), ("logins", [.logins], { _ in }),
            ("a service", .shown, { $0.service = "demo" }),
            ("an organization", .shown, { $0.organization = "Example Inc." }), ("devices", [.devices], { _ in }),
            ("an administrator", .shown, { $0.who = "ada" }), ("the machine", .shown, { $0.who = "root" }),
            ("an account", .shown, { $0.whom = "user 0" }), ("who or whom", .shown, { $0.party = "user 0" }),
        ]
        for (name, topics, change) in filters {
            let filter = try scene.filter(topics, change)
            let (first, last) = try shortestTimes(
                runs: 1...200, of: { try time("first page of \(name)", filter) },
                and: { try time("last page of \(name)", filter, before: try log.lastPage) }
            ) { $1 < $0 * 3 + .milliseconds(2) }
            print("\(engine.rawValue), \(Self.accountCount) accounts, \(name): first page \(first), last \(last)")
            #expect(last < first * 3 + .milliseconds(2), "\(name)")
        }
    }
}

/// Logins of many accounts, and a few acts of operators, spread over thirty days.
private struct LargeLog {
    private static let perMoment = 200

    let count: Int
    let scene: AuditScene

    private var moments: Int { count / Self.perMoment }

    private func moment(_ number: Int) -> Timestamp {
        Timestamp(rawValue: scene.now.rawValue - 30 * 86_400_000 + Int64(number) * (30 * 86_400_000 / Int64(moments)))
    }

    /// The place before which the oldest events are: a page and some more of each kind.
    var lastPage: String {
        get throws {
            try AuditPlace.page.text(of: TimeOrderedID.place(at: moment(60)), scene.context.database.vault)
        }
    }

    /// Writes the log and its index by the engine itself.
    func write(on engine: Engine) throws {
        let (database, service) = (scene.context.database, try scene.manager.service.id)
        let ada = try scene.manager.account("ada").id
        try addAccounts(on: engine)
        // Before the events: the manager's housekeeping must not begin to index them meanwhile.
        try database.write { [scene] in try $0.history.setPlace(TimeOrderedID.place(at: scene.now + 1)) }
        let chunk = 100
        for begin in stride(from: 0, to: moments, by: chunk) {
            try database.write { [self] transaction in
                for number in begin..<min(moments, begin + chunk) {
                    let at = moment(number)
                    for kind in [AuditEvent.Kind.loginConfirmed, .codeIssued, .codeRedeemed] {
                        try transaction.execute(
                            insertion(of: kind, number, of: Self.perMoment, at: at, service, on: engine))
                    }
                    let account = AccountID("u0")
                    for event in [
                        AuditEvent(.loginConfirmed, at: at, accountID: account, serviceID: service),
                        AuditEvent(.deviceUnlocked, at: at, accountID: account, actor: .administrator(ada)),
                        AuditEvent(.accountDisabled, at: at, accountID: account, actor: .machine("root")),
                    ] { try transaction.audit.append(event) }
                }
            }
        }
        try database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO audit_subject (subject, audit_id) SELECT 'service:' || service_id, id FROM audit
                WHERE kind = 'loginConfirmed'
                """)
            try transaction.execute(
                """
                INSERT INTO audit_subject (subject, audit_id) SELECT 'administrator:' || operator_account_id, id FROM audit
                WHERE operator_account_id IS NOT NULL
                """)
            try transaction.execute(
                """
                INSERT INTO audit_subject (subject, audit_id) SELECT 'machine:' || operator_name, id FROM audit
                WHERE operator_name IS NOT NULL
                """)
            try transaction.execute(
                """
                INSERT INTO audit_subject (subject, audit_id) SELECT 'topic:devices', id FROM audit
                WHERE kind = 'deviceUnlocked'
                """)
            for (kind, topic) in [
                (AuditEvent.Kind.loginConfirmed, HistoryTopic.logins), (.deviceUnlocked, .devices),
                (.accountDisabled, .account),
            ] {
                try transaction.execute(
                    """
                    INSERT INTO account_history (account_id, topic, audit_id) SELECT account_id, \(topic), id FROM audit
                    WHERE kind = \(kind) AND account_id IS NOT NULL
                    """)
            }
        }
        if engine == .postgreSQL {
            for table in ["account", "audit", "audit_subject", "account_history"] as [SQL.Fragment] {
                try database.write { try $0.execute("ANALYZE \(table)") }
            }
        }
    }

    private func addAccounts(on engine: Engine) throws {
        let (count, now) = (count, scene.now)
        try scene.context.database.write { transaction in
            switch engine {
            case .sqlite:
                try transaction.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count))
                    INSERT INTO account (id, public_id, name, name_key, is_active, created_at)
                    SELECT 'u' || i, randomblob(16), 'user ' || i, 'user ' || i, 1, \(now) FROM n
                    """)
            case .postgreSQL:
                try transaction.execute(
                    """
                    INSERT INTO account (id, public_id, name, name_key, is_active, created_at)
                    SELECT 'u' || i, decode(md5(i::text), 'hex'), 'user ' || i, 'user ' || i, TRUE, \(now)
                    FROM generate_series(0, \(count) - 1) AS i
                    """)
            }
        }
    }

    /// An event for each of the accounts of a moment.
    private func insertion(
        of kind: AuditEvent.Kind, _ number: Int, of size: Int, at: Timestamp, _ service: ServiceID, on engine: Engine
    ) -> SQL {
        let (place, first) = (TimeOrderedID.place(at: at), number * size)
        switch engine {
        case .sqlite:
            return """
                WITH RECURSIVE n (i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(first + size))
                INSERT INTO audit (id, at, kind, account_id, service_id, session_id)
                SELECT CAST(\(place) || randomblob(10) AS BLOB), \(at), \(kind), 'u' || i, \(service), randomblob(16) FROM n
                """
        case .postgreSQL:
            return """
                INSERT INTO audit (id, at, kind, account_id, service_id, session_id)
                SELECT \(place) || substring(decode(md5(random()::text), 'hex') FROM 1 FOR 10), \(at), \(kind), 'u' || i,
                    \(service), decode(md5(random()::text), 'hex') FROM generate_series(\(first), \(first + size) - 1) AS i
                """
        }
    }
}
