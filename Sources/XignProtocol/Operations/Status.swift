/// Asks what became of this device's activation; resolves a personalization that a crash interrupted.
public enum Status: DeviceOperation {
    public static let name = DeviceOperationName.status

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID

        public init(activationId: ActivationID) { self.activationId = activationId }
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
