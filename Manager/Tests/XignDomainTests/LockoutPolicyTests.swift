import Testing
import XignProtocol

@testable import XignDomain

struct LockoutPolicyTests {
    @Test("Lockouts", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Each failure in a row locks longer, up to an hour, and the tenth permanently", series),
        TestCase("A lockout is over at its moment, not before", end),
        TestCase(
            "An attempt counts at every guessable factor that it claims, and a success clears those that it proved",
            counters),
        TestCase("The fiftieth failure in thirty days locks permanently, whatever the counters say", budget),
        TestCase("A permanent lockout stays, whatever succeeds", permanent),
        TestCase("An operator who ends a timed lockout gives back no guess", unlocked),
        TestCase("A permanent lockout is one of the series, of the budget, or of the owner", reasons),
    ]

    let policy = LockoutPolicy.standard
    let now = Timestamp(seconds: 1_800_000_000)

    func series() {
        var state = LockoutState.none
        var waits: [Int64] = []
        for failure in 1...10 {
            state = policy.failed(state, factors: [.device, .pin], failuresInBudget: failure, at: now)
            waits.append(state.pending(at: now)?.retryAfterSeconds ?? -1)
        }
        #expect(waits == [1, 5, 30, 60, 300, 900, 3600, 3600, 3600, -1])
        #expect(state.isPermanent)
        #expect(state.pending(at: now + 1_000_000)?.isPermanent == true)
    }

    func end() {
        let state = policy.failed(.none, factors: [.device, .pin], failuresInBudget: 1, at: now)
        #expect(state.pending(at: Timestamp(rawValue: now.rawValue + 999)) != nil)
        #expect(state.pending(at: now + 1) == nil)
    }

    func counters() {
        var state = policy.failed(.none, factors: [.device, .otp, .pin], failuresInBudget: 1, at: now)
        #expect(state.pinFailures == 1)
        #expect(state.otpFailures == 1)
        #expect(state.otherFailures == 0)
        state = policy.failed(state, factors: [.device], failuresInBudget: 2, at: now)
        #expect(state.otherFailures == 1)
        state = policy.succeeded(state, factors: [.device, .pin])
        #expect(state.pinFailures == 0)
        #expect(state.otpFailures == 1)
        #expect(state.otherFailures == 1)
        state = policy.succeeded(state, factors: [.biometric, .device])
        #expect(state.otpFailures == 1)
        #expect(state.otherFailures == 0)
    }

    func budget() {
        #expect(!policy.failed(.none, factors: [.device, .pin], failuresInBudget: 49, at: now).isPermanent)
        #expect(policy.failed(.none, factors: [.device, .pin], failuresInBudget: 50, at: now).isPermanent)
    }

    func permanent() {
        let locked = LockoutState(
            pinFailures: 10, otpFailures: 0, otherFailures: 0, lockedUntil: nil, isPermanent: true)
        #expect(policy.succeeded(locked, factors: [.device, .pin]).isPermanent)
    }

    func unlocked() {
        var state = LockoutState.none
        for failure in 1...4 {
            state = policy.failed(state, factors: [.device, .pin], failuresInBudget: failure, at: now)
        }
        let unlocked = state.unlocked
        #expect(unlocked.pending(at: now) == nil)
        #expect(unlocked.pinFailures == 4)
        let next = policy.failed(unlocked, factors: [.device, .pin], failuresInBudget: 5, at: now)
        #expect(next.pending(at: now)?.retryAfterSeconds == 300)
    }

    func reasons() {
        let series = LockoutState(
            pinFailures: 10, otpFailures: 0, otherFailures: 0, lockedUntil: now, isPermanent: true)
        #expect(policy.isPermanentBySeries(series, failuresInBudget: 10))
        #expect(!policy.isPermanentBySeries(series, failuresInBudget: 50))
        var owner = LockoutState.none
        owner.isPermanent = true
        #expect(!policy.isPermanentBySeries(owner, failuresInBudget: 0))
        #expect(!policy.isPermanentBySeries(.none, failuresInBudget: 0))
        #expect(series.unlocked == .none)
    }
}
