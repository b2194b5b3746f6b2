import XignHTTP
import XignProtocol

/// A refusal by the token endpoint (RFC 6749, section 5.2).
struct OAuthError: Error, Equatable {
    enum Code: String {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
    }

    let code: Code
    /// Text for the client's developer, without information that helps the thief of a code.
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    var response: Response {
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
    static func secretJSON(_ value: JSONValue, status: XignHTTP.Status = .ok) -> Response {
        .json(
            value.serialized, status: status,
            headers: [HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache")])
    }
}
