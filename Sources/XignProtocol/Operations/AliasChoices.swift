/// Asks which values the user has chosen for which services; they are released again without being chosen again.
public enum AliasChoices: DeviceOperation {
    public static let name = DeviceOperationName.aliasChoices

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID

        public init(activationId: ActivationID) { self.activationId = activationId }
    }

    /// One choice: for this attribute, this service receives the value of this name.
    public struct Choice: Codable, Sendable, Equatable {
        /// 16 random bytes; another whenever the user chooses anew, so that an old request takes back no new choice.
        public var id: Octets
        public var serviceId: String
        public var serviceName: String
        /// An attribute's name; later versions may have more.
        public var attribute: String
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

/// Takes a choice back: the next login at this service lets the user choose again. Without effect where there is none.
public enum ForgetAliasChoice: DeviceOperation {
    public static let name = DeviceOperationName.forgetAliasChoice

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
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
