import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The handler of the language switch at the foot of each page.
struct LanguageController: Sendable {
    let context: Context
    let admission: Admission
    let log: Log
    let site: Site

    func register(in router: inout Router) {
        let choose = PageAnswers(context, log).refusing { try await self.choose($0) }
        router.on(.post, "/language") { request in
            // Outside of the pages: their 429 is that of a login.
            try admission.admitForm(from: request.remoteAddress)
            return try await choose(request)
        }
    }

    private func choose(_ request: Request) async throws -> Response {
        try SameOrigin.requireUnlessSilent(request, at: site)
        let form = try request.form()
        guard let language = Language(rawValue: try form.required("language")),
            let page = OwnAddress(try form.required("page"))
        else { throw PageRefusal.malformed }
        // In a session the account's language comes before the browser's.
        if let browser = try await session(of: page, request) {
            try SameOrigin.require(of: request, at: site)
            _ = try await SetAccountLanguage(context)(language, in: browser.found.session)
        }
        return .redirect(to: page.text).setting(try LanguageCookie(of: context.issuer).make(language))
    }

    /// Finds the session to which a page belongs: a page of a surface, or that of an act.
    private func session(of page: OwnAddress, _ request: Request) async throws -> LoggedInBrowser? {
        if let surface = Surface(path: page.text) {
            return try await LoggedInBrowser(request, in: surface, at: site, context)
        }
        let path = page.text.prefix { $0 != "?" }
        guard path.hasPrefix("/login/"), let id = SessionID(text: path.dropFirst("/login/".count)),
            let begun = try BrowserProcesses(context).find(
                id, cookie: LoginCookie.value(in: request, for: id, of: context.issuer)),
            case .act(let requested) = begun.process.goal
        else { return nil }
        return try await LoggedInBrowser(request, askingFor: requested, at: site, context)
    }
}
