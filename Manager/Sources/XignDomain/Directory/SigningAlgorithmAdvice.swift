extension Service.SigningAlgorithm {
    /// The clients that need this algorithm, for the operator who must choose one. Client libraries differ in what they
    /// expect without being configured, and no choice suits all of them: OpenID Connect Registration 1.0 (section 2)
    /// makes RS256 the default of clients, and signing with it takes a hundred times as long.
    public var clients: String {
        switch self {
        case .es256: "for clients that take the algorithms of the discovery document, or are configured for ES256"
        case .rs256:
            "for clients that take RS256 alone, such as Spring Security and openid-client before version 6 without configuration"
        case .ps256: "for clients whose profile of high security demands it in place of ES256"
        }
    }

    /// The advice for an operator who has not chosen.
    public static let expected = allCases.map { "\($0.rawValue) \($0.clients)" }.joined(separator: "; or ")
}
