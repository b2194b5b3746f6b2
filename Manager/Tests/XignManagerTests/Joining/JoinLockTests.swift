import DatabaseFixture
import Eventually
import Testing
import Threads
import XignDomain

@testable import XignStorage
@testable import XignUseCases

/// The order of locks on PostgreSQL: a deadlock would keep two workers for a second.
struct JoinLockTests {
    @Test("Whoever withdraws a link waits for the account of a device before it locks the link")
    func order() throws {
        let scene = try JoinScene(.postgreSQL)
        let link = try scene.makeLink(places: 2)
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let account = try #require(try scene.account(named: "grace"))
        let node = try scene.manager.secondNode()
        defer { node.context.database.close() }
        let withdrawn = Locked(false)
        try node.context.database.write { device in
            _ = try device.accounts.lock(account.id)
            startThread("withdraw") {
                try? scene.withdraw(link)
                withdrawn.withLock { $0 = true }
            }
            let isWaiting = eventually {
                let waiting: Int? = try? device.value("SELECT count(*) FROM pg_locks WHERE NOT granted")
                return waiting ?? 0 > 0
            }
            #expect(isWaiting)
            // Fails at once where the other transaction has locked the link.
            _ = try device.rows("SELECT id FROM join_link WHERE id = \(link.id) FOR UPDATE NOWAIT")
        }
        #expect(eventually { withdrawn.withLock { $0 } })
        #expect(try scene.listed(link).state == .withdrawn)
    }
}
