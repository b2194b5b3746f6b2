/// Asks which values the user has chosen for which services; they are released again without being chosen again.
public enum AliasChoices: DeviceOperation {
    public static let name = DeviceOperationName.aliasChoices

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID

        public init(activationId: ActivationID) { self.activationId = activationId }
    }

    /// One choice: for this attribute, this service receives the value of this name.
    public struct Choice: Codable, Sendable, Equatable {
        public var serviceId: String
        public var serviceName: String
        /// An attribute's name; later versions may have more.
        public var attribute: String
        public var aliasText: String

        public init(serviceId: String, serviceName: String, attribute: String, aliasText: String) {
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

/// Takes a choice back: the next login at this service lets the user choose again. Without effect where there is none.
public enum ForgetAliasChoice: DeviceOperation {
    public static let name = DeviceOperationName.forgetAliasChoice

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        public var serviceId: String
        public var attribute: String

        public init(activationId: ActivationID, serviceId: String, attribute: String) {
            self.activationId = activationId
            self.serviceId = serviceId
            self.attribute = attribute
        }
    }

    public struct Response: Codable, Sendable {
        public init() {}
    }
}
