/// Asks what became of this device's activation; resolves or ends a personalization that was interrupted.
public enum Status: DeviceOperation {
    public static let name = DeviceOperationName.status

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// SHA-256 of an open token of this activation, 32 bytes: the manager ends that token, unless the activation is
        /// active. Only who has the token knows it, so that nobody else voids anything.
        public var openTokenHash: SecretOctets?

        public init(activationId: ActivationID, openTokenHash: SecretOctets? = nil) {
            self.activationId = activationId
            self.openTokenHash = openTokenHash
        }
    }

    public struct Response: Codable, Sendable {
        public var userName: String
        public var alias: String
        public var factors: [FactorType]
        /// A lockout that is pending.
        public var lockout: Lockout?

        public init(userName: String, alias: String, factors: [FactorType], lockout: Lockout?) {
            self.userName = userName
            self.alias = alias
            self.factors = factors
            self.lockout = lockout
        }
    }
}
