import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// The lists of a manager with many accounts: 20,000, or as many as `XIGN_ACCOUNTS` says.
///
/// With `XIGN_ACCOUNTS=1000000` this is the measurement of docs/performance.md; it prints the times.
@Suite("The lists of a large directory", .serialized)
struct LargeDirectoryTests {
    private static let root = Operator.machine(name: "root")
    private static let accountCount =
        ProcessInfo.processInfo.environment["XIGN_ACCOUNTS"].flatMap { Int64($0) } ?? 20_000

    @Test("The last page of a list takes at most three times the first", arguments: Engine.allCases)
    func lastPage(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let count = Self.accountCount
        try manager.context.database.addUsers(count, on: engine, at: manager.clock.now)
        let (find, locked) = (FindAccounts(manager.context), ListLockedDevices(manager.context))
        let clock = ContinuousClock()
        /// The shortest of several runs, since other tests run meanwhile.
        func time(_ name: String, _ count: Int = 50, _ body: () throws -> Int?) throws -> Duration {
            var shortest: Duration = .seconds(60)
            for _ in 0..<15 {
                var rows: Int?
                shortest = min(shortest, try clock.measure { rows = try body() })
                #expect(rows == count, "\(name)")
            }
            print("\(engine.rawValue), \(Self.accountCount) accounts, \(name): \(shortest)")
            return shortest
        }
        func accounts(_ text: String, after name: String? = nil) throws -> Int? {
            try find(text, after: name.map { .init(place: Array($0.utf8)) }, for: Self.root)?.named.count
        }
        let first = try time("first page of all accounts") { try accounts("") }
        let last = try time("last page of all accounts") { try accounts("", after: "user \(10_000_000 + count - 50)") }
        #expect(last < first * 3)
        let prefix = try time("first page of a prefix") { try accounts("user 100") }
        #expect(prefix < first * 3)
        func exact(_ text: String) throws -> Int? { try find(text, for: Self.root)?.exact.count }
        let id = try #require(
            try manager.context.database.read { try $0.accounts.find(name: "user 10000077")?.publicID.description })
        #expect(try time("public id", 1) { try exact(id) } < first * 3)
        #expect(try time("unknown address", 0) { try exact("nobody@example.org") } < first * 3)
        func devices(_ kind: ListLockedDevices.Kind, after cursor: ListLockedDevices.Cursor? = nil) throws -> Int? {
            try locked(kind, after: cursor, for: Self.root)?.devices.count
        }
        // Every hundredth device is locked for good; the last page has the oldest lockouts.
        let newest = try time("first page of locked devices") { try devices(.forGood) }
        let end = ListLockedDevices.Cursor(
            place: .init(lockedUntil: Timestamp(rawValue: manager.clock.now.rawValue + 10_005_050), id: .random()))
        let oldest = try time("last page of locked devices") { try devices(.forGood, after: end) }
        #expect(oldest < newest * 3)
    }
}

extension Database {
    /// Adds users with a device each, made by the engine itself.
    fileprivate func addUsers(_ count: Int64, on engine: Engine, at now: Timestamp) throws {
        try write { transaction in
            switch engine {
            case .sqlite:
                try transaction.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                    INSERT INTO account (id, public_id, name, name_key, sort_key, is_active, created_at)
                    SELECT 'u' || i, randomblob(16), 'user ' || (10000000 + i), 'user ' || (10000000 + i),
                        CAST('user ' || (10000000 + i) AS BLOB), 1, \(now) FROM n
                    """)
            case .postgreSQL:
                try transaction.execute(
                    """
                    INSERT INTO account (id, public_id, name, name_key, sort_key, is_active, created_at)
                    SELECT 'u' || i, decode(md5(i::text), 'hex'), 'user ' || (10000000 + i), 'user ' || (10000000 + i),
                        convert_to('user ' || (10000000 + i), 'UTF8'), TRUE, \(now)
                    FROM generate_series(1, \(count)) AS i
                    """)
            }
        }
        let ids: SQL.Fragment = engine == .sqlite ? "randomblob(16)" : "decode(md5(a.id), 'hex')"
        try write { transaction in
            try transaction.execute(
                """
                INSERT INTO activation (id, account_id, state, kind, pin_origin, secret_hash, created_at, expires_at,
                    personalized_at, wrong_pins, alias, pin_failures, otp_failures, other_failures, locked_until,
                    is_locked_for_good, attempts)
                SELECT \(ids), a.id, 'active', 'registration', 'assigned', a.public_id, \(now), \(now), \(now), 0, 'phone',
                    0, 0, 0, CASE WHEN a.name LIKE '%00' THEN \(now) + CAST(substr(a.name, 6) AS BIGINT) END,
                    a.name LIKE '%00', 0
                FROM account a WHERE a.name LIKE 'user 1%'
                """)
        }
        if engine == .postgreSQL {
            for table in ["account", "activation"] as [SQL.Fragment] {
                try write { try $0.execute("ANALYZE \(table)") }
            }
        }
    }
}
