import XignProtocol

/// A login that one browser may repeat without the device, until its time is over.
public protocol RepeatedLogin {
    /// The moment at which the person has confirmed it.
    var authenticatedAt: Timestamp { get }
    var cookie: PersistentCookie { get }
}

/// The cookie by which a browser repeats a login, as the manager keeps it.
public struct PersistentCookie: Sendable, Equatable {
    public let hash: BearerHash
    /// The browser that was given the cookie.
    public let browser: RequestingBrowser
    public let createdAt: Timestamp
    /// The end of the login, however often it is used.
    public let expiresAt: Timestamp
    public let lastUsedAt: Timestamp

    /// - Parameter lastUsedAt: nil for a cookie that is made now.
    public init(
        hash: BearerHash, browser: RequestingBrowser, createdAt: Timestamp, expiresAt: Timestamp,
        lastUsedAt: Timestamp? = nil
    ) {
        self.hash = hash
        self.browser = browser
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt ?? createdAt
    }
}

extension RepeatedLogin {
    /// The moment at which the login is over if it is not used again.
    public func end(under terms: RepeatedLoginTerms) -> Timestamp {
        min(cookie.expiresAt, authenticatedAt + terms.minutes * 60, cookie.lastUsedAt + terms.idleMinutes * 60)
    }

    /// True until the login is over. A login from the future, kept before the clock was set back, is over.
    public func isOpen(at now: Timestamp, under terms: RepeatedLoginTerms) -> Bool {
        let latest = max(authenticatedAt, cookie.createdAt, cookie.lastUsedAt)
        return now < end(under: terms) && latest <= now + Timestamp.clockTolerance
    }
}

extension Role {
    /// The factors with which a device may have confirmed a login in the role that a browser repeats now.
    ///
    /// A role that names channels demands the device each time.
    func repeatable(by policy: Policy, from activation: Activation) -> [[FactorType]] {
        guard channels == nil, takes(platform: activation.platform, on: .crossDevice) else { return [] }
        return offered(by: policy, to: activation.platform)?.alternatives ?? []
    }
}
