/// The request of a website at the authorization endpoint (OpenID Connect Core, section 3.1.2.1), after validation.
public struct AuthorizationRequest: Sendable, Equatable {
    /// A value of `prompt`.
    public enum Prompt: String, Sendable, CaseIterable {
        case none, login, consent
        case selectAccount = "select_account"
        /// The person registers first (Initiating User Registration via OpenID Connect 1.0).
        case create

        /// The values that ask the person: here, with the device.
        public static let forDevice: Set<Prompt> = [.login, .consent, .selectAccount]

        /// True for a value that may stand beside others.
        public var isCombinable: Bool { Self.forDevice.contains(self) }
    }

    public var redirectURI: String
    public var state: String?
    public var responseMode: ResponseMode
    /// The first of the website's `ui_locales` that the manager speaks; nil where there is none.
    public var language: Language?
    public var requirements: LoginRequirements
    /// The prompts that the website wishes. Not stored: a login that has begun has the device.
    public var prompt: Set<Prompt>
    /// The time in seconds since the confirmation after which the website wants another; nil: any. Not stored.
    public var maxAge: Int64?
    /// The hash of the `request_uri` by which the request was pushed (RFC 9126); nil where the browser brought it.
    public var pushedRequest: BearerHash?

    public init(
        redirectURI: String, state: String?, responseMode: ResponseMode = .query, language: Language? = nil,
        requirements: LoginRequirements, prompt: Set<Prompt> = [], maxAge: Int64? = nil,
        pushedRequest: BearerHash? = nil
    ) {
        self.redirectURI = redirectURI
        self.state = state
        self.responseMode = responseMode
        self.language = language
        self.requirements = requirements
        self.prompt = prompt
        self.maxAge = maxAge
        self.pushedRequest = pushedRequest
    }
}
