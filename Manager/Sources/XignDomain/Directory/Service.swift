/// A website or app that people log in to: a relying party, an OpenID Connect client.
@dynamicMemberLookup
public struct Service: Sendable, Equatable {
    /// The algorithm that signs the ID tokens (RFC 7518, section 3.1).
    public enum SigningAlgorithm: String, Word, CaseIterable {
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
    public var declared: ServiceDeclaration
    /// The attributes that the settings declare; empty where the service alone was read, for what judges no login.
    public var attributesOfSettings: [DeclaredAttribute] = []
    /// The hash of the client secret; nil for a client that authenticates with keys, and for a public one.
    public var secretHash: BearerHash?
    /// The secret before the last rotation, as long as it is still accepted.
    public var formerSecret: FormerSecret?
    /// A counter of the changes to anything that a user confirms or that decides who may log in.
    public var policyVersion: Int64

    public init(
        id: ServiceID, organizationID: OrganizationID, declared: ServiceDeclaration, secretHash: BearerHash?,
        formerSecret: FormerSecret? = nil, policyVersion: Int64
    ) {
        self.id = id
        self.organizationID = organizationID
        self.declared = declared
        self.secretHash = secretHash
        self.formerSecret = formerSecret
        self.policyVersion = policyVersion
    }

    public init(
        id: ServiceID, organizationID: OrganizationID, name: String, displayName: String, description: String?,
        redirectURIs: [String], signingAlgorithm: SigningAlgorithm, proofKey: ProofKey, secretHash: BearerHash?,
        isActive: Bool, sessionSeconds: Int64, attributes: [ServiceAttribute] = [],
        client: ClientSettings = .standard, policyVersion: Int64
    ) {
        var declared = ServiceDeclaration()
        (declared.name, declared.displayName, declared.description) = (name, displayName, description)
        (declared.redirectURIs, declared.signingAlgorithm) = (redirectURIs, signingAlgorithm)
        (declared.proofKey, declared.isActive, declared.sessionSeconds) = (proofKey, isActive, sessionSeconds)
        (declared.attributes, declared.client) = (attributes, client)
        declared.isConfidential = secretHash != nil || !client.keys.isEmpty
        self.init(
            id: id, organizationID: organizationID, declared: declared, secretHash: secretHash,
            policyVersion: policyVersion)
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ServiceDeclaration, Value>) -> Value {
        get { declared[keyPath: path] }
        set { declared[keyPath: path] = newValue }
    }

    /// Signs the service's ID tokens. Each stored service has declared one.
    public var signingAlgorithm: SigningAlgorithm { declared.signingAlgorithm ?? .es256 }

    /// True unless the operator has switched the service off, or the logins of its apps.
    public func takes(_ process: Process) -> Bool {
        declared.isActive && (process.channel != .inApp || declared.allowsInApp)
    }

    /// True for a client that authenticates. A public client must use PKCE.
    public var isConfidential: Bool { secretHash != nil || !declared.client.keys.isEmpty }

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
        return switch isConfidential ? declared.proofKey : .required {
        case .required: .challenge
        case .optional: nonce == nil ? .challengeAndNonce : nil
        case .legacy: nil
        }
    }
}
