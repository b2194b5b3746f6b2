/// The document in which a website receives a claim.
public enum ClaimDestination: String, Sendable, CaseIterable {
    case idToken, userInfo
}
