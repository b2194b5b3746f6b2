import XignProtocol

/// A website or app that people log in to: a relying party, an OpenID Connect client.
public struct Service: Sendable, Equatable {
    /// How ID tokens are signed.
    public enum SigningAlgorithm: String, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256.
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5 with SHA-256.
        case rs256 = "RS256"
    }

    /// What ties a code to the browser that asked for it (RFC 9700, section 2.1.1). A challenge that is sent must be met in any case.
    public enum ProofKey: String, Sendable {
        /// PKCE.
        case required
        /// PKCE, or a nonce, which the client compares. For confidential services alone.
        case optional
        /// Nothing: a stolen code can be injected into another browser's login. For confidential services that can do neither.
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
    /// Compared with the request's byte for byte.
    public var redirectURIs: [String]
    public var signingAlgorithm: SigningAlgorithm
    public var proofKey: ProofKey
    /// The hash of the client secret; nil for a public client, which must then use PKCE.
    public var secretHash: BearerHash?
    public var isActive: Bool
    /// How long a login page waits, in seconds: 5 to 600.
    public var sessionSeconds: Int64
    /// What it may receive of its users; each name once.
    public var attributes: [ServiceAttribute]
    /// Where it receives what a scope asks for.
    public var claimsIn: ClaimDestination
    /// Raised whenever something changes that a user confirms or that decides who may log in.
    public var policyVersion: Int64

    public static let defaultSessionSeconds: Int64 = 300
    public static let sessionSecondsRange: ClosedRange<Int64> = 5...600

    public init(
        id: ServiceID, organizationID: OrganizationID, name: String, displayName: String, description: String?,
        redirectURIs: [String], signingAlgorithm: SigningAlgorithm, proofKey: ProofKey, secretHash: BearerHash?,
        isActive: Bool, sessionSeconds: Int64, attributes: [ServiceAttribute] = [],
        claimsIn: ClaimDestination = .userInfo, policyVersion: Int64
    ) {
        self.id = id
        self.organizationID = organizationID
        self.name = name
        self.displayName = displayName
        self.description = description
        self.redirectURIs = redirectURIs
        self.signingAlgorithm = signingAlgorithm
        self.proofKey = proofKey
        self.secretHash = secretHash
        self.isActive = isActive
        self.sessionSeconds = sessionSeconds
        self.attributes = attributes
        self.claimsIn = claimsIn
        self.policyVersion = policyVersion
    }

    public var isConfidential: Bool { secretHash != nil }
}

/// A way to use a service, with the factors that it takes.
public struct Role: Sendable, Equatable {
    /// A random UUID.
    public var id: RoleID
    public var serviceID: ServiceID
    public var name: String
    /// Sets of factors, one of which must sign. Each is sorted and contains the device.
    public var alternatives: [[FactorType]]
    /// Held by every member of the organization, without being assigned.
    public var isDefault: Bool

    public init(id: RoleID, serviceID: ServiceID, name: String, alternatives: [[FactorType]], isDefault: Bool) {
        self.id = id
        self.serviceID = serviceID
        self.name = name
        self.alternatives = alternatives
        self.isDefault = isDefault
    }

    /// The role with those of its alternatives that these factors can meet; nil where there is none.
    public func offered(to factors: Set<FactorType>) -> Role? {
        var role = self
        role.alternatives = alternatives.filter { factors.isSuperset(of: $0) }
        return role.alternatives.isEmpty ? nil : role
    }
}
