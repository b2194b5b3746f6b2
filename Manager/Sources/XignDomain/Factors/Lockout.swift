import XignProtocol

/// The lockout of an activation: its remembered failures.
///
///                               failure n in a row:
///                               wait durations[n - 1] seconds
///     success:    +--> free -----------------------------> locked until t <--+  any attempt:
///     clear the   |    |  ^                                   |        |     |  refused unjudged,
///     series that +----+  +--------------- time --------------+        +-----+  not counted
///     it proved        |
///                      |  failure `permanentAfter` in a row, or
///                      |  failure `budget` within `budgetSeconds`
///                      v
///              locked permanently
///
/// An operator may end a lockout, too (`unlocked`).
///
/// Time ends a lockout, but clears no series: the next failure counts on. The budget counts the failures of all series,
/// and no success clears it, so that a guesser cannot hide among the user's own logins.
///
/// Each series has a counter of its own, so that a success clears only the series that it proved: a login with the
/// device alone gives no new guesses at the PIN.
public struct LockoutState: Sendable, Equatable {
    /// The failed attempts in a row that claimed the PIN.
    public var pinFailures: Int
    /// The failed attempts in a row that claimed a one-time password.
    public var otpFailures: Int
    /// The failed attempts in a row that claimed no guessable factor.
    public var otherFailures: Int
    /// The end of the latest lockout; nil after a success.
    public var lockedUntil: Timestamp?
    public var isPermanent: Bool

    public init(pinFailures: Int, otpFailures: Int, otherFailures: Int, lockedUntil: Timestamp?, isPermanent: Bool) {
        self.pinFailures = pinFailures
        self.otpFailures = otpFailures
        self.otherFailures = otherFailures
        self.lockedUntil = lockedUntil
        self.isPermanent = isPermanent
    }

    public static let none = LockoutState(
        pinFailures: 0, otpFailures: 0, otherFailures: 0, lockedUntil: nil, isPermanent: false)

    /// The lockout at the moment `now`; nil where the activation is free.
    public func pending(at now: Timestamp) -> Lockout? {
        if isPermanent { return .permanent }
        guard let lockedUntil, lockedUntil > now else { return nil }
        return .until(lockedUntil, at: now)
    }

    /// The state after an operator has ended the lockout. A timed one leaves its series as it is, so that it gives back
    /// no guess. Nothing but a new series lets the owner of a device that is locked for good go on.
    public var unlocked: LockoutState {
        var next = isPermanent ? .none : self
        next.lockedUntil = nil
        return next
    }

    /// The failures in a row of the longest series.
    public var failuresInARow: Int { LockoutSeries.allCases.map { self[$0] }.max() ?? 0 }

    /// The counter of a series.
    subscript(series: LockoutSeries) -> Int {
        get {
            switch series {
            case .pin: pinFailures
            case .otp: otpFailures
            case .other: otherFailures
            }
        }
        set {
            switch series {
            case .pin: pinFailures = newValue
            case .otp: otpFailures = newValue
            case .other: otherFailures = newValue
            }
        }
    }
}

extension Lockout {
    public static let permanent = Lockout(retryAfterSeconds: nil, lockedUntil: nil, isPermanent: true)

    /// A lockout that ends at `time`.
    public static func until(_ time: Timestamp, at now: Timestamp) -> Lockout {
        Lockout(
            retryAfterSeconds: time.secondsSince(now), lockedUntil: time.secondsSince(Timestamp(rawValue: 0)),
            isPermanent: false)
    }
}

/// The rules of the lockout, the same for every operation that judges a factor.
public struct LockoutPolicy: Sendable, Equatable {
    /// The seconds of lockout after the first, second, ... failure in a row. The last one holds for all further
    /// failures.
    public var durations: [Int64]
    /// The number of failures in a row that locks permanently.
    public var permanentAfter: Int
    /// The number of failures within `budgetSeconds` that locks permanently, whatever succeeded between them.
    public var budget: Int
    public var budgetSeconds: Int64

    public init(durations: [Int64], permanentAfter: Int, budget: Int, budgetSeconds: Int64) {
        self.durations = durations
        self.permanentAfter = permanentAfter
        self.budget = budget
        self.budgetSeconds = budgetSeconds
    }

    public static let standard = LockoutPolicy(
        durations: [1, 5, 30, 60, 300, 900, 3600], permanentAfter: 10, budget: 50, budgetSeconds: 30 * 86_400)

    /// The number of wrong PINs that voids a pending activation.
    public static let pendingActivationLimit = 5
    /// The number of wrong activation PINs within thirty days after which an account gets no further activation.
    public static let accountActivationLimit = 15

    /// Returns the state after a failed attempt with `factors`.
    ///
    /// The attempt counts in the series of every guessable factor that it claims, so that the counters do not tell
    /// which factor was wrong.
    ///
    /// - Parameter failuresInBudget: the failures of this activation within `budgetSeconds`, this one included.
    public func failed(
        _ state: LockoutState, factors: [FactorType], failuresInBudget: Int, at now: Timestamp
    ) -> LockoutState {
        var next = state
        for series in Self.series(of: factors) { next[series] += 1 }
        let failures = next.failuresInARow
        next.isPermanent = state.isPermanent || failures >= permanentAfter || failuresInBudget >= budget
        next.lockedUntil = now + wait(failures: failures)
        return next
    }

    /// Returns the state after a success that proved `factors`. A permanent lockout stays.
    public func succeeded(_ state: LockoutState, factors: [FactorType]) -> LockoutState {
        var next = state
        for series in Self.series(of: factors) { next[series] = 0 }
        next.lockedUntil = nil
        return next
    }

    /// Returns true for a permanent lockout that failures in a row have caused, and neither the budget nor the owner.
    /// - Parameter failuresInBudget: the failures of the activation within `budgetSeconds`.
    public func isPermanentBySeries(_ state: LockoutState, failuresInBudget: Int) -> Bool {
        state.isPermanent && state.failuresInARow >= permanentAfter && failuresInBudget < budget
    }

    /// The seconds of lockout of a pending activation after its n-th wrong PIN.
    public func activationWait(wrongPINs: Int) -> Int64 { wait(failures: wrongPINs) }

    private func wait(failures: Int) -> Int64 { durations[min(max(failures, 1), durations.count) - 1] }

    /// The series that an attempt with `factors` belongs to.
    private static func series(of factors: [FactorType]) -> Set<LockoutSeries> {
        let guessable = factors.filter(\.isGuessable)
        return guessable.isEmpty ? [.other] : Set(guessable.map(\.definition.lockoutSeries))
    }
}
