/// Renames the activation that proves the request, and no other (protocol.md, section 7).
public enum Rename: DeviceOperation {
    public static let name = DeviceOperationName.rename

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The user's new name for the device.
        public var alias: String

        public init(activationId: ActivationID, alias: String) {
            self.activationId = activationId
            self.alias = alias
        }
    }

    public struct Response: Codable, Sendable { public init() {} }
}
