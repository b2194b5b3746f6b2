import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct BrowserSessionTests {
    @Test("Browser sessions", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A login on a device ends in a session of its account", login, each: Engine.allCases),
        TestCase("A login that is not decided, or declined, opens nothing", undecided),
        TestCase("A confirmed login waits for a minute", late, each: [(59, true), (60, false), (61, false)]),
        TestCase("A double click gets one session, and so do two threads at once", repeated, each: Engine.allCases),
        TestCase("A login by a link needs the secret that the app gave to its browser", link),
        TestCase("The login of a website opens no session", otherGoal),
        TestCase(
            "A device that was locked or removed after it had confirmed opens no session", endedBefore,
            each: [true, false]),
        TestCase("Another login in the same browser has another cookie, and ends the former session", replaced),
        TestCase("A session ends after a quarter of an hour without a request", idle),
        TestCase("A session ends after an hour, however it is used", maximum),
        TestCase("A session from the future has ended", future),
        TestCase("The last request is written once a minute", lastSeen),
        TestCase("A session ends with its device and its account", ended, each: End.allCases),
        TestCase("A row that stayed behind gives no right", leftBehind, each: ["revoked", "void", "pending"]),
        TestCase("A person ends their own session, another one, or all of them", endedByPerson, each: Engine.allCases),
        TestCase("Housekeeping removes sessions that are over", housekeeping),
    ]

    private func open(_ manager: TestManager, _ id: SessionID, _ secret: SecretOctets? = nil) async throws
        -> OpenBrowserSession.Outcome
    {
        try await OpenBrowserSession(manager.context)(id, returnSecret: secret, network: nil)
    }

    private func sessions(_ manager: TestManager) throws -> [BrowserSession] {
        try ListBrowserSessions(manager.context)(try manager.account().id)
    }

    // MARK: The login

    func login(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let id = try await manager.beginAccountLogin()
        let prepared = try device.prepare(id)
        let statement = try ConsentStatement(parsing: prepared.statement)
        #expect(statement.subject == .login(offlineUntil: nil))
        #expect(statement.service.id == "xign.account")
        #expect(statement.serviceOrigin == manager.issuer.description)
        #expect(statement.role.name == TestManager.userName)
        _ = try device.finish(prepared)
        guard
            case .opened(let cookie, let session) = try await OpenBrowserSession(manager.context)(
                id, network: "192.0.2.0/24")
        else {
            Issue.record("no session")
            return
        }
        let found = try #require(try await FindBrowserSession(manager.context)(cookie: cookie.text))
        #expect(found.session == session)
        #expect(found.account.name == TestManager.userName)
        #expect(found.activation.id == device.activation)
        #expect(session.network == "192.0.2.0/24")
        #expect(try manager.snapshot(id)?.phase.name == .collected)
        let begun = try #require(try manager.events(.sessionBegun).first)
        #expect(begun.sessionID == id)
        #expect(session.id.bytes == id.bytes)
        #expect(begun.serviceID == BuiltInParties.serviceID)
        #expect(begun.activationID == device.activation)
        #expect(try await FindBrowserSession(manager.context)(cookie: cookie.text + "A") == nil)
        if engine == .sqlite { #expect(try !manager.dump().contains(cookie.text)) }
    }

    func undecided() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let id = try await manager.beginAccountLogin()
        #expect(try await open(manager, id).isOpen)
        let started = try device.claim(id)
        #expect(try await open(manager, id).isOpen)
        let prepared = try device.prepare(id, started)
        #expect(try await open(manager, id).isOpen)
        _ = try device.call(
            Abort.self, .init(sessionId: id, sessionToken: prepared.token, reason: .notMe))
        #expect(try await open(manager, id).isOver)
        #expect(try sessions(manager).isEmpty)
    }

    func late(_ seconds: Int64, _ isOpened: Bool) async throws {
        let manager = try TestManager()
        let id = try await manager.beginAccountLogin()
        _ = try RawDevice(manager).confirm(id)
        manager.clock.advance(seconds: seconds)
        #expect(try await open(manager, id).isOver == !isOpened)
        #expect(try sessions(manager).count == (isOpened ? 1 : 0))
    }

    func repeated(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let id = try await manager.beginAccountLogin()
        _ = try RawDevice(manager).confirm(id)
        let opened = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { try await open(manager, id).cookie } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(opened.count == 1)
        #expect(!opened.contains(nil))
        #expect(try sessions(manager).count == 1)
        #expect(try manager.events(.sessionBegun).count == 1)
        manager.clock.advance(seconds: 60)
        #expect(try await open(manager, id).isOver)
        let cookie = try #require(opened.compactMap(\.self).first)
        #expect(try await FindBrowserSession(manager.context)(cookie: cookie) != nil)
    }

    func link() async throws {
        let manager = try TestManager()
        let id = try await manager.beginAccountLogin()
        let secret = try #require(try RawDevice(manager).confirm(id, byLink: true).returnSecret)
        #expect(try await open(manager, id).isOpen)
        #expect(try await open(manager, id, .random(count: 32)).isOpen)
        #expect(try await open(manager, id, secret).cookie != nil)
        #expect(try await open(manager, id).isOpen)
        #expect(try sessions(manager).count == 1)
    }

    func otherGoal() async throws {
        let manager = try TestManager()
        let browser = try TestBrowser(manager)
        let device = try RawDevice(manager)
        _ = try device.finish(try device.prepare(browser))
        #expect(try await open(manager, try browser.session).isOver)
        #expect(try sessions(manager).isEmpty)
    }

    func endedBefore(_ isLocked: Bool) async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let id = try await manager.beginAccountLogin()
        _ = try device.confirm(id)
        if isLocked { try await manager.lockForGood(device) } else { try manager.revoke(device) }
        #expect(try await open(manager, id).isOver)
        #expect(try sessions(manager).isEmpty)
    }

    func replaced() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let first = try await LoggedIn(manager, with: device)
        let second = try await LoggedIn(manager, with: device, former: first.cookie)
        #expect(first.cookie != second.cookie)
        #expect(try await first.found() == nil)
        #expect(try await second.found() != nil)
        #expect(try manager.events(.sessionEnded).count == 1)
    }

    // MARK: Ends

    func idle() async throws {
        let manager = try TestManager()
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        manager.clock.advance(seconds: 15 * 60 - 1)
        #expect(try await browser.found() != nil)
        manager.clock.advance(seconds: 15 * 60 - 1)
        #expect(try await browser.found() != nil)
        manager.clock.advance(seconds: 15 * 60)
        #expect(try await browser.found() == nil)
        #expect(try sessions(manager).isEmpty)
    }

    func maximum() async throws {
        let manager = try TestManager()
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        for _ in 0..<6 {
            #expect(try await browser.found() != nil)
            manager.clock.advance(seconds: 10 * 60)
        }
        #expect(try await browser.found() == nil)
    }

    func future() async throws {
        let manager = try TestManager()
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        manager.clock.advance(seconds: -61)
        #expect(try await browser.found() == nil)
    }

    func lastSeen() async throws {
        let manager = try TestManager()
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        let begun = browser.session.lastSeen
        manager.clock.advance(seconds: 59)
        _ = try await browser.found()
        #expect(try sessions(manager).first?.lastSeen == begun)
        manager.clock.advance(seconds: 1)
        _ = try await browser.found()
        #expect(try sessions(manager).first?.lastSeen == begun + 60)
    }

    enum End: String, CaseIterable { case revoked, lockedForGood, disabled, disabledByApply, removed }

    func ended(_ end: End) async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: device)
        switch end {
        case .revoked: try manager.revoke(device)
        case .lockedForGood: try await manager.lockForGood(device)
        case .disabled: _ = try manager.context.setActive(false, user: TestManager.userName, by: "root")
        case .disabledByApply: _ = try Apply(manager.context)(Array("users: [{name: ada, active: false}]".utf8))
        case .removed: try manager.context.removeUser(TestManager.userName, by: "root")
        }
        #expect(try await browser.found() == nil)
        let rows = try manager.context.database.read { try $0.rows("SELECT id FROM browser_session") }
        #expect(rows.isEmpty)
    }

    func leftBehind(_ state: String) async throws {
        let manager = try TestManager()
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        try await manager.context.database.write { try $0.execute("UPDATE activation SET state = \(state)") }
        #expect(try await browser.found() == nil)
        try await manager.context.database.write { transaction in
            try transaction.execute("UPDATE activation SET state = \(Activation.State.active)")
            try transaction.execute("UPDATE account SET is_active = \(false)")
        }
        #expect(try await browser.found() == nil)
    }

    func endedByPerson(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let own = try await LoggedIn(manager, with: device)
        let other = try await LoggedIn(manager, with: device)
        let third = try await LoggedIn(manager, with: device)
        let stranger = try await LoggedIn(manager, with: try RawDevice(manager, user: "mallory"))
        let end = EndBrowserSession(manager.context)

        #expect(try await !end.other(stranger.session.id, in: own.session))
        #expect(try await !end.other(.random(), in: own.session))
        #expect(try await end.other(other.session.id, in: own.session))
        #expect(try await other.found() == nil)
        // A session that has ended can end no other session.
        #expect(try await !end.other(own.session.id, in: other.session))
        #expect(try await end.all(in: other.session) == 0)
        #expect(try await own.found() != nil)

        try await end.own(third.session)
        #expect(try await third.found() == nil)
        #expect(try await end.all(in: own.session) == 1)
        #expect(try await own.found() == nil)
        #expect(try await stranger.found() != nil)
        #expect(try manager.events(.sessionEnded).count == 3)
    }

    func housekeeping() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try await LoggedIn(manager, with: device)
        manager.clock.advance(seconds: BrowserSession.maximumSeconds - 1)
        let young = try await LoggedIn(manager, with: device)
        manager.clock.advance(seconds: 2)
        try RemoveExpired(manager.context) { false }
        let rows = try manager.context.database.read { try $0.rows("SELECT id FROM browser_session") }
        #expect(rows.count == 1)
        #expect(try await young.found() != nil)
    }
}

extension OpenBrowserSession.Outcome {
    var cookie: String? { if case .opened(let cookie, _) = self { cookie.text } else { nil } }
    var isOpen: Bool { if case .open = self { true } else { false } }
    var isOver: Bool { if case .over = self { true } else { false } }
}

extension TestManager {
    /// Locks a device for good, as ten wrong PINs do.
    func lockForGood(_ device: RawDevice) async throws {
        let id = device.activation
        try await context.database.write { transaction in
            try transaction.activations.save(
                lockout: LockoutState(
                    pinFailures: 10, otpFailures: 0, otherFailures: 0, lockedUntil: nil, isPermanent: true), of: id)
        }
    }

    /// Revokes a device at the command line.
    func revoke(_ device: RawDevice, of user: String = TestManager.userName) throws {
        _ = try context.revokeDevice(device.activation.description, ofUser: user, by: Self.operatorName)
    }
}
