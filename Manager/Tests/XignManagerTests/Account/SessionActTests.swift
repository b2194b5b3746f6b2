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
