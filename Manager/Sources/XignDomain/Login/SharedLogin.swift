import XignCrypto
import XignProtocol

/// The login of one browser at the websites of an organization that take part in it.
///
/// A person has allowed it with a device in one process, by which it is identified. Each website that uses it gets a
/// remembered login of its own, which belongs to it: see `RememberedLogin.shared`.
public struct SharedLogin: RepeatedLogin, Sendable, Equatable {
    /// The process in which the person confirmed. Its evidence has the permission with the organization and the end.
    public let sessionID: SessionID
    public let organizationID: OrganizationID
    public let accountID: AccountID
    public let activationID: ActivationID
    /// The factors that signed.
    public let factors: [FactorType]
    public let authenticatedAt: Timestamp
    /// It expires at the end that the person has signed, in whole seconds. `lastUsedAt` counts uses at all websites.
    public let cookie: PersistentCookie

    public init(
        sessionID: SessionID, organizationID: OrganizationID, accountID: AccountID, activationID: ActivationID,
        factors: [FactorType], authenticatedAt: Timestamp, cookie: PersistentCookie
    ) {
        self.sessionID = sessionID
        self.organizationID = organizationID
        self.accountID = accountID
        self.activationID = activationID
        self.factors = factors
        self.authenticatedAt = authenticatedAt
        self.cookie = cookie
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
            && authenticatedAt <= cookie.createdAt + tolerance
    }

    /// True if the factors that signed are enough for a role of today, from this device.
    public func isEnough(for role: Role, of policy: Policy, from activation: Activation) -> Bool {
        role.repeatable(by: policy, from: activation).contains { Set($0).isSubset(of: factors) }
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

    /// True if the device that signed another statement has given the consent, then or later.
    public func isGiven(since other: ConsentStatement) -> Bool {
        statement.activation == other.activation && other.issuedAt <= statement.issuedAt
    }
}
