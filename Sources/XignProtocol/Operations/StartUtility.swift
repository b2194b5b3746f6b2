/// Begins a utility process, which is bound to this activation from its beginning (protocol.md, section 7).
public enum StartUtility: DeviceOperation {
    public static let name = DeviceOperationName.startUtility

    /// The act that the user wants to confirm.
    public enum Utility: Sendable, Equatable {
        case changePin
        case newActivation
        case delete
        case addFactor(FactorType)
        /// Revokes another activation of the account.
        case revoke(ActivationID)

        public var purpose: Purpose {
            switch self {
            case .changePin: .changePin
            case .newActivation: .newActivation
            case .delete: .delete
            case .addFactor: .addFactor
            case .revoke: .revoke
            }
        }
    }

    public struct Request: Sendable {
        public var activationId: ActivationID
        public var utility: Utility
        public var client: ClientInformation

        public init(activationId: ActivationID, utility: Utility, client: ClientInformation) {
            self.activationId = activationId
            self.utility = utility
            self.client = client
        }
    }

    public struct Response: Codable, Sendable {
        public var sessionId: SessionID
        /// The token that claims the session with `start`, 32 bytes.
        public var sessionToken: SecretOctets
        /// The length limits of the new PIN, for `changePin` and `newActivation` alone.
        public var pinPolicy: PINPolicy?

        public init(sessionId: SessionID, sessionToken: SecretOctets, pinPolicy: PINPolicy?) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.pinPolicy = pinPolicy
        }
    }
}

extension StartUtility.Request: Codable {
    private enum CodingKeys: String, CodingKey { case activationId, purpose, factor, target, client }

    /// - Throws: `DecodingError` for `factor` or `target` with another purpose, or missing with its own.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let factor = try members.decodeIfPresent(FactorType.self, forKey: .factor)
        let target = try members.decodeIfPresent(ActivationID.self, forKey: .target)
        let utility: StartUtility.Utility
        switch (try members.decode(Purpose.self, forKey: .purpose), factor, target) {
        case (.changePin, nil, nil): utility = .changePin
        case (.newActivation, nil, nil): utility = .newActivation
        case (.delete, nil, nil): utility = .delete
        case (.addFactor, let factor?, nil): utility = .addFactor(factor)
        case (.revoke, nil, let target?): utility = .revoke(target)
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "not the members of this purpose"))
        }
        self.init(
            activationId: try members.decode(ActivationID.self, forKey: .activationId), utility: utility,
            client: try members.decode(ClientInformation.self, forKey: .client))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(activationId, forKey: .activationId)
        try members.encode(utility.purpose, forKey: .purpose)
        switch utility {
        case .changePin, .newActivation, .delete: break
        case .addFactor(let factor): try members.encode(factor, forKey: .factor)
        case .revoke(let target): try members.encode(target, forKey: .target)
        }
        try members.encode(client, forKey: .client)
    }
}
