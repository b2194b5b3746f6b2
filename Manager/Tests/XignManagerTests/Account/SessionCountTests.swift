import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignUseCases

struct SessionCountTests {
    @Test("The number of browser sessions", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The eleventh login at a surface ends its oldest session, and no other one", oneAfterTheOther,
            each: Engine.allCases),
        TestCase("Logins at the same time leave ten sessions", atOnce, each: Engine.allCases),
    ]

    private func sessions(_ manager: TestManager) throws -> [BrowserSession] {
        try ListBrowserSessions(manager.context)(try manager.account().id)
    }

    func oneAfterTheOther(_ engine: Engine) async throws {
        let manager = try TestManager(engine, surfaces: [.account, .console])
        let device = try RawDevice(manager)
        try manager.grant()
        let console = try manager.openSession(of: device, at: .console)
        let stranger = try await LoggedIn(manager, with: try RawDevice(manager, user: "mallory"))
        var opened: [BrowserSessionID] = []
        for _ in 0..<9 {
            manager.clock.advance(seconds: 1)
            opened.append(try manager.openSession(of: device, at: .account).id)
        }
        for _ in 0..<2 {
            manager.clock.advance(seconds: 1)
            let browser = try await LoggedIn(manager, with: device)
            #expect(try await browser.found() != nil)
            opened.append(browser.session.id)
            #expect(try sessions(manager).filter { $0.surface == .account }.map(\.id) == opened.suffix(10).reversed())
        }
        #expect(try manager.events(.sessionEnded).map(\.accountID) == [try manager.account().id])
        #expect(try await stranger.found() != nil)
        #expect(try sessions(manager).contains { $0.id == console.id })
    }

    func atOnce(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        for _ in 0..<8 { _ = try manager.openSession(of: device, at: .account) }
        manager.clock.advance(seconds: 1)
        var ids: [SessionID] = []
        for _ in 0..<4 {
            let id = try await manager.beginAccountLogin()
            _ = try device.confirm(id)
            ids.append(id)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids { group.addTask { _ = try await OpenBrowserSession(manager.context)(id, network: nil) } }
            try await group.waitForAll()
        }
        #expect(try sessions(manager).count == 10)
    }
}
