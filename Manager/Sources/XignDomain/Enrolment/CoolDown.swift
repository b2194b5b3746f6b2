/// The cool-down of a new device: for 24 hours an activation that was personalized beside an active one makes no
/// activation, deletes no account and revokes no older activation.
///
/// Somebody who borrowed a device and learnt its PIN could otherwise enrol a device of their own and put the owner's
/// out at once. The end is stored, so it stays when the other activations go.
extension Activation {
    public static let coolDownSeconds: Int64 = 86_400

    /// Returns the end of the cool-down of an activation that is personalized now.
    /// - Parameter others: the account's other activations.
    public static func coolDownEnd(beside others: [Activation], at now: Timestamp) -> Timestamp? {
        others.contains { $0.state == .active } ? now + coolDownSeconds : nil
    }

    /// Returns the seconds until the cool-down ends; nil where there is none.
    public func coolDown(at now: Timestamp) -> Int64? {
        guard let coolUntil, now < coolUntil else { return nil }
        return coolUntil.secondsSince(now)
    }

    /// Returns true if the other activation was in use, or waited for its device, before this one was personalized.
    /// Activations of the same moment count as younger than each other, so that neither escapes the cool-down.
    public func isYounger(than other: Activation) -> Bool {
        (other.personalizedAt ?? other.createdAt) <= (personalizedAt ?? createdAt)
    }
}

/// Limits of activations.
public enum ActivationLimits {
    /// The lifetime in seconds of an activation that a person issues for another device. It is shown as a QR code, and
    /// never mailed.
    public static let ownSeconds: Int64 = 600
    /// Pending activations of an account.
    public static let pending = 3
    /// Active activations of an account.
    public static let active = 10
    /// Devices of an account that are connected within a day, those that were removed again included: each is mailed.
    public static let connectedPerDay = 10
    public static let daySeconds: Int64 = 86_400
}
