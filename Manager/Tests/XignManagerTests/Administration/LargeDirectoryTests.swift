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
            place: .init(lockedUntil: Timestamp(rawValue: manager.clock.now.rawValue + 5050), id: .random()))
        let oldest = try time("last page of locked devices") { try devices(.forGood, after: end) }
        #expect(oldest < newest * 3)
    }
}

extension Database {
    /// Adds users with a device each, made by the engine itself. Every hundredth device is locked for good.
    fileprivate func addUsers(_ count: Int64, on engine: Engine, at now: Timestamp) throws {
        let (id, key): (SQL.Fragment, SQL.Fragment) =
            switch engine {
            case .sqlite: ("randomblob(16)", "CAST('user ' || (10000000 + i) AS BLOB)")
            case .postgreSQL: ("decode(md5(random()::text), 'hex')", "convert_to('user ' || (10000000 + i), 'UTF8')")
            }
        // In parts, since PostgreSQL ends a statement that takes long.
        for begin in stride(from: 1, through: count, by: 20_000) {
            let end = min(begin + 20_000, count + 1)
            try write { transaction in
                try transaction.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT \(begin) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(end))
                    INSERT INTO account (id, public_id, name, name_key, sort_key, is_active, created_at)
                    SELECT 'u' || i, \(id), 'user ' || (10000000 + i), 'user ' || (10000000 + i), \(key), \(true),
                        \(now)
                    FROM n
                    """)
                try transaction.execute(
                    """
                    WITH RECURSIVE n (i) AS (SELECT \(begin) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(end))
                    INSERT INTO activation (id, account_id, state, kind, pin_origin, secret_hash, created_at,
                        expires_at, personalized_at, wrong_pins, alias, pin_failures, otp_failures, other_failures,
                        locked_until, is_locked_for_good, attempts)
                    SELECT \(id), 'u' || i, 'active', 'registration', 'assigned', \(key), \(now), \(now), \(now), 0,
                        'phone', 0, 0, 0, CASE WHEN i % 100 = 0 THEN \(now) + i END, i % 100 = 0, 0
                    FROM n
                    """)
            }
        }
        if engine == .postgreSQL {
            for table in ["account", "activation"] as [SQL.Fragment] {
                try write { try $0.execute("ANALYZE \(table)") }
            }
        }
    }
}
