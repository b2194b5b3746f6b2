import DatabaseFixture
import Testing
import XignDomain
import XignServer

struct UnclaimedSessionTests {
    @Test("Logins that nobody finished", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A login that no device claimed is removed minutes after its end, a claimed one later", removed,
            each: Engine.allCases),
        TestCase("After the clock was set back, logins that nobody finished are removed as before", clockSetBack),
    ]

    func removed(engine: Engine) throws {
        let manager = try TestManager(engine)
        let housekeeping = Housekeeping(manager.manager)
        let device = try RawDevice(manager)
        let (unclaimed, claimed) = (try TestBrowser(manager).session, try TestBrowser(manager))
        _ = try device.start(claimed)
        manager.clock.advance(seconds: 300 + XignDomain.Process.unclaimedRetentionSeconds)
        housekeeping.runOnce()
        #expect(try manager.snapshot(unclaimed) != nil)
        let later = try TestBrowser(manager).session
        manager.clock.advance(seconds: 1)
        housekeeping.runOnce()
        #expect(try manager.snapshot(unclaimed) == nil)
        #expect(try manager.snapshot(try claimed.session) != nil)
        #expect(try manager.snapshot(later) != nil)
        manager.clock.advance(seconds: 300 + XignDomain.Process.unclaimedRetentionSeconds)
        housekeeping.runOnce()
        #expect(try manager.snapshot(later) == nil)
    }

    func clockSetBack() throws {
        let manager = try TestManager()
        let housekeeping = Housekeeping(manager.manager)
        housekeeping.runOnce()
        manager.clock.advance(seconds: -86_400)
        housekeeping.runOnce()
        let session = try TestBrowser(manager).session
        manager.clock.advance(seconds: 301 + XignDomain.Process.unclaimedRetentionSeconds)
        housekeeping.runOnce()
        #expect(try manager.snapshot(session) == nil)
    }
}
