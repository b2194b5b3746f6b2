/// A website or app that people log in to: a relying party, an OpenID Connect client.
public struct Service: Sendable, Equatable {
    /// The algorithm that signs the ID tokens (RFC 7518, section 3.1).
    public enum SigningAlgorithm: String, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
    }

    /// The protection against injected codes that the service must use (RFC 9700, section 2.1.1). A challenge that is
    /// sent must always be met.
    public enum ProofKey: String, Sendable {
        /// PKCE.
        case required
        /// PKCE, or a nonce that the client compares. For confidential clients only.
        case optional
        /// None: a stolen code can be injected into another browser's login. For confidential clients that support
        /// neither.
        case legacy
    }

    /// The client id: a random UUID.
    public var id: ServiceID
    public var organizationID: OrganizationID
    /// Unique; names the service in configuration and commands.
    public var name: String
    /// Shown to users.
    public var displayName: String
    public var description: String?
    /// The address at which people use the service: the way back from a page that leads nowhere else. Nil where the
    /// operator has declared none.
    public var website: String?
    /// The registered redirect URIs, compared byte by byte.
    public var redirectURIs: [String]
    public var signingAlgorithm: SigningAlgorithm
    public var proofKey: ProofKey
    /// The hash of the client secret; nil for a public client, which must then use PKCE.
    public var secretHash: BearerHash?
    public var isActive: Bool
    /// True if the service's own apps may log in directly or through the service's Keycloak (protocol, section 8).
    public var allowsInApp: Bool
    public var openedQRCodes: OpenedQRCodePolicy
    /// The time in seconds for which a login page waits: `sessionSecondsRange`.
    public var sessionSeconds: Int64
    /// The attributes that the service may receive, each at most once.
    public var attributes: [ServiceAttribute]
    /// The destination of claims that a scope requests.
    public var claimsIn: ClaimDestination
    /// The requirements for devices, in addition to those of the policy.
    public var security: SecurityRequirements
    /// A counter of the changes to anything that a user confirms or that decides who may log in.
    public var policyVersion: Int64

    public static let defaultSessionSeconds: Int64 = 300
    public static let sessionSecondsRange: ClosedRange<Int64> = 5...600

    public init(
        id: ServiceID, organizationID: OrganizationID, name: String, displayName: String, description: String?,
        website: String? = nil, redirectURIs: [String], signingAlgorithm: SigningAlgorithm, proofKey: ProofKey,
        secretHash: BearerHash?,
        isActive: Bool, allowsInApp: Bool = false, openedQRCodes: OpenedQRCodePolicy = .pair, sessionSeconds: Int64,
        attributes: [ServiceAttribute] = [],
        claimsIn: ClaimDestination = .userInfo, security: SecurityRequirements = .none, policyVersion: Int64
    ) {
        self.id = id
        self.organizationID = organizationID
        self.name = name
        self.displayName = displayName
        self.description = description
        self.website = website
        self.redirectURIs = redirectURIs
        self.signingAlgorithm = signingAlgorithm
        self.proofKey = proofKey
        self.secretHash = secretHash
        self.isActive = isActive
        self.allowsInApp = allowsInApp
        self.openedQRCodes = openedQRCodes
        self.sessionSeconds = sessionSeconds
        self.attributes = attributes
        self.claimsIn = claimsIn
        self.security = security
        self.policyVersion = policyVersion
    }

    /// True unless the operator has switched the service off, or the logins of its apps.
    public func takes(_ process: Process) -> Bool { isActive && (process.channel != .inApp || allowsInApp) }

    public var isConfidential: Bool { secretHash != nil }

    /// The protection against injected codes that a request lacks.
    public enum MissingProof: Sendable {
        case challenge
        /// Either would be sufficient.
        case challengeAndNonce
    }

    /// Returns the protection that a request with these values lacks; nil where they are sufficient. A public client
    /// must always send a challenge, even if it was declared otherwise when it had a secret.
    public func missingProof(challenge: String?, nonce: String?) -> MissingProof? {
        guard challenge == nil else { return nil }
        return switch isConfidential ? proofKey : .required {
        case .required: .challenge
        case .optional: nonce == nil ? .challengeAndNonce : nil
        case .legacy: nil
        }
    }
}
