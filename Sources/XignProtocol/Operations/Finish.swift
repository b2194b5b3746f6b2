/// Submits the signed statement. One transaction judges it: refuse, count, verify, clear, record, commit; only then the answer.
/// The same statement again, after success, answers the same again.
public enum Finish: DeviceOperation {
    public static let name = DeviceOperationName.finish

    public struct Request: Codable, Sendable {
        public var sessionId: SessionID
        public var sessionToken: SecretOctets
        /// The consent statement, signed: a JWS as JSON.
        public var consent: Octets

        public init(sessionId: SessionID, sessionToken: SecretOctets, consent: Octets) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.consent = consent
        }
    }

    /// What the confirmed process leads to.
    public enum Outcome: String, Codable, Sendable {
        case userLogin, serviceLogin, apiAccessAddFactor, apiAccessChangePin, apiAccessMergeComplete
        case apiAccessRequestNewActivationData, apiAccessDelete
    }

    public struct Result: Codable, Sendable {
        public var outcome: Outcome
        public var service: ServiceDescription
        public var organization: OrganizationDescription
        public var roleName: String
        /// Before this success; the app shows it.
        public var failedAttemptsSinceLastSuccess: Int
        /// For a utility process: 32 bytes, five minutes.
        public var grant: SecretOctets?
        /// For a login that was begun on this device: 32 bytes, by which the browser that began it gets its result, once and
        /// within a minute. No other browser can use them.
        public var returnSecret: SecretOctets?

        public init(
            outcome: Outcome, service: ServiceDescription, organization: OrganizationDescription, roleName: String,
            failedAttemptsSinceLastSuccess: Int, grant: SecretOctets?, returnSecret: SecretOctets? = nil
        ) {
            self.outcome = outcome
            self.service = service
            self.organization = organization
            self.roleName = roleName
            self.failedAttemptsSinceLastSuccess = failedAttemptsSinceLastSuccess
            self.grant = grant
            self.returnSecret = returnSecret
        }
    }

    /// This attempt was wrong. Which factor is not said.
    public struct Refusal: Codable, Sendable {
        public var lockout: Lockout
        /// To be signed once the lockout is over: differs in challenge and times alone. Absent where the session ends before.
        public var nextStatement: Octets?

        public init(lockout: Lockout, nextStatement: Octets?) {
            self.lockout = lockout
            self.nextStatement = nextStatement
        }
    }

    /// Exactly one member is there.
    public struct Response: Codable, Sendable {
        public var result: Result?
        public var refusal: Refusal?

        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            try members.requireExactlyOne()
            result = try members.decodeIfPresent(Result.self, forKey: .result)
            refusal = try members.decodeIfPresent(Refusal.self, forKey: .refusal)
        }

        private init(result: Result?, refusal: Refusal?) {
            self.result = result
            self.refusal = refusal
        }

        public static func success(_ result: Result) -> Response { Response(result: result, refusal: nil) }
        public static func refusal(_ refusal: Refusal) -> Response { Response(result: nil, refusal: refusal) }
    }
}
