/// A lockout after failures, as it is sent to the device.
public struct Lockout: Sendable, Codable, Equatable {
    /// The remaining seconds, which the device counts on its own clock, since the clocks may differ. Nil where the
    /// lockout is permanent.
    public var retryAfterSeconds: Int64?
    /// The end in Unix seconds by the manager's clock. Nil where the lockout is permanent.
    public var lockedUntil: Int64?
    public var isPermanent: Bool

    public init(retryAfterSeconds: Int64?, lockedUntil: Int64?, isPermanent: Bool) {
        self.retryAfterSeconds = retryAfterSeconds
        self.lockedUntil = lockedUntil
        self.isPermanent = isPermanent
    }
}
