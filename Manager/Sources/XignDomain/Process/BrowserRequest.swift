/// The browser's side of a process: the address that gets the answer, and the browser that may collect it.
public struct BrowserRequest: Sendable, Equatable {
    /// The website's redirect URI, or the address of a page of the manager.
    public let redirectURI: String
    public let state: String?
    public let responseMode: ResponseMode
    /// The hash of the browser's cookie.
    public let cookieHash: BearerHash
    /// The language that the website asked for; nil where it asked for none that the manager speaks.
    public let language: Language?
    /// True if the pages of the process keep their reference to the window that opened them (`popups` of the service).
    public let isPopup: Bool
    /// True if the person has ticked that this browser shall remember the login.
    public let remembersLogin: Bool
    /// The hash of the `request_uri` by which the website pushed its request; nil where the browser brought it.
    public let pushedRequest: BearerHash?
    /// The browser that asks, where the device names it: at services that take part in a shared login.
    public let browser: RequestingBrowser

    public init(
        redirectURI: String, state: String?, responseMode: ResponseMode = .query, cookieHash: BearerHash,
        language: Language? = nil, isPopup: Bool = false, remembersLogin: Bool = false,
        pushedRequest: BearerHash? = nil, browser: RequestingBrowser = .unknown
    ) {
        self.redirectURI = redirectURI
        self.state = state
        self.responseMode = responseMode
        self.cookieHash = cookieHash
        self.language = language
        self.isPopup = isPopup
        self.remembersLogin = remembersLogin
        self.pushedRequest = pushedRequest
        self.browser = browser
    }
}
