/// Opens a pending activation: proves its secret and its PIN, and returns the requirements for enrolment (protocol.md,
/// section 4).
///
/// The right secret with a wrong PIN is counted. A wrong secret is not counted, and is answered like an unknown
/// activation.
public enum Open: DeviceOperation {
    public static let name = DeviceOperationName.open

    public struct Request: Codable, Sendable {
        /// The activation in the pid.
        public var activationId: ActivationID
        /// 16 bytes, from the pid.
        public var activationSecret: SecretOctets
        /// The `ActivationPINProof`, 32 bytes.
        public var pinProof: SecretOctets
        /// The existing activation of this device at this manager, whose key then proves the request.
        public var existingActivationId: ActivationID?
        public var client: ClientInformation

        public init(
            activationId: ActivationID, activationSecret: SecretOctets, pinProof: SecretOctets,
            existingActivationId: ActivationID?, client: ClientInformation
        ) {
            self.activationId = activationId
            self.activationSecret = activationSecret
            self.pinProof = pinProof
            self.existingActivationId = existingActivationId
            self.client = client
        }
    }

    /// The answer to the right PIN.
    public struct Personalize: Codable, Sendable {
        /// The token for `personalizeFinish`: 32 bytes, valid for ten minutes.
        public var openToken: SecretOctets
        /// The challenge of the enrolment statement, 32 bytes.
        public var challenge: Octets
        public var userName: String
        /// The name that the activation's maker gave the device, if any.
        public var alias: String?
        /// The organization that invited the user, if any.
        public var organization: OrganizationDescription?
        /// The service that the invitation is for, if any.
        public var service: ServiceDescription?
        public var pinPolicy: PINPolicy
        /// True if the activation PIN was assigned by another person, so that a new PIN must be enrolled.
        public var newPinRequired: Bool
        /// The factors to enrol.
        public var requiredFactors: [FactorType]
        /// The factors that may be enrolled in addition.
        public var optionalFactors: [FactorType]
        /// The number of wrong PINs before this one. The user should be warned of more than they entered.
        public var wrongPins: Int

        public init(
            openToken: SecretOctets, challenge: Octets, userName: String, alias: String?,
            organization: OrganizationDescription?, service: ServiceDescription?, pinPolicy: PINPolicy,
            newPinRequired: Bool, requiredFactors: [FactorType], optionalFactors: [FactorType], wrongPins: Int
        ) {
            self.openToken = openToken
            self.challenge = challenge
            self.userName = userName
            self.alias = alias
            self.organization = organization
            self.service = service
            self.pinPolicy = pinPolicy
            self.newPinRequired = newPinRequired
            self.requiredFactors = requiredFactors
            self.optionalFactors = optionalFactors
            self.wrongPins = wrongPins
        }
    }

    /// An invitation of a user who already has an activation at this manager: a session bound to the proven activation.
    public struct Merge: Codable, Sendable {
        public var sessionId: SessionID
        /// The token that claims the session, 32 bytes.
        public var sessionToken: SecretOctets
        public var organization: OrganizationDescription
        /// The address that the invitation was sent to.
        public var address: String

        public init(
            sessionId: SessionID, sessionToken: SecretOctets, organization: OrganizationDescription, address: String
        ) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.organization = organization
            self.address = address
        }
    }

    /// One of four answers: exactly one member is set.
    public struct Response: Codable, Sendable {
        public var personalize: Personalize?
        public var merge: Merge?
        /// The lockout after a wrong PIN.
        public var lockout: Lockout?
        /// The time at which the activation was used, in Unix seconds. If it was not the user, they must be warned.
        public var alreadyUsedAt: Int64?

        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            try members.requireExactlyOne()
            personalize = try members.decodeIfPresent(Personalize.self, forKey: .personalize)
            merge = try members.decodeIfPresent(Merge.self, forKey: .merge)
            lockout = try members.decodeIfPresent(Lockout.self, forKey: .lockout)
            alreadyUsedAt = try members.decodeIfPresent(Int64.self, forKey: .alreadyUsedAt)
        }

        private init(personalize: Personalize?, merge: Merge?, lockout: Lockout?, alreadyUsedAt: Int64?) {
            self.personalize = personalize
            self.merge = merge
            self.lockout = lockout
            self.alreadyUsedAt = alreadyUsedAt
        }

        public static func personalize(_ personalize: Personalize) -> Response {
            Response(personalize: personalize, merge: nil, lockout: nil, alreadyUsedAt: nil)
        }
        public static func merge(_ merge: Merge) -> Response {
            Response(personalize: nil, merge: merge, lockout: nil, alreadyUsedAt: nil)
        }
        public static func lockout(_ lockout: Lockout) -> Response {
            Response(personalize: nil, merge: nil, lockout: lockout, alreadyUsedAt: nil)
        }
        public static func alreadyUsed(at time: Int64) -> Response {
            Response(personalize: nil, merge: nil, lockout: nil, alreadyUsedAt: time)
        }
    }
}
