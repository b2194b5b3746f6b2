import XignCrypto
import XignProtocol

/// The login of one browser at the websites of an organization that take part in it.
///
/// A person has allowed it with a device in one process, by which it is identified. Each website that uses it gets a
/// remembered login of its own, which belongs to it: see `RememberedLogin.shared`.
public struct SharedLogin: Sendable, Equatable {
    /// The process in which the person confirmed. Its evidence has the permission with the organization and the end.
    public let sessionID: SessionID
    public let organizationID: OrganizationID
    public let accountID: AccountID
    public let activationID: ActivationID
    /// The factors that signed.
    public let factors: [FactorType]
    public let authenticatedAt: Timestamp
    /// The hash of the browser's cookie.
    public let cookieHash: BearerHash
    /// The network that the browser came from, as logs name it; nil where logs name none.
    public let network: String?
    /// Nil where the browser names itself by no known word.
    public let browserKind: BrowserKind?
    public let createdAt: Timestamp
    /// The end that the person has signed: whole seconds.
    public let expiresAt: Timestamp
    /// The last use at any of the websites.
    public let lastUsedAt: Timestamp

    public init(
        sessionID: SessionID, organizationID: OrganizationID, accountID: AccountID, activationID: ActivationID,
        factors: [FactorType], authenticatedAt: Timestamp, cookieHash: BearerHash, network: String?,
        browserKind: BrowserKind?, createdAt: Timestamp, expiresAt: Timestamp, lastUsedAt: Timestamp
    ) {
        self.sessionID = sessionID
        self.organizationID = organizationID
        self.accountID = accountID
        self.activationID = activationID
        self.factors = factors
        self.authenticatedAt = authenticatedAt
        self.cookieHash = cookieHash
        self.network = network
        self.browserKind = browserKind
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
    }

    /// The process id of a website's part: websites cannot compare it, and it can be made again without the row.
    ///
    /// The first 16 bytes of HMAC-SHA256(manager secret, "xign/1 share" || shared login || service).
    public static func partID(of id: SessionID, at service: ServiceID, managerSecret: SymmetricKey) -> SessionID? {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("xign/1 share".utf8) + id.bytes + Array(service.text.utf8), using: managerSecret)
        return SessionID(Array(code.prefix(SessionID.byteCount)))
    }

    /// True if the moments are those of a login that was confirmed on this statement.
    public func isConfirmation(of statement: ConsentStatement) -> Bool {
        let (issuedAt, tolerance) = (Timestamp(seconds: statement.issuedAt), Timestamp.clockTolerance)
        return statement.session == sessionID && issuedAt <= authenticatedAt + tolerance
            && authenticatedAt <= issuedAt + Process.maximumSeconds + tolerance
            && authenticatedAt <= createdAt + tolerance
    }

    /// The moment at which the login is over if it is not used again.
    public func end(under terms: SharedLoginTerms) -> Timestamp {
        min(expiresAt, authenticatedAt + terms.minutes * 60, lastUsedAt + terms.idleMinutes * 60)
    }

    /// True until the login is over. A login from the future, begun before the clock was set back, is over.
    public func isOpen(at now: Timestamp, under terms: SharedLoginTerms) -> Bool {
        let latest = max(authenticatedAt, createdAt, lastUsedAt)
        return now < end(under: terms) && latest <= now + Timestamp.clockTolerance
    }

    /// True if the factors that signed are enough for a role of today, from this device.
    ///
    /// A role that names channels demands the device each time.
    public func isEnough(for role: Role, of policy: Policy, from activation: Activation) -> Bool {
        guard role.channels == nil, role.takes(platform: activation.platform, on: .crossDevice),
            let offered = role.offered(by: policy, to: activation.platform)
        else { return false }
        return offered.alternatives.contains { Set($0).isSubset(of: factors) }
    }
}

/// The consent of a person to the login at a website: the signed statement of their newest login there.
public struct WebsiteConsent: Sendable, Equatable {
    /// The time in seconds for which a consent holds: 90 days.
    public static let lifetimeSeconds: Int64 = 90 * 86_400

    /// The process in which the person confirmed.
    public let process: SessionID
    public let statement: ConsentStatement

    public init(process: SessionID, statement: ConsentStatement) {
        (self.process, self.statement) = (process, statement)
    }

    public var roleID: RoleID { RoleID(statement.role.id) }

    /// True if the statement is one of the service as it is now, at this origin, and young enough. The values are
    /// compared elsewhere.
    public func holds(at service: Service, origin: String, at now: Timestamp) -> Bool {
        let issuedAt = Timestamp(seconds: statement.issuedAt)
        return statement.session == process && statement.service.id.hasSameBytes(as: service.id.text)
            && statement.serviceOrigin.hasSameBytes(as: origin) && statement.policyVersion == service.policyVersion
            && now.isBefore(issuedAt + Self.lifetimeSeconds, ofLifetime: Self.lifetimeSeconds)
    }
}
