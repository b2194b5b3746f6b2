/// Ends a session by the user's will.
public enum Abort: DeviceOperation {
    public static let name = DeviceOperationName.abort

    /// Told apart for the user and the operator, not for the website.
    public enum Reason: String, Codable, Sendable { case cancelled, notMe }

    public struct Request: Codable, Sendable {
        public var sessionId: SessionID
        public var sessionToken: SecretOctets
        public var reason: Reason

        public init(sessionId: SessionID, sessionToken: SecretOctets, reason: Reason) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.reason = reason
        }
    }

    public struct Response: Codable, Sendable { public init() {} }
}
