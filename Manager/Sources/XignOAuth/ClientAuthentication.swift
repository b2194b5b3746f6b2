import XignDomain
import XignHTTP
import XignUseCases

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

    /// The one refusal of a client that has not proved who it is.
    package static func refusal(_ fault: ClientFault) -> OAuthError {
        OAuthError(.invalidClient, "no such client, or not its secret or key", reason: fault.rawValue)
    }

    /// As it was sent.
    package let clientID: String
    let credential: Credential

    package init(_ request: Request, _ form: Parameters) throws {
        var named = try form.nonEmpty("client_id")
        let basic = try Self.basic(request)
        let secrets = [try form.nonEmpty("client_secret"), basic?.secret].compactMap(\.self)
        let assertion = try Self.assertion(form)
        guard secrets.count + (assertion == nil ? 0 : 1) <= 1 else {
            throw OAuthError(.invalidRequest, "the client authenticates in two ways at once")
        }
        if let basic {
            guard named == nil || named == basic.clientID else {
                throw OAuthError(.invalidRequest, "client_id names another client than the Authorization field")
            }
            named = basic.clientID
        }
        if let assertion {
            guard named == nil || named == assertion.clientID else {
                throw OAuthError(.invalidClient, "client_id names another client than client_assertion")
            }
            (clientID, credential) = (assertion.clientID, .assertion(assertion))
        } else {
            guard let named else { throw OAuthError(.invalidClient, "client_id is missing") }
            (clientID, credential) = (named, secrets.first.map(Credential.secret) ?? .none)
        }
    }

    /// The content of the Authorization field; nil for a request without one. An empty secret is none, as in a form:
    /// libraries of public clients send one (RFC 6749, section 2.3.1).
    private static func basic(_ request: Request) throws -> (clientID: String, secret: String?)? {
        guard let authorization = try request.authorization() else { return nil }
        guard let basic = authorization.basic, let user = formDecoded(basic.user),
            let password = formDecoded(basic.password)
        else { throw OAuthError(.invalidClient, "the Authorization field is not that of a client") }
        return (user, password.isEmpty ? nil : password)
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
