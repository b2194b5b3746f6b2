/// A website or app that people log in to: a relying party, an OpenID Connect client.
public struct Service: Sendable, Equatable {
    /// The algorithm that signs the ID tokens (RFC 7518, section 3.1).
    public enum SigningAlgorithm: String, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
        /// RSASSA-PSS with SHA-256.
        case ps256 = "PS256"
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

    /// A replaced client secret, which a website may use until all of its servers have the new one.
    public struct FormerSecret: Sendable, Equatable {
        public var hash: BearerHash
        public var expiresAt: Timestamp

        public init(hash: BearerHash, expiresAt: Timestamp) {
            (self.hash, self.expiresAt) = (hash, expiresAt)
        }
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
    /// The hash of the client secret; nil for a client that authenticates with keys, and for a public one.
    public var secretHash: BearerHash?
    /// The secret before the last rotation, as long as it is still accepted.
    public var formerSecret: FormerSecret?
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
    public var client: ClientSettings
    /// A counter of the changes to anything that a user confirms or that decides who may log in.
    public var policyVersion: Int64

    public static let defaultSessionSeconds: Int64 = 300
    public static let sessionSecondsRange: ClosedRange<Int64> = 5...600

    public init(
        id: ServiceID, organizationID: OrganizationID, name: String, displayName: String, description: String?,
        website: String? = nil, redirectURIs: [String], signingAlgorithm: SigningAlgorithm, proofKey: ProofKey,
        secretHash: BearerHash?, formerSecret: FormerSecret? = nil,
        isActive: Bool, allowsInApp: Bool = false, openedQRCodes: OpenedQRCodePolicy = .pair, sessionSeconds: Int64,
        attributes: [ServiceAttribute] = [],
        claimsIn: ClaimDestination = .userInfo, security: SecurityRequirements = .none,
        client: ClientSettings = .standard, policyVersion: Int64
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
        self.formerSecret = formerSecret
        self.isActive = isActive
        self.allowsInApp = allowsInApp
        self.openedQRCodes = openedQRCodes
        self.sessionSeconds = sessionSeconds
        self.attributes = attributes
        self.claimsIn = claimsIn
        self.security = security
        self.client = client
        self.policyVersion = policyVersion
    }

    /// True unless the operator has switched the service off, or the logins of its apps.
    public func takes(_ process: Process) -> Bool { isActive && (process.channel != .inApp || allowsInApp) }

    /// True for a client that authenticates. A public client must use PKCE.
    public var isConfidential: Bool { secretHash != nil || !client.keys.isEmpty }

    /// Compares a presented client secret with the current one, and with the former one as long as it is accepted.
    ///
    /// Both comparisons are always made, so that the time tells nothing about which of them failed.
    public func accepts(secret presented: BearerHash, at now: Timestamp) -> Bool {
        let isCurrent = secretHash.map { $0 == presented } ?? false
        let isFormer = formerSecret.map { $0.hash == presented && now < $0.expiresAt } ?? false
        return isCurrent || isFormer
    }

    /// True if its proofs of possession must have a nonce (RFC 9449, section 8). The key of a public client is in a
    /// browser or an app: whoever got in for a moment could sign proofs for later.
    public var demandsNonce: Bool { !isConfidential }

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
