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
