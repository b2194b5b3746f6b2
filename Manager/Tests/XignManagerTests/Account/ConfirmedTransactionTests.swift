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

/// Acts that are confirmed and not done, or done once: the transaction of the act judges everything again.
struct ConfirmedTransactionTests {
    @Test("Acts after their confirmation", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A confirmation is good for a minute", late, each: [(59, "deviceRemoved"), (60, "over"), (61, "over")]),
        TestCase("A confirmation is good once, however many ask at once", once, each: Engine.allCases),
        TestCase("Two devices that remove each other at once leave one of them", eachOther, each: Engine.allCases),
        TestCase("Two devices that remove themselves at once leave one of them", themselves, each: Engine.allCases),
        TestCase("Another session of the same person, or of another one, has nothing done", otherSession),
        TestCase("A session that has ended has nothing done", sessionOver, each: [true, false]),
        TestCase("An object that has changed since it was shown is left alone", changed),
        TestCase(
            "A device that was removed or locked after it had confirmed has nothing done", confirmingDeviceEnds,
            each: [true, false]),
        TestCase("A cool-down and the limits are judged again by the transaction that acts", judgedAgain),
        TestCase("A link of the same device needs the secret that the app gave to its browser", link),
        TestCase(
            "A manager that is killed between confirmation and act has done nothing; another one does all of it", killed
        ),
        TestCase("A login and a utility process are no acts", otherGoals),
    ]

    private let manager: TestManager
    /// The older device of the account.
    private let phone: RawDevice
    private let tablet: RawDevice

    init() throws {
        manager = try TestManager()
        phone = try RawDevice(manager)
        tablet = try phone.issue().personalize(alias: "tablet")
    }

    private func state(of device: RawDevice) throws -> Activation.State? { try manager.activation(of: device)?.state }

    /// Expects the refusal in the audit log, once.
    private func expectRecorded(_ id: SessionID, _ detail: String, _ location: SourceLocation = #_sourceLocation) throws
    {
        let events = try manager.events(.utilityRefused).filter { $0.sessionID == id }
        #expect(events.map(\.detail) == [detail], sourceLocation: location)
    }

    func late(_ seconds: Int64, _ outcome: String) async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.confirmed(.removeDevice(tablet.activation), by: phone)
        manager.clock.advance(seconds: seconds)
        #expect(try await browser.perform(id).name == outcome)
        #expect(try state(of: tablet) == (outcome == "over" ? .active : .revoked))
    }

    func once(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let phone = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.confirmed(.connectDevice(alias: "laptop"), by: phone)
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<12 { group.addTask { try await browser.perform(id).name } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(names.count { $0 == "deviceConnected" } == 1)
        #expect(names.count { $0 == "over" } == 11)
        let counts = try manager.context.database.read {
            try $0.activations.counts(of: browser.session.accountID, at: manager.clock.now)
        }
        #expect(counts.pending == 1)
        #expect(try manager.events(.activationIssued).count == 2)
    }

    func eachOther(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let phone = try RawDevice(manager)
        let tablet = try phone.issue().personalize(alias: "tablet")
        try manager.waitForCoolDown()
        let (one, other) = (try await LoggedIn(manager, with: phone), try await LoggedIn(manager, with: tablet))
        let first = try await one.confirmed(.removeDevice(tablet.activation), by: phone)
        let second = try await other.confirmed(.removeDevice(phone.activation), by: tablet)
        async let left = one.perform(first).name
        async let right = other.perform(second).name
        let names = try await [left, right]
        #expect(names.sorted() == ["deviceRemoved", "sessionOver"])
        let active = try ListOwnDevices(manager.context)(one.session.accountID).filter { $0.state == .active }
        #expect(active.count == 1)
    }

    func themselves(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let phone = try RawDevice(manager)
        let tablet = try phone.issue().personalize(alias: "tablet")
        let (one, other) = (try await LoggedIn(manager, with: phone), try await LoggedIn(manager, with: tablet))
        let first = try await one.confirmed(.removeDevice(phone.activation), by: phone)
        let second = try await other.confirmed(.removeDevice(tablet.activation), by: tablet)
        async let left = one.perform(first).name
        async let right = other.perform(second).name
        let names = try await [left, right]
        #expect(names.sorted() == ["deviceRemoved", "lastDevice"])
    }

    func otherSession() async throws {
        let stranger = try RawDevice(manager, user: "mallory")
        let browser = try await LoggedIn(manager, with: phone)
        let other = try await LoggedIn(manager, with: phone)
        let foreign = try await LoggedIn(manager, with: stranger)
        let id = try await browser.confirmed(.removeDevice(tablet.activation), by: phone)
        for _ in 0..<3 { #expect(try await other.perform(id).name == "otherSession") }
        #expect(try await foreign.perform(id).name == "otherSession")
        try expectRecorded(id, "removeDevice: otherSession")
        #expect(try state(of: tablet) == .active)
        // The one that has asked loses nothing.
        #expect(try await browser.perform(id).name == "deviceRemoved")
    }

    func sessionOver(_ isIdle: Bool) async throws {
        let browser = try await LoggedIn(manager, with: phone)
        if isIdle { manager.clock.advance(seconds: BrowserSession.idleSeconds - 30) }
        let id = try await browser.confirmed(.removeDevice(tablet.activation), by: phone)
        if isIdle {
            manager.clock.advance(seconds: 30)
        } else {
            try await EndBrowserSession(manager.context).own(browser.session)
        }
        #expect(try await browser.perform(id).name == "sessionOver")
        try expectRecorded(id, "removeDevice: sessionOver")
        #expect(try state(of: tablet) == .active)
    }

    func changed() async throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        let tablet = try phone.issue().personalize(alias: "tablet")
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.confirmed(.removeDevice(tablet.activation), by: phone)
        try manager.rename(tablet, to: "phone of another kind")
        #expect(try await browser.perform(id).name == "changed")
        #expect(try manager.activation(of: tablet)?.state == .active)
        // The confirmation is used up.
        try manager.rename(tablet, to: "tablet")
        #expect(try await browser.perform(id).name == "over")
    }

    func confirmingDeviceEnds(_ isRemoved: Bool) async throws {
        try manager.waitForCoolDown()
        let third = try phone.issue().personalize(alias: "third")
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.confirmed(.removeDevice(third.activation), by: tablet)
        if isRemoved {
            try manager.revoke(tablet)
        } else {
            _ = try tablet.finish(try tablet.prepare(.changePin), wrongPIN: true)
        }
        #expect(try await browser.perform(id).name == (isRemoved ? "deviceEnded" : "locked"))
        try expectRecorded(id, "removeDevice: \(isRemoved ? "deviceEnded" : "locked")")
        #expect(try state(of: third) == .active)
    }

    func judgedAgain() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let connection = try await browser.confirmed(.connectDevice(alias: "laptop"), by: phone)
        for _ in 0..<3 { _ = try phone.issue() }
        #expect(try await browser.perform(connection).name == "limit")
        let deletion = try await browser.confirmed(.deleteAccount, by: phone)
        let end = manager.clock.now + 3600
        try await manager.context.database.write { [phone] transaction in
            try transaction.execute("UPDATE activation SET cool_until = \(end) WHERE id = \(phone.activation)")
        }
        #expect(try await browser.perform(deletion).name == "coolDown")
        try expectRecorded(deletion, "deleteAccount: coolDown")
        #expect(try state(of: phone) == .active)
    }

    func link() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.request(.removeDevice(tablet.activation))
        let secret = try #require(try phone.confirm(id, byLink: true).returnSecret)
        #expect(try await browser.perform(id).name == "open")
        #expect(try await browser.perform(id, .random(count: 32)).name == "open")
        #expect(try state(of: tablet) == .active)
        #expect(try await browser.perform(id, secret).name == "deviceRemoved")
        #expect(try await browser.perform(id, secret).name == "over")
    }

    func killed() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.confirmed(.removeDevice(tablet.activation), by: phone)
        let node = try manager.secondNode()
        #expect(try state(of: tablet) == .active)
        #expect(try manager.events(.activationRevoked).isEmpty)
        #expect(try await browser.perform(id, at: node).name == "deviceRemoved")
        #expect(try await browser.perform(id).name == "over")
    }

    func otherGoals() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let login = try await manager.beginAccountLogin()
        _ = try phone.confirm(login)
        #expect(try await browser.perform(login).name == "over")
        let utility = try phone.prepare(.delete)
        _ = try phone.finish(utility)
        #expect(try await browser.perform(utility.session).name == "over")
        #expect(try await browser.perform(.random()).name == "over")
        #expect(try state(of: phone) == .active)
    }
}
