/// The reason why the user does not authenticate. The manager learns it; services cannot tell the reasons apart.
public enum AbortReason: Sendable, Hashable {
    /// The user changed their mind.
    case cancelled
    /// The user did not begin this login. The manager's operators see it as an alarm.
    case notMe
}
