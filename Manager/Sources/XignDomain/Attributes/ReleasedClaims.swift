import XignProtocol

/// The claims that a website receives: the attributes that the user confirmed for one session, without those that the
/// operator has withdrawn from the service since.
///
/// No other path leads from attributes to websites.
public struct ReleasedClaims: Sendable {
    public typealias Claim = (name: String, value: JSONValue)

    private let releases: [AttributeRelease]

    public static let none = ReleasedClaims([])

    private init(_ releases: [AttributeRelease]) { self.releases = releases }

    /// Filters the confirmed attributes by the service's present declaration.
    ///
    /// - Parameters:
    ///   - withheld: the scopes that the client has left out of its token (RFC 6749, section 6).
    ///   - confirmed: reads the attributes that were released to the session. It is not called for a service without
    ///     attributes, which most are.
    public init(
        of service: Service, withholding withheld: [String] = [], confirmed: () throws -> [AttributeRelease]
    ) rethrows {
        guard !service.attributes.isEmpty else {
            self = .none
            return
        }
        self.init(
            try confirmed().filter { release in
                if let scope = release.attribute.definition.scope, withheld.contains(scope) { return false }
                return service.attributes.contains {
                    $0.name == release.attribute && $0.verification.isMet(by: release.verification)
                }
            })
    }

    /// The members of an ID token, or of the user info endpoint's answer.
    public func claims(in destination: ClaimDestination) -> [Claim] {
        let told = releases.filter { $0.destinations.contains(destination) }
        return told.flatMap { Self.claims($0, tellsValue: !$0.derivedOnly.contains(destination)) }
            + [Self.name(told)].compactMap { $0 }
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
