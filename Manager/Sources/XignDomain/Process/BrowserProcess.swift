import XignProtocol

/// A process that a browser began, as the front channel sees it: the process with the browser's side. It is a login at
/// a website or at the manager's own pages, or an act that one of these pages asks for. A website may be an app's own
/// Keycloak; then the browser is the app.
public struct BrowserProcess: Sendable, Equatable {
    public let process: Process
    public let request: BrowserRequest
    /// False if the website's service was switched off, and takes no login now.
    public let isServiceActive: Bool

    /// - Returns: nil for a process with another goal, which no browser began.
    public init?(process: Process, request: BrowserRequest, isServiceActive: Bool = true) {
        switch process.goal {
        case .website, .pages, .act: break
        case .inApp, .utility: return nil
        }
        self.process = process
        self.request = request
        self.isServiceActive = isServiceActive
    }

    /// A login at a website that a browser begins.
    /// - Parameters:
    ///   - channel: `inApp` for an app that logs in through its own Keycloak (protocol, section 8).
    ///   - browser: kept where the service takes part in a shared login alone.
    public init(
        _ authorization: AuthorizationRequest, at service: Service, through channel: Channel = .crossDevice,
        cookieHash: BearerHash, in browser: RequestingBrowser = .unknown, at now: Timestamp
    ) {
        let login = Goal.Login(
            serviceID: service.id, origin: RedirectURI.statedOrigin(of: authorization.redirectURI, service),
            requirements: authorization.requirements)
        process = Process(
            id: .random(), goal: .website(login), channel: channel, createdAt: now,
            expiresAt: now + service.sessionSeconds)
        request = BrowserRequest(
            redirectURI: authorization.redirectURI, state: authorization.state,
            responseMode: authorization.responseMode, cookieHash: cookieHash, language: authorization.language,
            isPopup: service.client.opensPopups, pushedRequest: authorization.pushedRequest,
            browser: service.client.sharesLogin ? browser : .unknown)
        isServiceActive = service.isActive
    }

    /// A login at the manager's own pages, or an act that one of them asks for.
    /// - Parameter page: the address of the manager's own page to which the browser goes afterwards.
    public init(_ goal: OwnGoal, returningTo page: String, cookieHash: BearerHash, at now: Timestamp) {
        process = Process(
            id: .random(), goal: goal.goal, channel: .crossDevice, createdAt: now, expiresAt: now + Process.boundSeconds
        )
        request = BrowserRequest(redirectURI: page, state: nil, cookieHash: cookieHash, language: nil)
        isServiceActive = true
    }

    /// The goals of processes that the manager's own pages begin.
    public enum OwnGoal: Sendable {
        case pages(BrowserSession.Surface)
        case act(RequestedAct)

        fileprivate var goal: Goal {
            switch self {
            case .pages(let surface): .pages(surface)
            case .act(let requested): .act(requested)
            }
        }
    }

    /// The hash of the cookie by which the browser proves itself. That of an act is sealed.
    public var cookieHash: BearerHash {
        if case .act(let requested) = process.goal { requested.cookieHash } else { request.cookieHash }
    }

    /// The website's request, to begin the login anew; nil where no website asked.
    public var authorization: AuthorizationRequest? {
        process.goal.login.map {
            AuthorizationRequest(
                redirectURI: request.redirectURI, state: request.state, responseMode: request.responseMode,
                language: request.language, requirements: $0.requirements,
                pushedRequest: request.pushedRequest)
        }
    }
}
