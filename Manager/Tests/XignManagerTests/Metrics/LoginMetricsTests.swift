import DatabaseFixture
import Metrics
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct LoginMetricsTests {
    @Test("Metrics of logins", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a login is counted when it begins, is confirmed, and is collected, each once", collected,
            each: Engine.allCases),
        TestCase("a wrong PIN is a lockout, the last one is permanent, and what a lockout ends is refused", lockouts),
        TestCase("declined and disowned logins are told apart", declined, each: [Abort.Reason.cancelled, .notMe]),
        TestCase(
            "a login that nobody finishes, or that no browser collects, is counted when its row is removed", expired),
        TestCase("a refusal by a limit is counted by the limit's name", refusals),
    ]

    private func outcomes(_ manager: TestManager) -> [LoginOutcome: Int] {
        let metrics = manager.context.database.metrics
        return LoginOutcome.allCases.reduce(into: [:]) { counts, outcome in
            let count = LoginChannel.allCases.reduce(0) { $0 + metrics.logins[Both(outcome, $1)].current }
            if count > 0 { counts[outcome] = count }
        }
    }

    func collected(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let metrics = manager.context.database.metrics
        let browser = try TestBrowser(manager)
        #expect(metrics.loginsBegun[.crossDevice].current == 1)
        let prepared = try device.prepare(browser)
        #expect(outcomes(manager) == [:])
        manager.clock.advance(seconds: 9)
        _ = try device.finish(prepared)
        #expect(outcomes(manager) == [.confirmed: 1])
        _ = try device.finish(prepared)
        #expect(outcomes(manager) == [.confirmed: 1], "a repetition is no second login")
        _ = try browser.proceed()
        _ = try browser.proceed()
        #expect(outcomes(manager) == [.confirmed: 1, .collected: 1])
        #expect(metrics.auditEvents[.loginConfirmed].current == 1)
        #expect(metrics.loginDuration.samples.first { $0.suffix == "_sum" }?.value == 9)
        #expect(metrics.deviceOperations[OperationResult(.finish, nil)].current == 2)
    }

    func lockouts() throws {
        let manager = try TestManager(settings: "settings: {permanentLockoutAfter: 3}")
        let device = try RawDevice(manager)
        let metrics = manager.context.database.metrics
        for attempt in 1...3 {
            _ = try device.finish(try device.prepare(try TestBrowser(manager)), wrongPIN: true)
            #expect(metrics.lockouts[.temporary].current == min(attempt, 2))
            manager.clock.advance(seconds: 60)
        }
        #expect(metrics.lockouts[.permanent].current == 1)
        #expect(metrics.auditEvents[.activationLocked].current == 1)
        #expect(outcomes(manager) == [.refused: 1])
        let error = #expect(throws: ProtocolError.self) { try device.start(try TestBrowser(manager)) }
        #expect(error?.error == .lockedOut)
        #expect(metrics.deviceOperations[OperationResult(.start, .lockedOut)].current == 1)
    }

    func declined(_ reason: Abort.Reason) throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let prepared = try device.prepare(try TestBrowser(manager))
        for _ in 0..<2 {
            _ = try device.call(
                Abort.self, .init(sessionId: prepared.session, sessionToken: prepared.token, reason: reason))
        }
        let outcome: LoginOutcome = reason == .notMe ? .disowned : .declined
        #expect(outcomes(manager) == [outcome: 1])
    }

    func expired() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try TestBrowser(manager)
        _ = try device.prepare(try TestBrowser(manager))
        _ = try device.finish(try device.prepare(try TestBrowser(manager)))
        let told = try TestBrowser(manager)
        manager.clock.advance(seconds: 301)
        _ = try told.proceed()
        #expect(outcomes(manager) == [.confirmed: 1, .expired: 1])
        manager.clock.advance(seconds: RemoveExpired.retentionSeconds + 301)
        Housekeeping(manager.manager).runOnce()
        #expect(outcomes(manager) == [.confirmed: 1, .expired: 3, .uncollected: 1])
        Housekeeping(manager.manager).runOnce()
        #expect(outcomes(manager) == [.confirmed: 1, .expired: 3, .uncollected: 1])
    }

    func refusals() throws {
        let manager = try TestManager.behindProxy { $0.deviceRequests = try Rate.checked(60, 2) }
        for _ in 0..<5 { _ = manager.sendGarbage(from: "203.0.113.7") }
        let metrics = manager.context.database.metrics
        #expect(LimitName.allCases.filter { metrics.refusals[$0].current > 0 } == [.deviceRequests])
        #expect(metrics.refusals[.deviceRequests].current == 3)
    }
}
