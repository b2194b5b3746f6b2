import XignProtocol

/// The claims that a website receives: what the user confirmed for one session, without what the operator has withdrawn
/// from the service since, and without additions that the user no longer holds.
///
/// No other path leads from attributes and additions to websites.
public struct ReleasedClaims: Sendable {
    public typealias Claim = (name: String, value: JSONValue)

    /// The claim of an addition.
    private struct Addition {
        let claim: Claim
        let destinations: Set<ClaimDestination>
    }

    private let releases: [AttributeRelease]
    private let additions: [Addition]

    public static let none = ReleasedClaims([], [])

    private init(_ releases: [AttributeRelease], _ additions: [Addition]) {
        (self.releases, self.additions) = (releases, additions)
    }

    /// Filters what was confirmed by the service's present declaration, and by what the person holds now.
    ///
    /// - Parameters:
    ///   - withheld: the scopes that the client has left out of its token (RFC 6749, section 6).
    ///   - confirmed: reads what was released to the session. It is not called for a service without attributes and
    ///     additions, which most are.
    ///   - held: reads what the person holds of some additions. It is called where some were released.
    public init(
        of service: Service, withholding withheld: [String] = [], confirmed: () throws -> Releases,
        held: ([AdditionalValue]) throws -> [AdditionalName: String]
    ) rethrows {
        let (attributes, values) = (service.attributes, service.additionalValues)
        guard !attributes.isEmpty || !values.isEmpty else {
            self = .none
            return
        }
        let confirmed = try confirmed()
        let releases = confirmed.attributes.filter { release in
            if let scope = release.attribute.definition.scope, withheld.contains(scope) { return false }
            return attributes.contains {
                $0.name == release.attribute && $0.verification.isMet(by: release.verification)
            }
        }
        // Each login asks for required values other than groups, whatever the scope.
        let asking = values.filter { value in value.isAlwaysAsked || !(value.scope.map(withheld.contains) ?? false) }
        let told = asking.compactMap { value in
            confirmed.additional.first { $0.name == value.name }.map { (value: value, release: $0) }
        }
        let asked = told.filter { !$0.release.isWithoutQuestion }.map { $0.value }
        let held = try asked.isEmpty ? [:] : held(asked)
        self.init(
            releases,
            told.compactMap { value, release in
                value.told(release.disclosure.value, held: held[value.name]).map {
                    Addition(claim: (value.claim, $0), destinations: release.destinations)
                }
            })
    }

    /// The members of an ID token, or of the user info endpoint's answer.
    public func claims(in destination: ClaimDestination) -> [Claim] {
        let told = releases.filter { $0.destinations.contains(destination) }
        return told.flatMap { Self.claims($0, tellsValue: !$0.derivedOnly.contains(destination)) }
            + [Self.name(told)].compactMap { $0 }
            + additions.filter { $0.destinations.contains(destination) }.map(\.claim)
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
