import XignProtocol

/// An attribute that one login asks for, with the destinations of its claim. `all(of:in:)` is the only place that
/// decides both.
public struct AttributeRequirement: Sendable, Equatable {
    public var attribute: ServiceAttribute
    public var destinations: Set<ClaimDestination>

    /// Returns the attributes that a login at `service` asks for.
    ///
    /// The operator declares the attributes that a service may receive. A login asks for the required ones, and for
    /// those that its website names by a scope or in `claims`. An attribute that is named only in `claims` goes to the
    /// destinations that `claims` gives; any other goes to the service's `claimsIn`.
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
