import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The answer to a website: a redirect of the browser to its redirect URI. Every answer names its issuer, against
/// mix-up attacks on clients of several providers (RFC 9207).
struct AuthorizationAnswer {
    let redirectURI: String
    let state: String?
    let issuer: ManagerOrigin

    init(redirectURI: String, state: String?, issuer: ManagerOrigin) {
        self.redirectURI = redirectURI
        self.state = state
        self.issuer = issuer
    }

    init(_ request: BrowserRequest, issuer: ManagerOrigin) {
        self.init(redirectURI: request.redirectURI, state: request.state, issuer: issuer)
    }

    func code(_ code: BearerToken) -> Response { response([("code", code.text)]) }

    func refusal(_ refusal: AuthorizationRefusal) -> Response {
        response(
            [("error", refusal.code.rawValue)] + (refusal.description.map { [("error_description", $0)] } ?? []))
    }

    /// 303, so that what was posted here is never posted there (RFC 9700, section 4.12).
    private func response(_ result: [(name: String, value: String)]) -> Response {
        let parameters = result + (state.map { [("state", $0)] } ?? []) + [("iss", issuer.description)]
        var response = Response.redirect(to: RedirectURI.appending(parameters, to: redirectURI))
        response.setHeader("Cache-Control", "no-store")
        response.setHeader("Referrer-Policy", "no-referrer")
        return response
    }
}
