/// Enrols the device's keys, which completes the activation (protocol.md, section 4).
///
/// A repetition with an unchanged statement and open token gets an unchanged answer until the token expires.
public enum PersonalizeFinish: DeviceOperation {
    public static let name = DeviceOperationName.personalizeFinish

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The token that `open` returned, 32 bytes.
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
