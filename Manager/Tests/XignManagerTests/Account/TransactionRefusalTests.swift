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

/// Acts that are refused before they are confirmed: at the page and on the device.
struct TransactionRefusalTests {
    @Test("Refused acts", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("What no device could confirm is refused before a code is shown", early),
        TestCase("A page is told of the cool-down where the account has no other device", earlyCoolDown),
        TestCase("A device of another account is refused uncounted, and the process goes on waiting", otherAccount),
        TestCase("An app that does not show the text is too old", tooOld),
        TestCase("A new device learns of its cool-down before anything is confirmed", coolDown),
        TestCase(
            "A device learns that the object has changed, or that the act is no longer allowed", changedBeforeFinish),
        TestCase("A declined act is not done", declined, each: [Abort.Reason.cancelled, .notMe]),
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

    // MARK: At the page

    func early() async throws {
        let stranger = try RawDevice(manager, user: "mallory")
        let browser = try await LoggedIn(manager, with: phone)
        #expect(try await browser.ask(.removeDevice(stranger.activation)).1 == .notThere)
        #expect(try await browser.ask(.lockDevice(stranger.activation)).1 == .notThere)
        #expect(try await browser.ask(.removeDevice(.random()), seen: []).1 == .changed)
        #expect(try await browser.ask(.removeDevice(tablet.activation), seen: [1]).1 == .changed)
        #expect(try await browser.ask(.deleteAccount, seen: [1]).1 == .changed)
        #expect(try await browser.ask(.connectDevice(alias: "")).1 == .malformedAlias)
        #expect(try await browser.ask(.connectDevice(alias: " a")).1 == .malformedAlias)
        #expect(try await browser.act(.lockDevice(tablet.activation), by: phone).name == "deviceLocked")
        #expect(try await browser.ask(.lockDevice(tablet.activation)).1 == .alreadyLocked)
        // A device that is locked for good cannot confirm anything, so the phone is the last usable device.
        #expect(try await browser.ask(.removeDevice(phone.activation)).1 == .lastDevice)
        #expect(try await browser.ask(.lockDevice(phone.activation)).1 == .lastDevice)
        #expect(try await browser.act(.removeDevice(tablet.activation), by: phone).name == "deviceRemoved")
        #expect(try await browser.ask(.removeDevice(tablet.activation)).1 == .notThere)
        for _ in 0..<3 { _ = try phone.issue() }
        #expect(try await browser.ask(.connectDevice(alias: "laptop")).1 == .limit)
        try await EndBrowserSession(manager.context).own(browser.session)
        #expect(try await browser.ask(.exportData).1 == .sessionOver)
        #expect(try manager.events(.utilityRefused).isEmpty)
    }

    func earlyCoolDown() async throws {
        let browser = try await LoggedIn(manager, with: tablet)
        #expect(try await browser.ask(.connectDevice(alias: "laptop")).1 == nil)
        _ = try phone.call(Revoke.self, .init(activationId: phone.activation), proven: true)
        for act in [OwnAct.connectDevice(alias: "laptop"), .exportData, .deleteAccount] {
            #expect(try await browser.ask(act).1 == .coolDown(seconds: Activation.coolDownSeconds))
        }
        try manager.waitForCoolDown()
        let later = try await LoggedIn(manager, with: tablet)
        #expect(try await later.ask(.deleteAccount).1 == nil)
    }

    // MARK: On the device

    func otherAccount() async throws {
        let stranger = try RawDevice(manager, user: "mallory")
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.request(.removeDevice(tablet.activation))
        for byLink in [false, true] { expectRefusal(.otherAccount) { try stranger.claim(id, byLink: byLink) } }
        #expect(try manager.snapshot(id)?.phase == .waiting)
        #expect(try manager.snapshot(id)?.channel == .crossDevice)
        #expect(try manager.activation(of: stranger)?.lockout == LockoutState.none)
        _ = try phone.confirm(id)
        #expect(try await browser.perform(id).name == "deviceRemoved")
    }

    func tooOld() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.request(.exportData)
        expectRefusal(.clientTooOld) { try phone.claim(id, client: RawDevice.client) }
        #expect(try manager.snapshot(id)?.phase == .waiting)
    }

    func coolDown() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let acts: [OwnAct] = [
            .connectDevice(alias: "laptop"), .removeDevice(phone.activation), .lockDevice(phone.activation),
            .exportData, .deleteAccount,
        ]
        for act in acts {
            let id = try await browser.request(act)
            let prepared = try tablet.prepare(id)
            let error = #expect(throws: ProtocolError.self) { try tablet.finish(prepared) }
            #expect(error?.error == .coolDown)
            #expect(error?.retryAfterSeconds == Activation.coolDownSeconds)
            #expect(try manager.snapshot(id)?.phase.name == .expired)
            try expectRecorded(id, "transaction: coolDown")
            #expect(try await browser.perform(id).name == "over")
        }
        #expect(try state(of: phone) == .active)
    }

    func changedBeforeFinish() async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let renamed = try await browser.request(.removeDevice(tablet.activation))
        let prepared = try phone.prepare(renamed)
        try manager.rename(tablet, to: "new name")
        expectRefusal(.policyChanged) { try phone.finish(prepared) }
        let removed = try phone.prepare(try await browser.request(.removeDevice(tablet.activation)))
        _ = try phone.revoke(tablet)
        expectRefusal(.notAllowed) { try phone.finish(removed) }
    }

    func declined(_ reason: Abort.Reason) async throws {
        let browser = try await LoggedIn(manager, with: phone)
        let id = try await browser.request(.removeDevice(tablet.activation))
        #expect(try await browser.perform(id).name == "open")
        let prepared = try phone.prepare(id)
        #expect(try await browser.perform(id).name == "open")
        _ = try phone.call(Abort.self, .init(sessionId: id, sessionToken: prepared.token, reason: reason))
        #expect(try await browser.perform(id).name == "over")
        #expect(try state(of: tablet) == .active)
    }
}

extension TestManager {
    /// Renames a device at the command line.
    func rename(_ device: RawDevice, to alias: String, of user: String = TestManager.userName) throws {
        _ = try RenameDevice(context)(
            device.activation.description, ofUser: user, to: alias, by: Self.operatorName)
    }
}
