/// Begins a login in the service's own app, which is bound to this activation from its beginning (protocol.md,
/// section 8).
public enum InAppStart: DeviceOperation {
    public static let name = DeviceOperationName.inAppStart

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The id of the service.
        public var clientId: String
        /// The requested scopes; `openid` where it is absent.
        public var scope: String?
        /// A value of the app's backend, which the ID token repeats.
        public var nonce: String?
        /// The S256 code challenge of the app's backend (RFC 7636): 43 characters.
        public var codeChallenge: String?
        public var client: ClientInformation

        public init(
            activationId: ActivationID, clientId: String, scope: String?, nonce: String?, codeChallenge: String?,
            client: ClientInformation
        ) {
            self.activationId = activationId
            self.clientId = clientId
            self.scope = scope
            self.nonce = nonce
            self.codeChallenge = codeChallenge
            self.client = client
        }
    }

    public struct Response: Codable, Sendable {
        public var sessionId: SessionID
        /// The token that claims the session with `start`, 32 bytes.
        public var sessionToken: SecretOctets

        public init(sessionId: SessionID, sessionToken: SecretOctets) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
        }
    }
}

/// Collects the authorization code of a confirmed login in the service's own app (protocol.md, section 8).
public enum CollectCode: DeviceOperation {
    public static let name = DeviceOperationName.collectCode

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        public var sessionId: SessionID
        /// The token with which the process was finished, 32 bytes.
        public var sessionToken: SecretOctets

        public init(activationId: ActivationID, sessionId: SessionID, sessionToken: SecretOctets) {
            self.activationId = activationId
            self.sessionId = sessionId
            self.sessionToken = sessionToken
        }
    }

    /// The answer. Its description and reflection omit the code, which is a bearer value.
    public struct Response: Codable, Sendable, CustomStringConvertible, CustomReflectable {
        public var code: String

        public init(code: String) { self.code = code }

        public var description: String { "an authorization code" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
}
