import XignProtocol

/// A role at a service, with the sets of factors that a login in the role takes.
@dynamicMemberLookup
public struct Role: Sendable, Equatable {
    /// A random UUID.
    public var id: RoleID
    public var serviceID: ServiceID
    public var declared: RoleDeclaration

    /// The channels of logins.
    public static let loginChannels: [Channel] = [.crossDevice, .sameDevice, .inApp]

    public init(id: RoleID, serviceID: ServiceID, declared: RoleDeclaration) {
        (self.id, self.serviceID, self.declared) = (id, serviceID, declared)
    }

    public init(
        id: RoleID, serviceID: ServiceID, name: String, alternatives: [[FactorType]], isDefault: Bool,
        platforms: [Platform]? = nil, channels: [Channel]? = nil
    ) {
        var declared = RoleDeclaration()
        declared.name = name
        declared.alternatives = alternatives.map(Words.init)
        declared.isAssigned = !isDefault
        declared.platforms = platforms.map(Words.init)
        declared.channels = channels.map(Words.init)
        self.init(id: id, serviceID: serviceID, declared: declared)
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<RoleDeclaration, Value>) -> Value {
        get { declared[keyPath: path] }
        set { declared[keyPath: path] = newValue }
    }

    /// Sets of factors. All factors of one set must sign. Each set is sorted and contains the device.
    public var alternatives: [[FactorType]] {
        get { declared.alternatives.map(\.all) }
        set { declared.alternatives = newValue.map(Words.init) }
    }

    /// True if every member of the organization holds the role without assignment.
    public var isDefault: Bool {
        get { !declared.isAssigned }
        set { declared.isAssigned = !newValue }
    }

    /// The platforms of the devices that may use the role; nil: all but `Web`.
    public var platforms: [Platform]? {
        get { declared.platforms?.all }
        set { declared.platforms = newValue.map(Words.init) }
    }

    /// The channels through which the role may be used; nil: all.
    public var channels: [Channel]? {
        get { declared.channels?.all }
        set { declared.channels = newValue.map(Words.init) }
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

/// The declared part of a role.
public struct RoleDeclaration: Described {
    public var name = ""
    public var alternatives: [Words<FactorType>] = []
    public var isAssigned = false
    public var platforms: Words<Platform>?
    public var channels: Words<Channel>?

    public init() {}

    public static let members: Members<Self> = [
        .required("name", \.name, .shown),
        .required("alternatives", \.alternatives, .count(1...10, "1 to 10 lists of factors"), devices),
        .member("assigned", \.isAssigned), .member("platforms", \.platforms), .member("channels", \.channels),
    ]

    private static let devices = MemberRule<[Words<FactorType>]> { alternatives in
        alternatives.indices.filter { !alternatives[$0].all.contains(.device) }.map {
            Flaw("[\($0)]", "must be a list of factors with the device among them")
        }
    }
}

extension FactorType: Word {
    /// The factors that sign.
    public static let words: [FactorType] = allCases.filter { $0.algorithm != nil }.sorted()
}

extension Channel: Word {
    public static var words: [Channel] { Role.loginChannels }
}
