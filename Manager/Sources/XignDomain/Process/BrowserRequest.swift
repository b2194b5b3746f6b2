/// The browser's side of a process: the address that gets the answer, and the browser that may collect it.
public struct BrowserRequest: Sendable, Equatable {
    /// The website's redirect URI, or the address of a page of the manager.
    public let redirectURI: String
    public let state: String?
    /// The hash of the browser's cookie.
    public let cookieHash: BearerHash
    /// The language that the website asked for; nil where it asked for none that the manager speaks.
    public let language: Language?

    public init(redirectURI: String, state: String?, cookieHash: BearerHash, language: Language? = nil) {
        self.redirectURI = redirectURI
        self.state = state
        self.cookieHash = cookieHash
        self.language = language
    }
}
