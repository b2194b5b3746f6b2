/// Claims a session for this activation, and returns the service and its requests (protocol.md, section 5).
public enum Start: DeviceOperation {
    public static let name = DeviceOperationName.start

    /// The secret that claims the session. Each channel has its own.
    public enum Claim: Sendable, Equatable {
        /// The secret of a QR code, 16 bytes.
        case qrCode(SecretOctets)
        /// The secret of a link, 16 bytes.
        case link(SecretOctets)
        /// The secret of an InApp-Authentication, 16 bytes.
        case inApp(SecretOctets)
        /// The token of a session that was bound to the activation from its beginning, 32 bytes.
        case sessionToken(SecretOctets)
    }

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The session to claim.
        public var sessionId: SessionID
        public var claim: Claim
        public var client: ClientInformation

        public init(activationId: ActivationID, sessionId: SessionID, claim: Claim, client: ClientInformation) {
            self.activationId = activationId
            self.sessionId = sessionId
            self.claim = claim
            self.client = client
        }
    }

    public struct Response: Codable, Sendable {
        public var channel: Channel
        public var purpose: Purpose
        public var service: ServiceDescription
        public var organization: OrganizationDescription
        /// The roles that the user holds at the service; at least one.
        public var roles: [RoleDescription]
        /// The requested attributes by name.
        public var attributes: [String: AttributeDescription]
        /// The token for the rest of the process, 32 bytes. It replaces an earlier one.
        public var sessionToken: SecretOctets
        /// The remaining lifetime of the session in seconds.
        public var expiresInSeconds: Int64

        public init(
            channel: Channel, purpose: Purpose, service: ServiceDescription, organization: OrganizationDescription,
            roles: [RoleDescription], attributes: [String: AttributeDescription], sessionToken: SecretOctets,
            expiresInSeconds: Int64
        ) {
            self.channel = channel
            self.purpose = purpose
            self.service = service
            self.organization = organization
            self.roles = roles
            self.attributes = attributes
            self.sessionToken = sessionToken
            self.expiresInSeconds = expiresInSeconds
        }
    }
}

extension Start.Claim: Codable {
    private enum CodingKeys: String, CodingKey { case qr, link, inApp, token }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = try container.requireExactlyOne()
        let secret = try container.decode(SecretOctets.self, forKey: key)
        switch key {
        case .qr: self = .qrCode(secret)
        case .link: self = .link(secret)
        case .inApp: self = .inApp(secret)
        case .token: self = .sessionToken(secret)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .qrCode(let secret): try container.encode(secret, forKey: .qr)
        case .link(let secret): try container.encode(secret, forKey: .link)
        case .inApp(let secret): try container.encode(secret, forKey: .inApp)
        case .sessionToken(let secret): try container.encode(secret, forKey: .token)
        }
    }
}
