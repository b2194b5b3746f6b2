/// The document in which a website receives a claim.
public enum ClaimDestination: String, Word, CaseIterable {
    case idToken, userInfo

    public static let words: [ClaimDestination] = [.userInfo, .idToken]
}
