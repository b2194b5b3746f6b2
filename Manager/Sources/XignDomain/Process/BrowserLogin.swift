import XignProtocol

/// A website login as the front channel sees it: the process with the browser's side. The website may be an app's own
/// Keycloak; then the browser is the app.
public struct BrowserLogin: Sendable, Equatable {
    public let process: Process
    /// The terms of the login, which are the process's goal.
    public let goal: Goal.Login
    public let request: BrowserRequest

    /// - Returns: nil for a process with another goal, which no browser began.
    public init?(process: Process, request: BrowserRequest) {
        guard case .website(let goal) = process.goal else { return nil }
        self.process = process
        self.goal = goal
        self.request = request
    }

    /// A login that a browser begins.
    /// - Parameter channel: `inApp` for an app that logs in through its own Keycloak (protocol, section 8).
    public init(
        _ authorization: AuthorizationRequest, at service: Service, through channel: Channel = .crossDevice,
        cookieHash: BearerHash, at now: Timestamp
    ) {
        goal = Goal.Login(
            serviceID: service.id, origin: RedirectURI.origin(of: authorization.redirectURI)?.description ?? "",
            requirements: authorization.requirements)
        process = Process(
            id: .random(), goal: .website(goal), channel: channel, createdAt: now,
            expiresAt: now + service.sessionSeconds)
        request = BrowserRequest(
            redirectURI: authorization.redirectURI, state: authorization.state, cookieHash: cookieHash)
    }

    /// The website's request, to begin the login anew.
    public var authorization: AuthorizationRequest {
        AuthorizationRequest(
            redirectURI: request.redirectURI, state: request.state, requirements: goal.requirements)
    }
}
