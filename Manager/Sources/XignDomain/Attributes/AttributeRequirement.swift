import XignProtocol

/// An attribute that one login asks for, with the destinations of its claim. `all(of:in:)` is the only place that
/// decides both.
public struct AttributeRequirement: Sendable, Equatable {
    public var attribute: ServiceAttribute
    public var destinations: Set<ClaimDestination>
    /// The destinations at which the website named a claim that is made of the value, and not the value's own.
    public var derivedOnly: Set<ClaimDestination>

    /// The destinations of the value itself.
    var valueDestinations: Set<ClaimDestination> { destinations.subtracting(derivedOnly) }

    /// Returns the attributes that a login at `service` asks for.
    ///
    /// The operator declares the attributes that a service may receive. A login asks for the required ones, and for
    /// those that its website names by a scope or in `claims`. An attribute that is named only in `claims` goes to the
    /// destinations that `claims` gives; any other goes to the service's `claimsIn`. `name` counts where the service
    /// may receive both of its parts.
    public static func all(of service: Service, in requirements: LoginRequirements) -> [AttributeRequirement] {
        service.attributes.compactMap { attribute in
            let name = attribute.name
            func places(of claim: RequestedClaim) -> Set<ClaimDestination> {
                Set(ClaimDestination.allCases.filter { requirements.claims[$0].contains(claim) })
            }
            var values = places(of: .value(name))
            let derived = name.derivedClaim.flatMap { service.mayReceive($0) ? places(of: $0) : nil } ?? []
            let isInScope = name.definition.scope.map(requirements.scope.contains) ?? false
            if isInScope || (attribute.isRequired && values.isEmpty && derived.isEmpty) {
                values.insert(service.claimsIn)
            }
            guard !values.isEmpty || !derived.isEmpty else { return nil }
            return AttributeRequirement(
                attribute: attribute, destinations: values.union(derived), derivedOnly: derived.subtracting(values))
        }
    }
}

extension Service {
    /// True if the operator has declared all attributes that a claim needs.
    fileprivate func mayReceive(_ claim: RequestedClaim) -> Bool {
        claim.attributes.allSatisfy { name in declared.attributes.contains { $0.name == name } }
    }
}
