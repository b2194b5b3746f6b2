/// The state of a current activation for people.
public enum DeviceState: Sendable, Equatable {
    /// Issued, and not used yet.
    case pending(until: Timestamp)
    case inUse
    case locked(until: Timestamp)
    /// Locked by too many wrong attempts, or by the person.
    case lockedForGood

    public init(_ activation: Activation, at now: Timestamp) {
        let lockout = activation.lockout
        if activation.state == .pending {
            self = .pending(until: activation.expiresAt)
        } else if lockout.isPermanent {
            self = .lockedForGood
        } else if let end = lockout.lockedUntil, lockout.pending(at: now) != nil {
            self = .locked(until: end)
        } else {
            self = .inUse
        }
    }

    public var isLocked: Bool {
        switch self {
        case .locked, .lockedForGood: true
        case .pending, .inUse: false
        }
    }
}

/// The kinds of lockouts, each with a list of its own.
public enum LockedDeviceKind: Sendable, CaseIterable {
    case forATime, forGood

    /// The largest count of devices of a kind: nobody needs to know by how much more it is too many.
    public static let countLimit = 100
}
