/// Lists the values that the user has chosen for services and that are released again without asking.
public enum AliasChoices: DeviceOperation {
    public static let name = DeviceOperationName.aliasChoices

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID

        public init(activationId: ActivationID) { self.activationId = activationId }
    }

    /// The choice of one value of an attribute for one service.
    public struct Choice: Codable, Sendable, Equatable {
        /// 16 random bytes. A new choice has a new id, so that an old request cannot remove it.
        public var id: Octets
        public var serviceId: String
        /// The name of the service, to be displayed.
        public var serviceName: String
        /// The name of the attribute, perhaps one of a later version.
        public var attribute: String
        /// The alias of the value, to be displayed.
        public var aliasText: String

        public init(id: Octets, serviceId: String, serviceName: String, attribute: String, aliasText: String) {
            self.id = id
            self.serviceId = serviceId
            self.serviceName = serviceName
            self.attribute = attribute
            self.aliasText = aliasText
        }
    }

    public struct Response: Codable, Sendable {
        public var choices: [Choice]

        public init(choices: [Choice]) { self.choices = choices }
    }
}
