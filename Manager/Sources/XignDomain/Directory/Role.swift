import XignProtocol

/// A role at a service, with the sets of factors that a login in the role takes.
public struct Role: Sendable, Equatable {
    /// A random UUID.
    public var id: RoleID
    public var serviceID: ServiceID
    public var name: String
    /// Sets of factors. All factors of one set must sign. Each set is sorted and contains the device.
    public var alternatives: [[FactorType]]
    /// True if every member of the organization holds the role without assignment.
    public var isDefault: Bool
    /// The platforms of the devices that may use the role; nil: all but `Web`.
    public var platforms: [Platform]?
    /// The channels through which the role may be used; nil: all.
    public var channels: [Channel]?

    /// The channels of logins.
    public static let loginChannels: [Channel] = [.crossDevice, .sameDevice, .inApp]

    public init(
        id: RoleID, serviceID: ServiceID, name: String, alternatives: [[FactorType]], isDefault: Bool,
        platforms: [Platform]? = nil, channels: [Channel]? = nil
    ) {
        self.id = id
        self.serviceID = serviceID
        self.name = name
        self.alternatives = alternatives
        self.isDefault = isDefault
        self.platforms = platforms
        self.channels = channels
    }

    /// Returns the role with the alternatives that a device of this platform can meet; nil where there is none.
    public func offered(by policy: Policy, to platform: String?) -> Role? {
        offered(to: policy.factors(on: platform))
    }

    /// Returns the role with the alternatives that devices of some of its platforms can meet; nil where there is none.
    public func offered(by policy: Policy) -> Role? {
        offered(to: Policy.requiredFactors.union(policy.biometric.allowsAny(of: platforms) ? [.biometric] : []))
    }

    private func offered(to factors: Set<FactorType>) -> Role? {
        var role = self
        role.alternatives = alternatives.filter { factors.isSuperset(of: $0) }
        return role.alternatives.isEmpty ? nil : role
    }

    /// Returns true if the role takes authenticators in browsers, or those of other platforms.
    public func takesSome(inBrowser: Bool) -> Bool {
        platforms?.contains { ($0 == .web) == inBrowser } ?? !inBrowser
    }

    /// Returns true if a device of this platform may use the role through this channel.
    /// - Parameter platform: as it was enrolled; nil for a device that named none.
    public func takes(platform: String?, on channel: Channel) -> Bool {
        let platform = platform.flatMap(Platform.init(rawValue:))
        let takesPlatform = platforms.map { list in platform.map(list.contains) ?? false } ?? (platform != .web)
        return takesPlatform && (channels?.contains(channel) ?? true)
    }
}
