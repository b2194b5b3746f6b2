/// Removes a choice, so that the next login at this service asks the user again. No effect where the choice does not
/// exist.
public enum ForgetAliasChoice: DeviceOperation {
    public static let name = DeviceOperationName.forgetAliasChoice

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The id of the choice, 16 bytes.
        public var choiceId: Octets

        public init(activationId: ActivationID, choiceId: Octets) {
            self.activationId = activationId
            self.choiceId = choiceId
        }
    }

    public struct Response: Codable, Sendable {
        public init() {}
    }
}
