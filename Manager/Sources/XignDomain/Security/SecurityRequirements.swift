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

    /// True if a device that meets these requirements meets the other ones, too.
    public func areAsStrict(as other: Self) -> Bool { combined(with: other) == self }

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

/// The requirements as a declaration has them.
public struct SecurityDeclaration: Described {
    var refused: Words<SecurityFinding>?
    var minimumSystem: MinimumSystems?

    public init() {}

    public static let members: Members<Self> = [
        .member("refuse", \.refused), .member("minimumSystem", \.minimumSystem),
    ]
}

extension SecurityRequirements {
    /// The requirements as a declaration has them; nil where nothing is required.
    public var description: SecurityDeclaration? {
        guard self != .none else { return nil }
        var description = SecurityDeclaration()
        if !refused.isEmpty { description.refused = Words(Array(refused)) }
        if !minimumSystem.isEmpty { description.minimumSystem = MinimumSystems(versions: minimumSystem) }
        return description
    }

    public init(_ declared: SecurityDeclaration) {
        self.init(
            refused: Set(declared.refused?.all ?? []), minimumSystem: declared.minimumSystem?.versions ?? [:])
    }
}

extension SecurityFinding: Word {
    public static var words: [SecurityFinding] { SecurityRequirements.refusable }
}

/// The oldest versions by platform, as a declaration has them.
struct MinimumSystems: DescribedValue {
    var versions: [Platform: SystemVersion]

    init(versions: [Platform: SystemVersion]) { self.versions = versions }

    init(describedBy decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        versions = [:]
        for platform in Platform.allCases where platform != .web {
            let name = MemberName(platform.rawValue)
            if container.contains(name) {
                versions[platform] = try container.decode(Version.self, forKey: name).version
            }
        }
        // A reader of files finds the others itself.
        if decoder.userInfo[.notesFaults] == nil, versions.count < container.allKeys.count {
            throw Unreadable("unknown platform")
        }
    }

    func rendered(_ form: Rendering) -> JSONValue? {
        .object(versions.map { ($0.key.rawValue, .string("\($0.value)")) }.sorted { $0.0 < $1.0 })
    }

    private struct Version: Decodable {
        let version: SystemVersion

        init(from decoder: any Decoder) throws {
            guard let version = SystemVersion(try decoder.singleValueContainer().decode(String.self)) else {
                throw Unreadable("must be a version in quotes, such as \"17.6\"")
            }
            self.version = version
        }
    }
}
