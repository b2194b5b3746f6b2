import XignProtocol

/// The message to a website that a login has ended (OpenID Connect Back-Channel Logout 1.0). It becomes a signed logout
/// token when it is delivered.
public struct LogoutNotice: Sendable, Equatable {
    public var serviceID: ServiceID
    /// The pairwise subject.
    public var subject: MappingID
    public var sessionID: LogoutSessionID

    public init(serviceID: ServiceID, subject: MappingID, sessionID: LogoutSessionID) {
        self.serviceID = serviceID
        self.subject = subject
        self.sessionID = sessionID
    }
}
