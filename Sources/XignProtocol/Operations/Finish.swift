/// Submits the signed consent statement (protocol.md, "How `finish` decides").
///
/// One transaction judges it, and no answer is sent before the commit is durable. After success, the same statement
/// gets the same answer again.
public enum Finish: DeviceOperation {
    public static let name = DeviceOperationName.finish

    public struct Request: Codable, Sendable {
        public var sessionId: SessionID
        /// The token that `start` returned, 32 bytes.
        public var sessionToken: SecretOctets
        /// The consent statement, signed: a JWS as JSON.
        public var consent: Octets

        public init(sessionId: SessionID, sessionToken: SecretOctets, consent: Octets) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.consent = consent
        }
    }

    /// The effect of the confirmed process.
    public enum Outcome: String, Codable, Sendable {
        case userLogin, serviceLogin, apiAccessAddFactor, apiAccessChangePin, apiAccessMergeComplete
        case apiAccessRequestNewActivationData, apiAccessDelete
    }

    /// The answer to an accepted statement.
    public struct Result: Codable, Sendable {
        public var outcome: Outcome
        public var service: ServiceDescription
        public var organization: OrganizationDescription
        public var roleName: String
        /// The number of failures between the previous success and this one, which the app displays.
        public var failedAttemptsSinceLastSuccess: Int
        /// The grant of a utility process: 32 bytes, valid for five minutes.
        public var grant: SecretOctets?
        /// The secret with which the browser that began a login on this device gets its result: 32 bytes, valid once
        /// and for a minute. No other browser can use it (protocol.md, section 6).
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

    /// The answer to a wrong signature. It does not tell which factor was wrong.
    public struct Refusal: Codable, Sendable {
        public var lockout: Lockout
        /// The statement to sign after the lockout, which differs only in challenge and times. Nil where the session
        /// ends before the lockout does.
        public var nextStatement: Octets?

        public init(lockout: Lockout, nextStatement: Octets?) {
            self.lockout = lockout
            self.nextStatement = nextStatement
        }
    }

    /// A result or a refusal: exactly one member is set.
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
