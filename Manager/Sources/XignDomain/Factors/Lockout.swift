import XignProtocol

/// What of an activation's failures is remembered. Three counters, so that a success clears only what it proved: a login with
/// the device alone buys no new guesses at the PIN.
public struct LockoutState: Sendable, Equatable {
    /// Failed attempts in a row in which the factor was claimed.
    public var pinFailures: Int
    public var otpFailures: Int
    /// Failures of attempts that claimed no guessable factor.
    public var otherFailures: Int
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

    /// The lockout that a request must still wait out, or nil.
    public func pending(at now: Timestamp) -> Lockout? {
        if isPermanent { return .permanent }
        guard let lockedUntil, lockedUntil > now else { return nil }
        return .until(lockedUntil, at: now)
    }
}

extension Lockout {
    public static let permanent = Lockout(retryAfterSeconds: nil, lockedUntil: nil, isPermanent: true)

    public static func until(_ time: Timestamp, at now: Timestamp) -> Lockout {
        Lockout(
            retryAfterSeconds: time.secondsSince(now), lockedUntil: time.secondsSince(Timestamp(rawValue: 0)),
            isPermanent: false)
    }
}

/// Decides about lockouts, for every door alike.
public struct LockoutPolicy: Sendable, Equatable {
    /// Seconds after the first, second, ... failure in a row; the last one for all that follow.
    public var durations: [Int64]
    /// So many failures in a row lock for good.
    public var permanentAfter: Int
    /// So many failures within `budgetSeconds` lock for good, whatever succeeded between them.
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

    /// A pending activation that has seen so many wrong PINs is void.
    public static let pendingActivationLimit = 5
    /// An account that has seen so many wrong activation PINs in thirty days gets no further activations.
    public static let accountActivationLimit = 15

    /// The state after a failed attempt with `factors`: it counts at every guessable factor that it claims, so that the
    /// counters do not tell which one was wrong.
    /// - Parameter failuresInBudget: failures of this activation within `budgetSeconds`, this one included.
    public func failed(
        _ state: LockoutState, factors: [FactorType], failuresInBudget: Int, at now: Timestamp
    ) -> LockoutState {
        var next = state
        if factors.contains(.pin) { next.pinFailures += 1 }
        if factors.contains(.otp) { next.otpFailures += 1 }
        if !factors.contains(where: \.isGuessable) { next.otherFailures += 1 }
        let failures = max(next.pinFailures, next.otpFailures, next.otherFailures)
        next.isPermanent = state.isPermanent || failures >= permanentAfter || failuresInBudget >= budget
        next.lockedUntil = now + durations[min(max(failures, 1), durations.count) - 1]
        return next
    }

    /// The state after a success that proved `factors`.
    public func succeeded(_ state: LockoutState, factors: [FactorType]) -> LockoutState {
        var next = state
        if factors.contains(.pin) { next.pinFailures = 0 }
        if factors.contains(.otp) { next.otpFailures = 0 }
        if !factors.contains(where: \.isGuessable) { next.otherFailures = 0 }
        next.lockedUntil = nil
        return next
    }

    /// The wait after the n-th wrong activation PIN.
    public func activationWait(wrongPINs: Int) -> Int64 { durations[min(max(wrongPINs, 1), durations.count) - 1] }
}
