import XignProtocol

/// The use of one website by one account: the sum of their events in the audit log.
public struct WebsiteUse: Sendable, Equatable {
    public let accountID: AccountID
    public let serviceID: ServiceID
    public var firstAt: Timestamp
    public var lastAt: Timestamp
    /// The process of the last login. Its statement names what the website received.
    public var lastLogin: SessionID
    /// The moment at which the person last withdrew from the website.
    public var withdrawnAt: Timestamp?

    public init(
        accountID: AccountID, serviceID: ServiceID, firstAt: Timestamp, lastAt: Timestamp, lastLogin: SessionID,
        withdrawnAt: Timestamp? = nil
    ) {
        self.accountID = accountID
        self.serviceID = serviceID
        self.firstAt = firstAt
        self.lastAt = lastAt
        self.lastLogin = lastLogin
        self.withdrawnAt = withdrawnAt
    }

    /// True if the person has withdrawn and not logged in there since.
    public var isWithdrawn: Bool { withdrawnAt.map { lastAt <= $0 } ?? false }

    /// Returns a use with one more event. Events may come in any order, and more than once.
    /// - Parameter use: nil before the first event.
    /// - Returns: nil as long as the website has redeemed no code.
    public static func adding(_ event: AuditEvent, to use: WebsiteUse?) -> WebsiteUse? {
        guard let account = event.accountID, let service = event.serviceID else { return use }
        switch event.kind {
        // The website's own request: what a login releases goes out with it, or after it.
        case .codeRedeemed:
            guard let login = event.sessionID else { return use }
            guard var use else {
                return WebsiteUse(
                    accountID: account, serviceID: service, firstAt: event.at, lastAt: event.at, lastLogin: login)
            }
            use.firstAt = min(use.firstAt, event.at)
            if event.at >= use.lastAt { (use.lastAt, use.lastLogin) = (event.at, login) }
            return use
        case .websiteWithdrawn:
            guard var use else { return nil }
            use.withdrawnAt = max(use.withdrawnAt ?? event.at, event.at)
            return use
        default: return use
        }
    }
}
