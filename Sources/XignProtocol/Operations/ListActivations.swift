/// Lists the activations of this device's account: the active ones, and those that wait for their device (protocol.md,
/// section 7).
public enum ListActivations: DeviceOperation {
    public static let name = DeviceOperationName.list

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID

        public init(activationId: ActivationID) { self.activationId = activationId }
    }

    public struct Item: Codable, Sendable, Equatable {
        public var activationId: ActivationID
        /// The user's name for the device; nil for a pending activation that has none yet.
        public var alias: String?
        /// The operating system that the device named; nil for a pending activation.
        public var platform: String?
        /// The time of the personalization in Unix seconds; nil for a pending activation.
        public var since: Int64?
        /// The end of a pending activation in Unix seconds; nil for an active one.
        public var expiresAt: Int64?

        public init(activationId: ActivationID, alias: String?, platform: String?, since: Int64?, expiresAt: Int64?) {
            self.activationId = activationId
            self.alias = alias
            self.platform = platform
            self.since = since
            self.expiresAt = expiresAt
        }
    }

    public struct Response: Codable, Sendable {
        public var activations: [Item]

        public init(activations: [Item]) { self.activations = activations }
    }
}
