import XignProtocol

/// One authentication process, from the website's request to the code.
///
///     waiting --start--> scanned --prepare--> confirming --finish--> done --continue, return--> completed
///        |                  |                     |                    (code minted)
///        +------------------+---------------------+--abort--> declined
///        +------------------+---------------------+--time---> expired
///
/// Every arrow is one `UPDATE ... WHERE id = ... AND state = ...` whose row count is checked.
public struct LoginSession: Sendable, Equatable {
    public enum State: String, Sendable {
        case waiting, scanned, confirming, done, declined, completed, expired

        /// Whether a device can still act on it.
        public var isOpen: Bool { self == .waiting || self == .scanned || self == .confirming }
    }

    public var id: SessionID
    public var state: State
    /// `crossDevice` until a link claims the session; then `sameDevice`, for good.
    public var channel: Channel
    public var purpose: Purpose
    public var serviceID: String
    /// What the website asked for, and what it must be answered.
    public var authorization: AuthorizationRequest
    /// SHA-256 of the browser's cookie.
    public var cookieHash: [UInt8]
    public var createdAt: Timestamp
    public var expiresAt: Timestamp
    /// Bound for good by the first `start`.
    public var activationID: ActivationID?
    /// SHA-256 of the session token.
    public var tokenHash: [UInt8]?
    public var roleID: String?
    /// The statement that must be signed, byte for byte.
    public var statement: [UInt8]?
    /// How often attributes were submitted that were not acceptable.
    public var wrongAttributes: Int
    /// Of a session that is declined: whether the user cancelled it, or disowned it.
    public var declineReason: Abort.Reason?
    /// Of a session that is done.
    public var authenticatedAt: Timestamp?
    /// The factors that signed.
    public var factors: [FactorType]
    /// Of a session that is done: failed attempts in a row before it, which the app shows.
    public var failuresBefore: Int
    /// SHA-256 of the secret without which a session of the same device that is done gives no code.
    public var returnHash: [UInt8]?
    /// How many authorization codes the browser was given, one after the other.
    public var codesIssued: Int

    public init(
        id: SessionID, state: State, channel: Channel, purpose: Purpose, serviceID: String,
        authorization: AuthorizationRequest, cookieHash: [UInt8], createdAt: Timestamp, expiresAt: Timestamp,
        activationID: ActivationID?, tokenHash: [UInt8]?, roleID: String?, statement: [UInt8]?,
        declineReason: Abort.Reason?, authenticatedAt: Timestamp?, factors: [FactorType], failuresBefore: Int,
        wrongAttributes: Int = 0, returnHash: [UInt8]? = nil, codesIssued: Int = 0
    ) {
        self.id = id
        self.state = state
        self.channel = channel
        self.purpose = purpose
        self.serviceID = serviceID
        self.authorization = authorization
        self.cookieHash = cookieHash
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.activationID = activationID
        self.tokenHash = tokenHash
        self.roleID = roleID
        self.statement = statement
        self.wrongAttributes = wrongAttributes
        self.declineReason = declineReason
        self.authenticatedAt = authenticatedAt
        self.factors = factors
        self.failuresBefore = failuresBefore
        self.returnHash = returnHash
        self.codesIssued = codesIssued
    }

    /// A session that a browser has just begun.
    public static func began(
        id: SessionID, for service: Service, _ authorization: AuthorizationRequest, cookieHash: [UInt8],
        at now: Timestamp
    ) -> LoginSession {
        LoginSession(
            id: id, state: .waiting, channel: .crossDevice, purpose: .login, serviceID: service.id,
            authorization: authorization, cookieHash: cookieHash, createdAt: now,
            expiresAt: now + service.sessionSeconds,
            activationID: nil, tokenHash: nil, roleID: nil, statement: nil, declineReason: nil, authenticatedAt: nil,
            factors: [], failuresBefore: 0)
    }

    /// The state with the clock taken into account: an open session past its time is expired, whatever the row says. A session
    /// that is done must be continued within a minute. None outlives a clock that is set back.
    public func state(at now: Timestamp) -> State {
        switch state {
        case .waiting, .scanned, .confirming, .done:
            now < expiresAt && createdAt <= now + Timestamp.clockTolerance ? state : .expired
        case .declined, .completed, .expired: state
        }
    }

    /// No session lives longer than this, whatever lockouts were waited out in it (ASVS 6.5.5).
    public static let maximumSeconds: Int64 = 600

    /// How long a confirmed login waits for its browser.
    public static let collectionSeconds: Int64 = 60

    /// How long an unclaimed login is kept after its end, for a page that still shows it. Anybody can begin logins.
    public static let unclaimedRetentionSeconds: Int64 = 300

    /// How many codes a browser gets for one login, by a double click or after an answer that was lost. Each makes the one
    /// before it void.
    public static let maximumCodes = 5

    /// How often a person may correct attributes in one login.
    public static let maximumCorrections = 5
}

/// What a website asked the authorization endpoint for (OpenID Connect Core, section 3.1.2.1), after it was checked.
public struct AuthorizationRequest: Sendable, Equatable {
    /// The scopes that have a meaning here. Others are ignored (OpenID Connect Core, section 3.1.2.1).
    public static let supportedScopes = ["openid", "profile", "email", "phone", "address"]
    public static let supportedPrompts = ["none", "login", "consent", "select_account"]

    public var redirectURI: String
    public var scope: [String]
    public var state: String?
    public var nonce: String?
    /// S256 of the verifier: 43 characters of base64url.
    public var codeChallenge: String?
    public var claims: ClaimsRequest
    public var requirements: LoginRequirements

    public init(
        redirectURI: String, scope: [String], state: String?, nonce: String?, codeChallenge: String?,
        claims: ClaimsRequest = .none, requirements: LoginRequirements = .none
    ) {
        self.redirectURI = redirectURI
        self.scope = scope
        self.state = state
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.claims = claims
        self.requirements = requirements
    }
}
