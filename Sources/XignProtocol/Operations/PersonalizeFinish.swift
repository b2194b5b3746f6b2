/// Enrols the device's keys; the activation is then permanent. The same statement with the same open token, while that lives, is answered
/// the same again.
public enum PersonalizeFinish: DeviceOperation {
    public static let name = DeviceOperationName.personalizeFinish

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        public var openToken: SecretOctets
        /// The enrolment statement, signed by every key in it: a JWS as JSON.
        public var enrolment: Octets

        public init(activationId: ActivationID, openToken: SecretOctets, enrolment: Octets) {
            self.activationId = activationId
            self.openToken = openToken
            self.enrolment = enrolment
        }
    }

    public struct Response: Codable, Sendable {
        public var userName: String
        public var alias: String
        public var factors: [FactorType]

        public init(userName: String, alias: String, factors: [FactorType]) {
            self.userName = userName
            self.alias = alias
            self.factors = factors
        }
    }
}
