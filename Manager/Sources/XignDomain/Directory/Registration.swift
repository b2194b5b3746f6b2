import XignProtocol

/// The registration of people whom nobody has invited, as an operator declares it.
public struct Registration: Sendable, Equatable, Codable {
    private enum CodingKeys: String, CodingKey { case isOpen = "open", memberships }

    /// True if everybody may register.
    public var isOpen: Bool
    /// The names of the organizations of which those who register become members; of no others.
    public var memberships: [String]

    /// Nobody may register.
    public static let closed = Registration(isOpen: false, memberships: [])

    public init(isOpen: Bool, memberships: [String]) { (self.isOpen, self.memberships) = (isOpen, memberships) }

    /// Returns true if who registers becomes a member of the organization.
    public func makesMembers(of organization: Organization) -> Bool {
        isOpen && memberships.contains { $0.hasSameBytes(as: CanonicalText.cleaned(organization.name)) }
    }
}

extension Registration: Described {
    public init() { self = .closed }

    public static let members: Members<Self> = [
        .member("open", \.isOpen), .member("memberships", \.memberships, .namesOnce(upTo: maximumMemberships)),
    ]

    /// The largest number of memberships.
    private static let maximumMemberships = 100
}

extension MemberRule<[String]> {
    /// The rule of a list of names, of which none is there twice. They are kept in their canonical form.
    fileprivate static func namesOnce(upTo count: Int) -> Self {
        MemberRule(canonical: { $0.map(CanonicalText.canonical) }) { names in
            (names.count > count ? [Flaw("", "must be at most \(count) names")] : [])
                + names.indices.filter { names[..<$0].contains(names[$0]) }
                .map { Flaw("[\($0)]", "is there before it") }
        }
    }
}
