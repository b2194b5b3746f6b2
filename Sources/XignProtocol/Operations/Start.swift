/// Claims a session for this activation, and returns the service and its requests (protocol.md, section 5).
public enum Start: DeviceOperation {
    public static let name = DeviceOperationName.start

    /// The secret that claims the session. Each channel has its own.
    public enum Claim: Sendable, Equatable {
        /// The secret of a QR code, 16 bytes.
        case qrCode(SecretOctets)
        /// The secret of a QR code that was opened by a link, a camera app or a paste instead of scanned, 16 bytes.
        case openedQRCode(SecretOctets)
        /// The secret of a link, 16 bytes.
        case link(SecretOctets)
        /// The secret of an InApp-Authentication through a website, 32 bytes.
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

    public struct Response: Sendable {
        public var channel: Channel
        /// The act to confirm, as the statement will name it.
        public var subject: ConsentSubject
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
        /// True if `prepare` must contain the digits that the login page shows.
        public var pairing: Bool

        public init(
            channel: Channel, subject: ConsentSubject, service: ServiceDescription,
            organization: OrganizationDescription, roles: [RoleDescription],
            attributes: [String: AttributeDescription], sessionToken: SecretOctets, expiresInSeconds: Int64,
            pairing: Bool = false
        ) {
            self.channel = channel
            self.subject = subject
            self.service = service
            self.organization = organization
            self.roles = roles
            self.attributes = attributes
            self.sessionToken = sessionToken
            self.expiresInSeconds = expiresInSeconds
            self.pairing = pairing
        }
    }
}

/// The coding, in which the members of the subject stand beside the others, as in the statement.
extension Start.Response: Codable {
    private enum CodingKeys: String, CodingKey {
        case channel, service, organization, roles, attributes, sessionToken, expiresInSeconds, pairing
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        var reader = try JSONObjectReader(JSONValue(from: decoder))
        self.init(
            channel: try members.decode(Channel.self, forKey: .channel), subject: try ConsentSubject(&reader),
            service: try members.decode(ServiceDescription.self, forKey: .service),
            organization: try members.decode(OrganizationDescription.self, forKey: .organization),
            roles: try members.decode([RoleDescription].self, forKey: .roles),
            attributes: try members.decode([String: AttributeDescription].self, forKey: .attributes),
            sessionToken: try members.decode(SecretOctets.self, forKey: .sessionToken),
            expiresInSeconds: try members.decode(Int64.self, forKey: .expiresInSeconds),
            pairing: try members.decodeIfPresent(Bool.self, forKey: .pairing) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(channel, forKey: .channel)
        try members.encode(service, forKey: .service)
        try members.encode(organization, forKey: .organization)
        try members.encode(roles, forKey: .roles)
        try members.encode(attributes, forKey: .attributes)
        try members.encode(sessionToken, forKey: .sessionToken)
        try members.encode(expiresInSeconds, forKey: .expiresInSeconds)
        if pairing { try members.encode(true, forKey: .pairing) }
        try JSONValue.object(subject.members).encode(to: encoder)
    }
}

extension Start.Claim: Codable {
    private enum CodingKeys: String, CodingKey { case qr, openedQr, link, inApp, token }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let key = try container.requireExactlyOne()
        let secret = try container.decode(SecretOctets.self, forKey: key)
        switch key {
        case .qr: self = .qrCode(secret)
        case .openedQr: self = .openedQRCode(secret)
        case .link: self = .link(secret)
        case .inApp: self = .inApp(secret)
        case .token: self = .sessionToken(secret)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .qrCode(let secret): try container.encode(secret, forKey: .qr)
        case .openedQRCode(let secret): try container.encode(secret, forKey: .openedQr)
        case .link(let secret): try container.encode(secret, forKey: .link)
        case .inApp(let secret): try container.encode(secret, forKey: .inApp)
        case .sessionToken(let secret): try container.encode(secret, forKey: .token)
        }
    }
}
