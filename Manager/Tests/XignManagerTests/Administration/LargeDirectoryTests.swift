import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// The lists of a manager with many accounts: 20,000, or as many as `XIGN_TEST_ACCOUNTS` says.
///
/// With `XIGN_TEST_ACCOUNTS=1000000` this is the measurement of docs/performance.md; it prints the times.
@Suite("The lists of a large directory", .serialized)
struct LargeDirectoryTests {
    private static let root = Actor.machine("root")
    private static let accountCount =
        ProcessInfo.processInfo.environment["XIGN_TEST_ACCOUNTS"].flatMap { Int64($0) } ?? 20_000

    @Test("The last page of a list takes at most three times the first", arguments: Engine.allCases)
    func lastPage(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let count = Self.accountCount
        try manager.context.database.addUsers(count, on: engine, at: manager.clock.now)
        let (find, locked) = (FindAccounts(manager.context), ListLockedDevices(manager.context))
        let clock = ContinuousClock()
        func time(_ count: Int, _ page: () throws -> Int?) throws -> Duration {
            var rows: Int?
            let time = try clock.measure { rows = try page() }
            #expect(rows == count)
            return time
        }
        func compare(
            _ name: String, _ count: Int = 50, with first: () throws -> Int?, _ page: () throws -> Int?
        ) throws {
            let times = try shortestTimes(runs: 15...200, of: { try time(50, first) }, and: { try time(count, page) }) {
                $1 < $0 * 3
            }
            print(
                "\(engine.rawValue), \(Self.accountCount) accounts, \(name): \(times.second), first page: \(times.first)"
            )
            #expect(times.second < times.first * 3, "\(name)")
        }
        func accounts(_ text: String, after name: String? = nil) throws -> Int? {
            try find(text, after: name.map { .init(place: Array($0.utf8)) }, for: Self.root)?.named.count
        }
        func exact(_ text: String) throws -> Int? { try find(text, for: Self.root)?.exact.count }
        func first() throws -> Int? { try accounts("") }
        try compare("last page of all accounts", with: first) {
            try accounts("", after: "user \(10_000_000 + count - 50)")
        }
        try compare("first page of a prefix", with: first) { try accounts("user 100") }
        let id = try #require(
            try manager.context.database.read { try $0.accounts.find(name: "user 10000077")?.publicID.description })
        try compare("public id", 1, with: first) { try exact(id) }
        try compare("unknown address", 0, with: first) { try exact("nobody@example.org") }
        func devices(_ kind: LockedDeviceKind, after cursor: ListLockedDevices.Cursor? = nil) throws -> Int? {
            try locked(kind, after: cursor, for: Self.root)?.devices.count
        }
        // Every hundredth device is locked for good; the last page has the oldest lockouts.
        let end = ListLockedDevices.Cursor(
            place: .init(lockedUntil: Timestamp(rawValue: manager.clock.now.rawValue + 5050), id: .random()))
        try compare("last page of locked devices", with: { try devices(.forGood) }) {
            try devices(.forGood, after: end)
        }
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
