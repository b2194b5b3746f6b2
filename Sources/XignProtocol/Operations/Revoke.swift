/// Revokes the activation that proves the request. Revoking another activation is a utility process.
public enum Revoke: DeviceOperation {
    public static let name = DeviceOperationName.revoke

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID

        public init(activationId: ActivationID) { self.activationId = activationId }
    }

    public struct Response: Codable, Sendable { public init() {} }
}
