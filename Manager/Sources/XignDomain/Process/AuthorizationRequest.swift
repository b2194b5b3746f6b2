/// The request of a website at the authorization endpoint (OpenID Connect Core, section 3.1.2.1), after validation.
public struct AuthorizationRequest: Sendable, Equatable {
    /// The values of `prompt` that are accepted.
    public static let supportedPrompts = ["none", "login", "consent", "select_account"]

    public var redirectURI: String
    public var state: String?
    /// The first of the website's `ui_locales` that the manager speaks; nil where there is none.
    public var language: Language?
    public var requirements: LoginRequirements

    public init(redirectURI: String, state: String?, language: Language? = nil, requirements: LoginRequirements) {
        self.redirectURI = redirectURI
        self.state = state
        self.language = language
        self.requirements = requirements
    }
}
