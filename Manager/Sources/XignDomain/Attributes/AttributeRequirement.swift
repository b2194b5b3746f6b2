import XignProtocol

/// An attribute that a service asks its users for.
public struct ServiceAttribute: Sendable, Equatable {
    public var name: AttributeName
    /// The service cannot do without it.
    public var isRequired: Bool
    /// Only a verified value is released, so none can be supplied during a login. For mail address and telephone number alone.
    public var mustBeVerified: Bool

    public init(name: AttributeName, isRequired: Bool, mustBeVerified: Bool) {
        self.name = name
        self.isRequired = isRequired
        self.mustBeVerified = mustBeVerified
    }
}

/// Where a website receives a claim.
public enum ClaimDestination: String, Sendable, CaseIterable {
    case idToken, userInfo
}

/// The attributes that a website names one by one in its `claims` parameter (OpenID Connect Core, section 5.5).
public struct ClaimsRequest: Sendable, Equatable {
    public var idToken: Set<AttributeName>
    public var userInfo: Set<AttributeName>

    public static let none = ClaimsRequest(idToken: [], userInfo: [])

    public init(idToken: Set<AttributeName>, userInfo: Set<AttributeName>) {
        self.idToken = idToken
        self.userInfo = userInfo
    }
}

/// An attribute that one login asks for. This is the one place that decides which attributes these are, and where they go.
///
/// The operator declares the attributes that a service may receive at all. A login asks for those that are required, and for those
/// that its website names by a scope or in `claims`. An attribute that is named in `claims` alone goes where `claims` says; any other
/// goes where the operator has said.
public struct AttributeRequirement: Sendable, Equatable {
    public var attribute: ServiceAttribute
    public var destinations: Set<ClaimDestination>

    public static func all(of service: Service, in requirements: LoginRequirements) -> [AttributeRequirement] {
        service.attributes.compactMap { attribute in
            let name = attribute.name
            var destinations: Set<ClaimDestination> = []
            if requirements.claims.idToken.contains(name) { destinations.insert(.idToken) }
            if requirements.claims.userInfo.contains(name) { destinations.insert(.userInfo) }
            let isInScope = name.definition.scope.map(requirements.scope.contains) ?? false
            if isInScope || (attribute.isRequired && destinations.isEmpty) { destinations.insert(service.claimsIn) }
            return destinations.isEmpty ? nil : AttributeRequirement(attribute: attribute, destinations: destinations)
        }
    }
}
