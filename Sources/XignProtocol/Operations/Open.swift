/// Opens a pending activation: proves its secret and its PIN, and learns what is to be enrolled (protocol.md, section 4).
///
/// The right secret with a wrong PIN is counted; a wrong secret is not, and answers as an unknown activation does.
public enum Open: DeviceOperation {
    public static let name = DeviceOperationName.open

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// 16 bytes, from the pid.
        public var activationSecret: SecretOctets
        /// `ActivationPINProof`.
        public var pinProof: SecretOctets
        /// The activation that this device already has at this manager, which then proves the request.
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

    public struct Personalize: Codable, Sendable {
        /// 32 bytes, for `personalizeFinish`; ten minutes.
        public var openToken: SecretOctets
        /// 32 bytes, a field of the enrolment statement.
        public var challenge: Octets
        public var userName: String
        /// Where an organization has invited the user.
        public var organization: OrganizationDescription?
        public var service: ServiceDescription?
        public var pinPolicy: PINPolicy
        /// The activation PIN was assigned: a new one must be set.
        public var newPinRequired: Bool
        public var requiredFactors: [FactorType]
        public var optionalFactors: [FactorType]
        /// Wrong PINs before this one: more than the user remembers is an alarm.
        public var wrongPins: Int

        public init(
            openToken: SecretOctets, challenge: Octets, userName: String, organization: OrganizationDescription?,
            service: ServiceDescription?, pinPolicy: PINPolicy, newPinRequired: Bool, requiredFactors: [FactorType],
            optionalFactors: [FactorType], wrongPins: Int
        ) {
            self.openToken = openToken
            self.challenge = challenge
            self.userName = userName
            self.organization = organization
            self.service = service
            self.pinPolicy = pinPolicy
            self.newPinRequired = newPinRequired
            self.requiredFactors = requiredFactors
            self.optionalFactors = optionalFactors
            self.wrongPins = wrongPins
        }
    }

    /// An invitation of somebody who is already activated here: a session born bound to the proven activation.
    public struct Merge: Codable, Sendable {
        public var sessionId: SessionID
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

    /// Exactly one member is there.
    public struct Response: Codable, Sendable {
        public var personalize: Personalize?
        public var merge: Merge?
        /// This attempt's PIN was wrong.
        public var lockout: Lockout?
        /// Unix seconds at which somebody used this activation: if it was not the user, an alarm.
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
