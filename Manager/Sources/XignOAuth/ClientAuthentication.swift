import XignDomain
import XignHTTP

/// The credential that a client sends to an endpoint of the back channel (RFC 6749, section 2.3), by exactly one
/// method: `client_secret_basic`, `client_secret_post`, `private_key_jwt`, or `none` for a public client.
package struct ClientAuthentication: Sendable {
    enum Credential: Sendable {
        case none
        case secret(String)
        case assertion(ClientAssertion)
    }

    /// The methods of clients without keys.
    package static let methods = ["client_secret_basic", "client_secret_post", "none"]
    package static let methodOfKeys = "private_key_jwt"
    /// The parameters that belong to the authentication, and to nothing else.
    package static let parameters: Set<String> = [
        "client_id", "client_secret", "client_assertion", "client_assertion_type",
    ]

    package static let refusal = OAuthError(.invalidClient, "no such client, or not its secret or key")

    /// As it was sent.
    package let clientID: String
    let credential: Credential

    package init(_ request: Request, _ form: Parameters) throws {
        let clientID = try form.nonEmpty("client_id")
        let secret = try form.nonEmpty("client_secret")
        let assertion = try Self.assertion(form)
        let authorization = try request.authorization()
        guard [secret != nil, assertion != nil, authorization != nil].filter(\.self).count <= 1 else {
            throw OAuthError(.invalidRequest, "the client authenticates in two ways at once")
        }
        if let authorization {
            guard let basic = authorization.basic, let user = Self.formDecoded(basic.user),
                let password = Self.formDecoded(basic.password)
            else { throw OAuthError(.invalidClient, "the Authorization field is not that of a client") }
            guard clientID == nil || clientID == user else {
                throw OAuthError(.invalidRequest, "client_id names another client than the Authorization field")
            }
            (self.clientID, credential) = (user, .secret(password))
        } else if let assertion {
            guard clientID == nil || clientID == assertion.clientID else {
                throw OAuthError(.invalidClient, "client_id names another client than client_assertion")
            }
            (self.clientID, credential) = (assertion.clientID, .assertion(assertion))
        } else {
            guard let clientID else { throw OAuthError(.invalidClient, "client_id is missing") }
            (self.clientID, credential) = (clientID, secret.map(Credential.secret) ?? .none)
        }
    }

    private static func assertion(_ form: Parameters) throws -> ClientAssertion? {
        guard let text = try form.nonEmpty("client_assertion") else {
            guard try form.nonEmpty("client_assertion_type") == nil else {
                throw OAuthError(.invalidClient, "client_assertion is missing")
            }
            return nil
        }
        guard try form.nonEmpty("client_assertion_type") == ClientAssertion.type else {
            throw OAuthError(.invalidClient, "client_assertion_type must be \(ClientAssertion.type)")
        }
        return try ClientAssertion(text)
    }

    /// Both parts are form-encoded within the Basic scheme (RFC 6749, section 2.3.1).
    private static func formDecoded(_ text: String) -> String? {
        guard let parameters = try? Parameters(formEncoded: Array("value=\(text)".utf8)), parameters.list.count == 1
        else { return nil }
        return parameters.list[0].value
    }
}

extension Parameters {
    /// The value, or nil where it is missing or empty (RFC 6749, section 3.1).
    package func nonEmpty(_ name: String) throws(OAuthError) -> String? {
        let values = all(name)
        guard values.count <= 1 else { throw OAuthError(.invalidRequest, "a parameter is there twice") }
        return values.first.flatMap { $0.isEmpty ? nil : $0 }
    }
}
