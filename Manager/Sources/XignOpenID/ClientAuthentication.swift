import XignDomain
import XignHTTP

/// The credentials that a client sends to the token endpoint (RFC 6749, section 2.3), by exactly one method:
/// `client_secret_basic`, `client_secret_post`, or `none` for a public client.
struct ClientAuthentication {
    static let methods = ["client_secret_basic", "client_secret_post", "none"]

    /// As it was sent.
    let clientID: String
    /// As it was sent; nil if none was sent.
    let secret: String?

    init(_ request: Request, _ form: Parameters) throws {
        let clientID = try form.nonEmpty("client_id")
        let secret = try form.nonEmpty("client_secret")
        guard let authorization = try request.authorization() else {
            guard let clientID else { throw OAuthError(.invalidClient, "client_id is missing") }
            self.clientID = clientID
            self.secret = secret
            return
        }
        guard secret == nil else {
            throw OAuthError(.invalidRequest, "the client authenticates in two ways at once")
        }
        guard let basic = authorization.basic, let user = Self.formDecoded(basic.user),
            let password = Self.formDecoded(basic.password)
        else { throw OAuthError(.invalidClient, "the Authorization field is not that of a client") }
        guard clientID == nil || clientID == user else {
            throw OAuthError(.invalidRequest, "client_id names another client than the Authorization field")
        }
        self.clientID = user
        self.secret = password
    }

    static let refusal = OAuthError(.invalidClient, "no such client, or not its secret")

    /// Both parts are form-encoded within the Basic scheme (RFC 6749, section 2.3.1).
    private static func formDecoded(_ text: String) -> String? {
        guard let parameters = try? Parameters(formEncoded: Array("value=\(text)".utf8)), parameters.list.count == 1
        else { return nil }
        return parameters.list[0].value
    }
}

extension Parameters {
    /// The value, or nil where it is missing or empty (RFC 6749, section 3.1).
    func nonEmpty(_ name: String) throws(OAuthError) -> String? {
        let values = all(name)
        guard values.count <= 1 else { throw OAuthError(.invalidRequest, "a parameter is there twice") }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }
}
