/// Ends a session at the user's request (protocol.md, section 3).
public enum Abort: DeviceOperation {
    public static let name = DeviceOperationName.abort

    /// The user's reason. The operator sees it, the website does not.
    public enum Reason: String, Codable, Sendable { case cancelled, notMe }

    public struct Request: Codable, Sendable {
        public var sessionId: SessionID
        /// The token that `start` returned, 32 bytes.
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
