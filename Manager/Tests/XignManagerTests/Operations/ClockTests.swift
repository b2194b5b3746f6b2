import Foundation
import Testing
import XignProtocol
import XignSDK
import XignServer

@testable import XignUseCases

struct ClockTests {
    @Test("Clocks that are wrong", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A device whose clock is a day off is activated, logs in, and waits out a lockout as long as any",
            wrongDevice, each: [-day, day]),
        TestCase(
            "A device whose clock is a month off says that the key material has expired, and sends nothing to be sealed to it",
            veryWrongDevice, each: [-40 * day, 40 * day]),
        TestCase("A manager's clock that jumps a day ahead ends what was open, and releases nothing", ahead),
        TestCase("A manager's clock that is set back a day ends what was open too: nothing lives longer by it", back),
        TestCase(
            "A manager's clock that is set back a day makes a lockout longer, and forgets no failure", lockoutKept),
        TestCase(
            "Whichever way the clock jumps between them, ten wrong PINs in a row lock for good", noFreshGuesses,
            each: [-day, day]),
        TestCase(
            "Key material that was signed while the clock was ahead is replaced as soon as it is right again",
            materialFromTheFuture),
    ]

    static let day: Int64 = 86_400
    let manager: TestManager

    init() throws { manager = try TestManager() }

    /// A device whose clock differs from the manager's.
    private func device(off seconds: Int64, home: String = UUID().uuidString) throws -> TestDevice {
        try TestDevice(manager, home: home) { [clock = manager.clock] in
            Date(timeIntervalSince1970: TimeInterval(clock.now.seconds + seconds))
        }
    }

    func wrongDevice(_ seconds: Int64) async throws {
        let device = try device(off: seconds)
        try await device.finish(try await device.open(try manager.issueActivation()))
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        guard case .lockout(let lockout, let next) = try await device.logIn(try TestBrowser(manager), pin: "111222")
        else {
            throw TestFailure(what: "a wrong PIN was accepted")
        }
        let wait = lockout.lockedUntil.timeIntervalSince1970 - TimeInterval(manager.clock.now.seconds + seconds)
        #expect((0...2).contains(wait))
        manager.clock.advance(seconds: 2)
        guard case .userLogin = try await device.finish(next) else { throw TestFailure(what: "not logged in") }
    }

    func veryWrongDevice(_ seconds: Int64) async throws {
        let home = "home"
        let right = try TestDevice(manager, home: home)
        try await right.finish(try await right.open(try manager.issueActivation()))
        let wrong = try device(off: seconds, home: home)
        let browser = try TestBrowser(manager)
        let error = await #expect(throws: XignSdkError.self) { try await wrong.start(try browser.qrCode) }
        #expect(error?.errorCode == .keyMaterialExpired)
        #expect(try browser.state == "waiting")
    }

    func ahead() async throws {
        let device = try await TestDevice.activated(manager)
        let (open, confirmed, fetched, redeemed) = (
            try TestBrowser(manager), try TestBrowser(manager), try TestBrowser(manager), try TestBrowser(manager)
        )
        let information = try await device.prepare(try await device.start(try open.qrCode))
        for browser in [confirmed, fetched, redeemed] { _ = try await device.logIn(browser) }
        let code = try #require(try fetched.proceed()["code"])
        #expect(try redeemed.redeem(try #require(try redeemed.proceed()["code"])).status == 200)

        manager.clock.advance(seconds: Self.day)
        let error = await #expect(throws: XignSdkError.self) { try await device.finish(information) }
        #expect(error?.errorCode == .sessionEnded)
        #expect(try open.state == "expired")
        #expect(try confirmed.state == "expired")
        #expect(try open.proceed()["error"] == "access_denied")
        #expect(try confirmed.proceed()["error"] == "access_denied")
        #expect(try fetched.redeem(code).status == 400)
        _ = try await device.logIn(try TestBrowser(manager))
    }

    func back() async throws {
        let device = try await TestDevice.activated(manager)
        let (open, confirmed, fetched) = (try TestBrowser(manager), try TestBrowser(manager), try TestBrowser(manager))
        let information = try await device.prepare(try await device.start(try open.qrCode))
        for browser in [confirmed, fetched] { _ = try await device.logIn(browser) }
        let code = try #require(try fetched.proceed()["code"])

        manager.clock.advance(seconds: -Self.day)
        let error = await #expect(throws: XignSdkError.self) { try await device.finish(information) }
        #expect(error?.errorCode == .sessionEnded)
        #expect(try open.state == "expired")
        #expect(try confirmed.state == "expired")
        #expect(try confirmed.proceed()["error"] == "access_denied")
        #expect(try fetched.redeem(code).status == 400)
        _ = try await device.logIn(try TestBrowser(manager))
    }

    func lockoutKept() async throws {
        let device = try await TestDevice.activated(manager)
        _ = try await device.logIn(try TestBrowser(manager), pin: "111222")
        manager.clock.advance(seconds: -Self.day)
        let error = await #expect(throws: XignSdkLockoutError.self) {
            try await device.start(try TestBrowser(manager).qrCode)
        }
        #expect(error?.information.isPermanent == false)

        manager.clock.advance(seconds: Self.day + 2)
        guard case .userLogin(let result) = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(result.failedAttemptsSinceLastSuccess == 1)
    }

    func noFreshGuesses(_ jump: Int64) async throws {
        let device = try await TestDevice.activated(manager)
        // Ahead for each guess, and from time to time back to where it was: the wait of a guess made ahead is still to
        // come.
        var evaluated = 0
        for attempt in 0..<40 where try await !isLockedForGood(device) {
            if case .lockout? = try? await device.logIn(try TestBrowser(manager), pin: "111222") { evaluated += 1 }
            manager.clock.advance(seconds: attempt % 3 == 2 ? jump : 2 * Self.day)
        }
        #expect(evaluated == 10)
        #expect(try await isLockedForGood(device))
    }

    private func isLockedForGood(_ device: TestDevice) async throws -> Bool {
        let browser = try TestBrowser(manager)
        do {
            _ = try await device.start(try browser.qrCode)
            return false
        } catch let error as XignSdkLockoutError { return error.information.isPermanent }
    }

    func materialFromTheFuture() async throws {
        let device = try await TestDevice.activated(manager)
        let housekeeping = Housekeeping(manager.manager)
        manager.clock.advance(seconds: 60 * Self.day)
        housekeeping.runOnce()
        manager.clock.advance(seconds: -60 * Self.day)
        let tooLong = manager.context.keys.material.material
        #expect(tooLong.expiresAt - manager.clock.now.seconds > KeyMaterial.maximumLifetimeSeconds)

        housekeeping.runOnce()
        let replaced = manager.context.keys.material.material
        #expect(replaced.sequence == tooLong.sequence + 1)
        #expect(replaced.expiresAt - manager.clock.now.seconds == EncryptionKeys.materialSeconds)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        housekeeping.runOnce()
        #expect(manager.context.keys.material.material.sequence == replaced.sequence)
    }
}
