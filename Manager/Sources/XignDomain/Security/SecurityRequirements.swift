import XignProtocol

/// The requirements of a service, or of the whole manager, for the security check of a device.
///
/// The check is the device's own word: a hooked app can send any check. The requirements turn away users who do not
/// know the state of their device, and not an attacker who controls it.
public struct SecurityRequirements: Sendable, Equatable, Codable {
    /// The findings with which a device is refused, out of `refusable`.
    public var refused: Set<SecurityFinding>
    /// The oldest versions of operating systems. A platform that is left out may have any.
    public var minimumSystem: [Platform: SystemVersion]

    /// Requires nothing, not even a check.
    public static let none = SecurityRequirements(refused: [], minimumSystem: [:])

    /// The findings that an operator can refuse.
    public static let refusable: [SecurityFinding] = [.rooted, .hooked]

    public init(refused: Set<SecurityFinding>, minimumSystem: [Platform: SystemVersion]) {
        self.refused = refused
        self.minimumSystem = minimumSystem
    }

    /// Returns the requirements that demand what either demands.
    public func combined(with other: Self) -> Self {
        SecurityRequirements(
            refused: refused.union(other.refused),
            minimumSystem: minimumSystem.merging(other.minimumSystem) { max($0, $1) })
    }

    /// Judges what a device says of itself.
    ///
    /// The time of the check decides nothing. A device makes a check for each request, and the device proof covers it,
    /// so only the device itself could send an old one. A device that lies would send a new time. An honest device with
    /// a wrong clock would be refused.
    ///
    /// - Parameter platform: nil for an operating system that the manager does not know.
    /// - Returns: the reasons to refuse the device; empty where it is sufficient. Anything required means that a check
    ///   must be there. A system without a readable version is outdated where its platform has a minimum.
    public func findings(in client: ClientInformation, on platform: Platform?) -> [SecurityFinding] {
        if self == .none { return [] }
        guard let check = client.securityCheck else { return [.unchecked] }
        var findings: [SecurityFinding] = []
        if check.isRooted, refused.contains(.rooted) { findings.append(.rooted) }
        if check.isHooked, refused.contains(.hooked) { findings.append(.hooked) }
        if let minimum = platform.flatMap({ minimumSystem[$0] }),
            SystemVersion(describedBy: check.osVersion).map({ $0 < minimum }) ?? true
        {
            findings.append(.outdatedSystem)
        }
        return findings
    }
}
