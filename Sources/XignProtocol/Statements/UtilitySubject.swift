/// An act on an activation or its account that the device itself begins (protocol.md, section 7).
public enum UtilitySubject: Sendable {
    case changePin
    case newActivation
    case delete
    /// Adds a factor; the only one in this version is `biometric`.
    case addFactor(FactorType)
    /// Revokes another activation of the account.
    case revoke(ActivationSubject)
    /// Accepts an invitation with the existing account.
    case merge(InvitationSubject)

    public var purpose: Purpose {
        switch self {
        case .changePin: .changePin
        case .newActivation: .newActivation
        case .delete: .delete
        case .addFactor: .addFactor
        case .revoke: .revoke
        case .merge: .merge
        }
    }

    /// The outcome of the confirmed process.
    public var outcome: Finish.Outcome {
        switch self {
        case .changePin: .apiAccessChangePin
        case .newActivation: .apiAccessRequestNewActivationData
        case .delete: .apiAccessDelete
        case .addFactor: .apiAccessAddFactor
        case .revoke: .userLogin
        case .merge: .apiAccessMergeComplete
        }
    }

    /// The factors that can be added to an activation.
    public static let addableFactors: Set<FactorType> = [.biometric]
}

/// An activation as the statement of its revocation names it.
public struct ActivationSubject: Sendable {
    public var id: ActivationID
    /// The user's name for the device; nil for a pending activation that has none yet.
    public var alias: String?
    /// The operating system that the device named; nil for a pending activation.
    public var platform: String?
    /// The time of the personalization in Unix seconds; nil for a pending activation.
    public var since: Int64?

    public init(id: ActivationID, alias: String?, platform: String?, since: Int64?) {
        self.id = id
        self.alias = alias
        self.platform = platform
        self.since = since
    }
}

/// An invitation as the statement of its acceptance names it.
public struct InvitationSubject: Sendable {
    /// A role that the invited person gets, by the names of service and role.
    public struct Role: Sendable {
        public var service: String
        public var role: String

        public init(service: String, role: String) {
            self.service = service
            self.role = role
        }
    }

    /// The largest number of roles in one invitation. There is at least one.
    public static let maximumRoleCount = 16

    public var organization: ConsentStatement.Party
    /// The address that the invitation was sent to.
    public var address: String
    public var roles: [Role]

    public init(organization: ConsentStatement.Party, address: String, roles: [Role]) {
        self.organization = organization
        self.address = address
        self.roles = roles
    }
}

extension UtilitySubject {
    /// Reads the subject of a purpose from the member `utility`.
    /// - Throws: `StatementError.malformed` for a purpose of another kind, and for a member that is missing or does not
    ///   belong to the purpose.
    init(_ purpose: Purpose, _ utility: JSONValue?) throws(StatementError) {
        switch (purpose, utility) {
        case (.changePin, nil): self = .changePin
        case (.newActivation, nil): self = .newActivation
        case (.delete, nil): self = .delete
        case (.addFactor, let utility?): self = .addFactor(try Self.factor(utility))
        case (.revoke, let utility?): self = .revoke(try Self.member("activation", utility, ActivationSubject.init))
        case (.merge, let utility?): self = .merge(try Self.member("invitation", utility, InvitationSubject.init))
        default: throw .malformed
        }
    }

    private static func factor(_ utility: JSONValue) throws(StatementError) -> FactorType {
        var reader = try JSONObjectReader(utility)
        let factor: FactorType = try reader.word("factor")
        try reader.end()
        guard addableFactors.contains(factor) else { throw .malformed }
        return factor
    }

    private static func member<Subject>(
        _ name: String, _ utility: JSONValue, _ read: (JSONValue) throws(StatementError) -> Subject
    ) throws(StatementError) -> Subject {
        var reader = try JSONObjectReader(utility)
        let subject = try read(try reader.value(name))
        try reader.end()
        return subject
    }

    /// The member `utility`; nil for a purpose that has none.
    var json: JSONValue? {
        switch self {
        case .changePin, .newActivation, .delete: nil
        case .addFactor(let factor): .object([("factor", .string(factor.rawValue))])
        case .revoke(let activation): .object([("activation", activation.json)])
        case .merge(let invitation): .object([("invitation", invitation.json)])
        }
    }
}

extension ActivationSubject {
    init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        id = try reader.identifier("id")
        alias = try reader.optionalDisplayText("alias")
        platform = try reader.optionalDisplayText("platform")
        since = try reader.optionalInteger("since")
        try reader.end()
    }

    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [("id", .bytes(id.bytes))]
        if let alias { members.append(("alias", .string(alias))) }
        if let platform { members.append(("platform", .string(platform))) }
        if let since { members.append(("since", .integer(since))) }
        return .object(members)
    }
}

extension InvitationSubject {
    init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        organization = try ConsentStatement.Party(try reader.value("organization"))
        address = try reader.displayText("address")
        roles = []
        for value in try reader.array("roles") {
            var role = try JSONObjectReader(value)
            roles.append(Role(service: try role.displayText("service"), role: try role.displayText("role")))
            try role.end()
        }
        try reader.end()
        guard (1...Self.maximumRoleCount).contains(roles.count) else { throw .malformed }
    }

    var json: JSONValue {
        .object([
            ("organization", organization.json), ("address", .string(address)),
            ("roles", .array(roles.map { .object([("service", .string($0.service)), ("role", .string($0.role))]) })),
        ])
    }
}

/// Compares the bytes of all strings, and the order of all arrays.
extension UtilitySubject: Equatable {
    public static func == (one: Self, other: Self) -> Bool {
        one.purpose == other.purpose && one.json?.serialized == other.json?.serialized
    }
}

/// Compares the bytes of all strings.
extension ActivationSubject: Equatable {
    public static func == (one: Self, other: Self) -> Bool { one.json.serialized == other.json.serialized }
}

/// Compares the bytes of all strings, and the order of the roles.
extension InvitationSubject: Equatable {
    public static func == (one: Self, other: Self) -> Bool { one.json.serialized == other.json.serialized }
}

/// A coding in the form of the statement, for storage.
extension ActivationSubject: Codable {
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// A coding in the form of the statement, for storage.
extension InvitationSubject: Codable {
    public init(from decoder: any Decoder) throws { try self.init(JSONValue(from: decoder)) }
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
