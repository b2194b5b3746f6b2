import Foundation

/// What a security check found. The manager decides, service by service, whether it suffices.
public struct SecurityCheckResult: Sendable, Equatable {
    /// When the check was made.
    public let date: Date
    /// Which set of checks was made; it rises when checks are added.
    public let checkVersion: Int32
    /// Name and version of the operating system, such as `Debian GNU/Linux 12 (bookworm)`.
    public let osVersion: String
    /// The state of its security updates as far as the system tells: the kernel's release and build on Linux, the
    /// system's build on Apple's systems.
    public let patchLevel: String
    /// Whether the app potentially runs with an administrator's rights, or the device is jailbroken. False means that
    /// none of the signs was found, not that there are none.
    public let isRooted: Bool
    /// Whether foreign code is potentially inside the app, or a debugger watches it. False means that none of the signs
    /// was found.
    public let isHooked: Bool
}
