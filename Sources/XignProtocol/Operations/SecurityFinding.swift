/// A reason why a security check is insufficient, sent with `securityInsufficient`.
public enum SecurityFinding: String, Sendable, Codable, CaseIterable {
    /// The process has an administrator's rights, or the device is jailbroken.
    case rooted
    /// Foreign code runs in the app, or a debugger is attached.
    case hooked
    /// The device sent no security check.
    case unchecked
    /// The operating system is older than the manager requires.
    case outdatedSystem
}
