/// A refusal that the browser takes back to the website (RFC 6749, section 4.1.2.1; OpenID Connect Core, section
/// 3.1.2.6).
package struct AuthorizationRefusal: Error, Equatable {
    package enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedResponseType = "unsupported_response_type"
        case invalidScope = "invalid_scope"
        case accessDenied = "access_denied"
        case loginRequired = "login_required"
        /// OpenID Connect Core Error Code unmet_authentication_requirements 1.0.
        case unmetAuthenticationRequirements = "unmet_authentication_requirements"
        case temporarilyUnavailable = "temporarily_unavailable"
        case requestNotSupported = "request_not_supported"
        /// RFC 9101, section 6.2, which RFC 9126 refers to.
        case invalidRequestURI = "invalid_request_uri"
        case requestURINotSupported = "request_uri_not_supported"
        case registrationNotSupported = "registration_not_supported"
    }

    package static let noRole = AuthorizationRefusal(
        .unmetAuthenticationRequirements, "no role of this service takes logins that begin in a browser")

    package static let noRoleInApp = AuthorizationRefusal(
        .unmetAuthenticationRequirements, "no role of this service takes logins in its app")

    package static let noInApp = AuthorizationRefusal(
        .unauthorizedClient, "this service is not declared with inApp: true")

    package static let noFormInApp = AuthorizationRefusal(
        .invalidRequest, "response_mode must be query where an app logs in")

    package static let requestUsed = AuthorizationRefusal(
        .invalidRequestURI, "another login was finished with this request_uri")

    package let code: Code
    /// For the website's developer, in ASCII.
    package let description: String?

    package static let noContextClass = AuthorizationRefusal(
        .unmetAuthenticationRequirements,
        "nobody can log in here with the acr that is demanded: see acr_values_supported")

    package init(_ code: Code, _ description: String? = nil) {
        self.code = code
        self.description = description
    }
}
