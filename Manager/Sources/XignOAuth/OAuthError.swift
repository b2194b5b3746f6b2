import XignHTTP
import XignProtocol
import XignUseCases

/// A refusal by an endpoint of the back channel (RFC 6749, section 5.2; RFC 9126, section 2.3; RFC 9449, section 5).
package struct OAuthError: Error, Equatable {
    package enum Code: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidDPoPProof = "invalid_dpop_proof"
        case useDPoPNonce = "use_dpop_nonce"
        case unauthorizedClient = "unauthorized_client"
        case invalidScope = "invalid_scope"
        case unsupportedResponseType = "unsupported_response_type"
        case requestNotSupported = "request_not_supported"
        case registrationNotSupported = "registration_not_supported"
        case unmetAuthenticationRequirements = "unmet_authentication_requirements"
    }

    package let code: Code
    /// Text for the client's developer, without information that helps the thief of a code.
    package let description: String
    /// The reason for the operator's log, which no answer tells; nil where the description says all.
    package let reason: String?

    package init(_ code: Code, _ description: String, reason: String? = nil) {
        self.code = code
        self.description = description
        self.reason = reason
    }

    /// The refusal of a pushed authorization request.
    package init(_ refusal: AuthorizationRefusal) {
        self.init(Code(rawValue: refusal.code.rawValue) ?? .invalidRequest, refusal.description ?? "")
    }

    package var response: Response {
        let body = JSONValue.object([
            ("error", .string(code.rawValue)), ("error_description", .string(description)),
        ])
        guard code == .invalidClient else { return .secretJSON(body, status: .badRequest) }
        var response = Response.secretJSON(body, status: .unauthorized)
        response.setHeader("WWW-Authenticate", #"Basic realm="xign", charset="UTF-8""#)
        return response
    }
}

extension Response {
    /// JSON that must not be cached (RFC 6749, section 5.1).
    package static func secretJSON(_ value: JSONValue, status: XignHTTP.Status = .ok) -> Response {
        .json(
            value.serialized, status: status,
            headers: [HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache")])
    }
}
