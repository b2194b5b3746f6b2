import XignProtocol

/// The kind of `BrowserSessionID`.
public enum BrowserSessionKind {}

/// The identifier of a browser session. It is not secret; the cookie is.
public typealias BrowserSessionID = Identifier<BrowserSessionKind>

/// A browser that is logged in at the manager's own pages. It is no single sign-on: the authorization endpoint never
/// looks at it.
public struct BrowserSession: Sendable, Equatable {
    /// The part of the manager's own pages that a session is for. A session gives no right at another one.
    public enum Surface: String, Sendable, CaseIterable, Codable {
        /// The account pages, for everybody.
        case account
        /// The pages of administrators and auditors.
        case console
    }

    /// The bytes of the id of the process whose login has opened it, so that the history finds it. Sessions from before
    /// version 30 of the schema have others.
    public let id: BrowserSessionID
    /// The hash of the browser's cookie.
    public let cookieHash: BearerHash
    public let surface: Surface
    public let accountID: AccountID
    /// The activation that confirmed the login. The session ends with it.
    public let activationID: ActivationID
    /// The network that the browser came from, as logs name it; nil where logs name none.
    public let network: String?
    /// Nil where the browser names itself by no known word.
    public let browserKind: BrowserKind?
    public let createdAt: Timestamp
    /// Written at most once in `lastSeenStepSeconds`.
    public let lastSeen: Timestamp

    /// The time in seconds after which an unused session ends (NIST SP 800-63B-4, section 2.2.3).
    public static let idleSeconds: Int64 = 15 * 60
    /// The longest life of any session in seconds.
    public static let maximumSeconds: Int64 = Surface.allCases.map(\.maximumSeconds).max() ?? 0
    public static let lastSeenStepSeconds: Int64 = 60
    /// The number of sessions of an account at a surface. Limits of sessions hold for as many at most.
    public static let maximumCount = 10

    public init(
        id: BrowserSessionID, cookieHash: BearerHash, surface: Surface, accountID: AccountID,
        activationID: ActivationID, network: String?, browserKind: BrowserKind? = nil, createdAt: Timestamp,
        lastSeen: Timestamp
    ) {
        self.id = id
        self.cookieHash = cookieHash
        self.surface = surface
        self.accountID = accountID
        self.activationID = activationID
        self.network = network
        self.browserKind = browserKind
        self.createdAt = createdAt
        self.lastSeen = lastSeen
    }

    /// The moment at which the session ends if it is not used again.
    public var endsAt: Timestamp { min(lastSeen + Self.idleSeconds, createdAt + surface.maximumSeconds) }

    /// True until the session ends by time. A session from the future, created before the clock was set back, has
    /// ended.
    public func isOpen(at now: Timestamp) -> Bool { now < endsAt && createdAt <= now + Timestamp.clockTolerance }
}

extension BrowserSession.Surface {
    /// The longest life of a session in seconds.
    public var maximumSeconds: Int64 {
        switch self {
        case .account: 60 * 60
        case .console: 4 * 60 * 60
        }
    }
}
