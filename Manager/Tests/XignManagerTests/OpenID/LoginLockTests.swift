import DatabaseFixture
import Testing
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// The pages of indexes that a login locks on PostgreSQL, and that conflict with logins of other people.
struct LoginLockTests {
    @Test("A login locks no page in which other logins remember their requests")
    func seenRequests() throws {
        let manager = try TestManager(.postgreSQL)
        let device = try RawDevice(manager)
        let other = try manager.secondNode()
        defer { other.context.database.close() }
        let locked = try other.context.database.write { transaction in
            // The locks of a transaction stay as long as an older one is under way, also those of the activation.
            let former = try transaction.rows(
                "SELECT DISTINCT virtualtransaction AS id FROM pg_locks WHERE mode = 'SIReadLock'"
            ).map { try $0("id", as: String.self) }
            let browser = try TestBrowser(manager)
            _ = try device.finish(try device.prepare(browser))
            let code = try #require(try browser.proceed()["code"])
            #expect(try browser.redeem(code).status == 200)
            return try transaction.rows(
                """
                SELECT DISTINCT CAST(CAST(relation AS REGCLASS) AS TEXT) AS name, virtualtransaction AS id FROM pg_locks
                WHERE mode = 'SIReadLock'
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                """
            ).filter { try !former.contains($0("id", as: String.self)) }.map { try $0("name", as: String.self) }
        }
        #expect(locked.contains { $0.hasSuffix("process_pkey") }, "\(locked)")
        #expect(!locked.contains { $0.hasPrefix("seen_request") }, "\(locked)")
    }
}
