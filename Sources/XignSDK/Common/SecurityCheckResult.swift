import Foundation

/// The result of a security check. The manager decides for each service whether it is sufficient.
///
/// Source: XignSys SDK documentation, "Security check".
public struct SecurityCheckResult: Sendable, Equatable {
    /// The date of the check.
    public let date: Date
    /// The version of the set of checks; it increases when checks are added.
    public let checkVersion: Int32
    /// The name and version of the operating system, such as `Debian GNU/Linux 12 (bookworm)`.
    public let osVersion: String
    /// The state of the security updates as far as the system reports it: release and build of the kernel.
    public let patchLevel: String
    /// True if there are signs that the app runs with an administrator's rights, or that the device is jailbroken.
    /// False means that no sign was found; it is no proof.
    public let isRooted: Bool
    /// True if there are signs of foreign code inside the app, or of a debugger. False means that no sign was found; it
    /// is no proof.
    public let isHooked: Bool
}
