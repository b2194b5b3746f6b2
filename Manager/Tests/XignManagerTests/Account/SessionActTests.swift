import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Acts that a browser session does without a confirmation on a device.
struct SessionActTests {
    @Test("Acts of a browser session", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A person renames a device, as the page showed it", rename, each: Engine.allCases),
        TestCase("A device is renamed ten times a day, from browser and app together", renameLimit),
        TestCase("A new device renames itself and no older one, as long as its cool-down runs", newDevice),
        TestCase("An act of a browser session is told to every device, its own too", told, each: Engine.allCases),
        TestCase("A renaming in another session stands on the first page of the next visit", nextVisit),
        TestCase("A person cancels an activation that waits, and nothing else", cancel, each: Engine.allCases),
        TestCase("A person chooses a language, and takes the choice back", language, each: Engine.allCases),
    ]

    func rename(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let other = try device.issue().personalize()
        let stranger = try RawDevice(manager, user: "mallory")
        let browser = try await LoggedIn(manager, with: device)
        let rename = RenameOwnDevice(manager.context)
        let seen = try #require(try manager.activation(of: other)).objectDigest
        #expect(try await rename(other.activation, to: "tablet", seen: seen, in: browser.session) == .renamed)
        #expect(try manager.activation(of: other)?.alias == "tablet")
        #expect(try manager.events(.activationRenamed).first?.activationID == other.activation)
        #expect(try await rename(other.activation, to: "phone", seen: seen, in: browser.session) == .changed)
        #expect(try manager.activation(of: other)?.alias == "tablet")
        let foreign = try #require(try manager.activation(of: stranger)).objectDigest
        #expect(try await rename(stranger.activation, to: "x", seen: foreign, in: browser.session) == .notThere)
        #expect(
            try await rename(other.activation, to: " ", seen: seen, in: browser.session).isMalformed)
    }

    func renameLimit() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: device)
        let rename = RenameOwnDevice(manager.context)
        for number in 1...10 {
            let seen = try #require(try manager.activation(of: device)).objectDigest
            #expect(try await rename(device.activation, to: "\(number)", seen: seen, in: browser.session) == .renamed)
        }
        let seen = try #require(try manager.activation(of: device)).objectDigest
        #expect(try await rename(device.activation, to: "11", seen: seen, in: browser.session) == .tooMany)
        expectRefusal(.tooManyRequests) {
            try device.call(Rename.self, .init(activationId: device.activation, alias: "11"), proven: true)
        }
    }

    func newDevice() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let new = try RawDevice(manager)
        let browser = try await LoggedIn(manager, with: new)
        let rename = RenameOwnDevice(manager.context)
        func seen(_ device: RawDevice) throws -> [UInt8] {
            try #require(try manager.activation(of: device)).objectDigest
        }
        guard
            case .coolDown(let seconds) = try await rename(
                device.activation, to: "lost", seen: seen(device), in: browser.session)
        else { throw TestFailure(what: "no cool-down") }
        #expect((1...86_400).contains(seconds))
        #expect(try manager.activation(of: device)?.alias == "test")
        #expect(try await rename(new.activation, to: "mine", seen: seen(new), in: browser.session) == .renamed)
        // The older device renames the new one at any time.
        let other = try await LoggedIn(manager, with: device)
        #expect(try await rename(new.activation, to: "tablet", seen: seen(new), in: other.session) == .renamed)
        try manager.waitForCoolDown()
        let later = try await LoggedIn(manager, with: new)
        #expect(try await rename(device.activation, to: "phone", seen: seen(device), in: later.session) == .renamed)
    }

    func told(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let (device, other) = (try RawDevice(manager), try RawDevice(manager))
        try manager.waitForCoolDown()
        let browser = try await LoggedIn(manager, with: device)
        let before = try [device, other].map { try $0.notices(after: 0).last?.number ?? 0 }
        let seen = try #require(try manager.activation(of: other)).objectDigest
        let renamed = try await RenameOwnDevice(manager.context)(
            other.activation, to: "x", seen: seen, in: browser.session)
        #expect(renamed == .renamed)
        let pending = try manager.pendingActivation(issuedBy: device)
        #expect(try await CancelPendingDevice(manager.context)(pending, in: browser.session))
        #expect(try await browser.act(.exportData, by: device).name == "exported")
        for (device, number) in zip([device, other], before) {
            let kinds = try device.notices(after: number).map(\.kind)
            #expect(kinds == ["activationRenamed", "activationRevoked", "accountExported"])
        }
        // A device is not told of its own acts.
        let last = try device.notices(after: 0).last?.number ?? 0
        try device.rename("y")
        #expect(try device.notices(after: last).isEmpty)
    }

    func nextVisit() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let start = manager.clock.now
        manager.clock.advance(seconds: 1)
        let thief = try await LoggedIn(manager, with: device)
        let seen = try #require(try manager.activation(of: device)).objectDigest
        _ = try await RenameOwnDevice(manager.context)(device.activation, to: "x", seen: seen, in: thief.session)
        func kinds(_ session: BrowserSession) throws -> [NoticeEvent.Kind] {
            try manager.context.database.read { try $0.notices.newest(since: start, for: session) }.map(\.kind)
        }
        #expect(try !kinds(thief.session).contains(.activationRenamed))
        let owner = try await LoggedIn(manager, with: device)
        #expect(try kinds(owner.session).contains(.activationRenamed))
    }

    func cancel(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let pending = try device.issue()
        let strangers = try RawDevice(manager, user: "mallory").issue()
        let browser = try await LoggedIn(manager, with: device)
        let cancel = CancelPendingDevice(manager.context)
        #expect(try await !cancel(device.activation, in: browser.session))
        #expect(try await !cancel(strangers.id, in: browser.session))
        #expect(try await cancel(pending.id, in: browser.session))
        #expect(try manager.activation(pending.id)?.state == .void)
        #expect(try ListOwnDevices(manager.context)(try manager.account().id).map(\.id) == [device.activation])
    }

    func language(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let browser = try await LoggedIn(manager, with: try RawDevice(manager))
        let choose = SetAccountLanguage(manager.context)
        #expect(try await choose(.german, in: browser.session))
        #expect(try await browser.found()?.account.language == .german)
        #expect(try await choose(nil, in: browser.session))
        #expect(try await browser.found()?.account.language == nil)
        try await EndBrowserSession(manager.context).own(browser.session)
        #expect(try await !choose(.german, in: browser.session))
        #expect(try manager.account().language == nil)
    }
}

extension RenameOwnDevice.Outcome {
    fileprivate var isMalformed: Bool { if case .malformedAlias = self { true } else { false } }
}
