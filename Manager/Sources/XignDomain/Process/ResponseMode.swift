/// The way of an authorization answer to the redirect URI.
public enum ResponseMode: String, Sendable, CaseIterable {
    /// Parameters of the address (OAuth 2.0 Multiple Response Type Encoding Practices, section 2.1).
    case query
    /// A form that the browser posts (OAuth 2.0 Form Post Response Mode).
    case formPost = "form_post"
}
