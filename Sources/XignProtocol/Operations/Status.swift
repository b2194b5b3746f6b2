/// Reports the state of this device's activation; completes or ends an interrupted personalization (protocol.md,
/// section 4).
public enum Status: DeviceOperation {
    public static let name = DeviceOperationName.status

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The SHA-256 of an open token of this activation, 32 bytes. The manager ends that token unless it has
        /// enrolled keys. Only the holder of the token knows the hash, so that nobody else can end it.
        public var openTokenHash: SecretOctets?
        /// The number of the newest notice that the device has; nil for one that asks for no notices.
        public var noticesAfter: Int64?

        public init(
            activationId: ActivationID, openTokenHash: SecretOctets? = nil, noticesAfter: Int64? = nil
        ) {
            self.activationId = activationId
            self.openTokenHash = openTokenHash
            self.noticesAfter = noticesAfter
        }
    }

    public struct Response: Codable, Sendable {
        public var userName: String
        public var alias: String
        public var factors: [FactorType]
        /// The pending lockout, if any.
        public var lockout: Lockout?
        /// The notices after the number in the request, oldest first; none where the request has no number.
        public var notices: [Notice]

        public init(
            userName: String, alias: String, factors: [FactorType], lockout: Lockout?, notices: [Notice] = []
        ) {
            self.notices = notices
            self.userName = userName
            self.alias = alias
            self.factors = factors
            self.lockout = lockout
        }
    }
}
