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

    /// Returns a use with further events of its account and website, each of which may be known already.
    /// - Parameter use: nil before the first event.
    /// - Returns: nil as long as the website has redeemed no code.
    public static func adding(_ events: [AuditEvent], to use: WebsiteUse?) -> WebsiteUse? {
        // Withdrawals last: the clocks of several managers may give them an earlier place than the login before.
        let logins = events.filter { $0.kind == .codeRedeemed }.reduce(use) { $0.adding(login: $1) }
        guard var use = logins else { return nil }
        for event in events where event.kind == .websiteWithdrawn {
            use.withdrawnAt = max(use.withdrawnAt ?? event.at, event.at)
        }
        return use
    }
}

extension WebsiteUse? {
    /// Adds a login: the website's own request for its tokens, with which, or after which, the data goes out.
    fileprivate func adding(login event: AuditEvent) -> WebsiteUse? {
        guard let account = event.accountID, let service = event.serviceID, let login = event.sessionID else {
            return self
        }
        guard var use = self else {
            return WebsiteUse(
                accountID: account, serviceID: service, firstAt: event.at, lastAt: event.at, lastLogin: login)
        }
        use.firstAt = min(use.firstAt, event.at)
        if event.at >= use.lastAt { (use.lastAt, use.lastLogin) = (event.at, login) }
        return use
    }
}
