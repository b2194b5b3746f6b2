import XignProtocol

/// A website login as the front channel sees it: the process with the browser's side.
public struct BrowserLogin: Sendable, Equatable {
    public let process: Process
    public let request: BrowserRequest

    public init(process: Process, request: BrowserRequest) {
        self.process = process
        self.request = request
    }

    /// A login that a browser begins.
    public init(
        _ authorization: AuthorizationRequest, at service: Service, cookieHash: BearerHash, at now: Timestamp
    ) {
        let login = Goal.Login(
            serviceID: service.id, origin: RedirectURI.origin(of: authorization.redirectURI)?.description ?? "",
            requirements: authorization.requirements)
        process = Process(
            id: .random(), goal: .website(login), channel: .crossDevice, createdAt: now,
            expiresAt: now + service.sessionSeconds)
        request = BrowserRequest(
            redirectURI: authorization.redirectURI, state: authorization.state, cookieHash: cookieHash)
    }

    /// The website's request, to begin the login anew.
    public var authorization: AuthorizationRequest {
        AuthorizationRequest(
            redirectURI: request.redirectURI, state: request.state, requirements: process.goal.login.requirements)
    }
}
