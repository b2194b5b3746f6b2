import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The answer to a website: the browser takes it to the redirect URI, in the address or in a form.
struct AuthorizationAnswer {
    let context: Context
    /// The browser's request, which gets this answer.
    let request: Request
    let redirectURI: String
    let state: String?
    let responseMode: ResponseMode
    /// The language that the website asked for.
    let language: Language?

    /// - Parameter responseMode: `formPost` only for a redirect URI with an origin.
    init(
        in context: Context, to request: Request, redirectURI: String, state: String?, responseMode: ResponseMode,
        language: Language? = nil
    ) {
        self.context = context
        self.request = request
        self.redirectURI = redirectURI
        self.state = state
        self.responseMode = responseMode
        self.language = language
    }

    init(_ begun: BrowserRequest, in context: Context, to request: Request) {
        self.init(
            in: context, to: request, redirectURI: begun.redirectURI, state: begun.state,
            responseMode: begun.responseMode, language: begun.language)
    }

    func code(_ code: BearerToken) -> Response { response(parameters.code(code)) }

    func refusal(_ refusal: AuthorizationRefusal) -> Response { response(parameters.refusal(refusal)) }

    private var parameters: AnswerParameters { AnswerParameters(state: state, issuer: context.issuer) }

    private func response(_ parameters: [(name: String, value: String)]) -> Response {
        switch responseMode {
        case .query: return redirect(parameters)
        case .formPost: return form(parameters)
        }
    }

    /// 303, so that what was posted here is never posted there (RFC 9700, section 4.12).
    private func redirect(_ parameters: [(name: String, value: String)]) -> Response {
        var response = Response.redirect(to: RedirectURI.appending(parameters, to: redirectURI))
        response.setHeader("Cache-Control", "no-store")
        response.setHeader("Referrer-Policy", "no-referrer")
        return response
    }

    private func form(_ parameters: [(name: String, value: String)]) -> Response {
        let website = WebsiteLink(
            address: redirectURI, host: RedirectURI.origin(of: redirectURI)?.idmIdentifier ?? "")
        let model = FormPostPage.Model(to: website, fields: parameters, provider: context.provider)
        let wording = PageLanguage(context).wording(for: request, website: language)
        var response = Response.page(
            FormPostPage.page(model, in: wording), policy: ContentSecurityPolicy.formPost(to: redirectURI))
        // The website learns who posts (`Origin`), as some demand of a form, and not the address of this page.
        response.setHeader("Referrer-Policy", "strict-origin")
        return response
    }
}
