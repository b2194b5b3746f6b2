/// Why the user does not authenticate. Services cannot tell the reasons apart; the manager can.
public enum AbortReason: Sendable, Hashable {
    /// The user does not want to.
    case cancelled
    /// The user did not begin this: an alarm for the manager's operators.
    case notMe
}
