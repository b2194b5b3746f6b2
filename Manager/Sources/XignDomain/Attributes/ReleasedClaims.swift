import XignProtocol

/// The claims that a website receives: the attributes and groups that the user confirmed for one session, without those
/// that the operator has withdrawn from the service since, and without groups that the user has lost.
///
/// No other path leads from attributes and groups to websites.
public struct ReleasedClaims: Sendable {
    public typealias Claim = (name: String, value: JSONValue)

    /// The claim of groups: an array of their names (RFC 9068, section 2.2.3.1).
    public static let groupsClaim = "groups"

    private let releases: [AttributeRelease]
    /// Nil where the website has not asked, and where the person has left the groups out.
    private let groups: (names: GroupNames, destinations: Set<ClaimDestination>)?

    public static let none = ReleasedClaims([], nil)

    private init(
        _ releases: [AttributeRelease], _ groups: (names: GroupNames, destinations: Set<ClaimDestination>)?
    ) { (self.releases, self.groups) = (releases, groups) }

    /// Filters what was confirmed by the service's present declaration, and by the person's present groups.
    ///
    /// - Parameters:
    ///   - withheld: the scopes that the client has left out of its token (RFC 6749, section 6).
    ///   - confirmed: reads what was released to the session. It is not called for a service without attributes and
    ///     groups, which most are.
    ///   - held: reads the person's groups in the service's organization. It is called where some were released.
    public init(
        of service: Service, withholding withheld: [String] = [], confirmed: () throws -> Releases,
        held: () throws -> GroupNames
    ) rethrows {
        guard !service.attributes.isEmpty || service.groups != nil else {
            self = .none
            return
        }
        let confirmed = try confirmed()
        let attributes = confirmed.attributes.filter { release in
            if let scope = release.attribute.definition.scope, withheld.contains(scope) { return false }
            return service.attributes.contains {
                $0.name == release.attribute && $0.verification.isMet(by: release.verification)
            }
        }
        guard let permitted = service.groups, !withheld.contains(LoginRequirements.groupsScope),
            let release = confirmed.additional.first(where: { $0.name == .groups })
        else {
            self.init(attributes, nil)
            return
        }
        let names = permitted.permitted(among: release.groups)
        let told = try names.all.isEmpty ? names : names.intersection(held())
        self.init(attributes, (names: told, destinations: release.destinations))
    }

    /// The members of an ID token, or of the user info endpoint's answer.
    public func claims(in destination: ClaimDestination) -> [Claim] {
        let told = releases.filter { $0.destinations.contains(destination) }
        return told.flatMap { Self.claims($0, tellsValue: !$0.derivedOnly.contains(destination)) }
            + [Self.name(told)].compactMap { $0 } + groupsClaim(in: destination)
    }

    private func groupsClaim(in destination: ClaimDestination) -> [Claim] {
        guard let groups, groups.destinations.contains(destination) else { return [] }
        return [(Self.groupsClaim, .array(groups.names.all.map(JSONValue.string)))]
    }

    /// The claim `name` (OpenID Connect Core, section 5.1); nil unless both its parts are released too.
    private static func name(_ told: [AttributeRelease]) -> Claim? {
        let parts = AttributeName.partsOfName.compactMap { part in
            told.first { $0.attribute == part }?.disclosure.value
        }
        guard parts.count == AttributeName.partsOfName.count else { return nil }
        return ("name", .string(parts.joined(separator: " ")))
    }

    private static func claims(_ release: AttributeRelease, tellsValue: Bool) -> [Claim] {
        guard let value = release.attribute.claimValue(of: release.disclosure.value) else { return [] }
        let verified = release.attribute.verifiedClaim.map { ($0, JSONValue.boolean(release.verification != nil)) }
        return (tellsValue ? [(release.attribute.definition.claim, value)] : []) + [verified].compactMap { $0 }
    }
}
