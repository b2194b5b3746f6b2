import XignProtocol

/// An attribute that a service asks its users for.
public struct ServiceAttribute: Sendable, Equatable {
    public var name: AttributeName
    /// The service cannot do without it.
    public var isRequired: Bool
    /// Of mail address and telephone number: only a verified value is released, so none can be supplied during a login.
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

/// An attribute that one login asks for. The one place that decides which those are, and where they go.
///
/// What a service may receive at all, its operator has declared. Of that, a login asks for what is required, and for what its
/// website names: by a scope or in `claims`. Where a website names it only in `claims`, it goes where that says; otherwise where
/// the operator has said.
public struct AttributeRequest: Sendable, Equatable {
    public var attribute: ServiceAttribute
    public var destinations: Set<ClaimDestination>

    public static func all(of service: Service, in requirements: LoginRequirements) -> [AttributeRequest] {
        service.attributes.compactMap { attribute in
            let name = attribute.name
            var destinations: Set<ClaimDestination> = []
            if requirements.claims.idToken.contains(name) { destinations.insert(.idToken) }
            if requirements.claims.userInfo.contains(name) { destinations.insert(.userInfo) }
            let isInScope = name.definition.scope.map(requirements.scope.contains) ?? false
            if isInScope || (attribute.isRequired && destinations.isEmpty) { destinations.insert(service.claimsIn) }
            return destinations.isEmpty ? nil : AttributeRequest(attribute: attribute, destinations: destinations)
        }
    }
}
