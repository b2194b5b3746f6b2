import XignProtocol

/// The request of a website at the authorization endpoint (OpenID Connect Core, section 3.1.2.1), after it was checked.
public struct AuthorizationRequest: Sendable, Equatable {
    /// The values of `prompt` that are accepted.
    public static let supportedPrompts = ["none", "login", "consent", "select_account"]

    public var redirectURI: String
    public var state: String?
    public var requirements: LoginRequirements

    public init(redirectURI: String, state: String?, requirements: LoginRequirements) {
        self.redirectURI = redirectURI
        self.state = state
        self.requirements = requirements
    }
}

/// The browser's side of a website login: the address that gets the answer, and the browser that may collect it.
public struct BrowserRequest: Sendable, Equatable {
    public let redirectURI: String
    public let state: String?
    /// The hash of the browser's cookie.
    public let cookieHash: BearerHash

    public init(redirectURI: String, state: String?, cookieHash: BearerHash) {
        self.redirectURI = redirectURI
        self.state = state
        self.cookieHash = cookieHash
    }
}

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
