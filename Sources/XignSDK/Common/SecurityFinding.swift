/// A reason why a manager does not accept the state of a device.
///
/// New cases may be added, so a `switch` needs a `default`.
///
/// Source: `docs/protocol.md`, section 3, "Security check".
public enum SecurityFinding: String, Sendable, CaseIterable {
    /// The app runs with an administrator's rights, or the device is jailbroken. On Linux, run it as an ordinary user.
    case rooted
    /// Foreign code runs in the app, or a debugger is attached. Remove preloaded libraries and the debugger.
    case hooked
    /// The manager received no security check. Update the app.
    case unchecked
    /// The operating system is older than the manager requires. Ask the user to update it.
    case outdatedSystem
}
