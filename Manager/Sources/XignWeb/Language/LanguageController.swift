import Logging
import XignDomain
import XignHTTP
import XignUseCases

/// The handler of the language switch at the foot of each page.
struct LanguageController: Sendable {
    let context: Context
    let log: Log

    func register(in router: inout Router) {
        router.on(.post, "/language", PageAnswers(context, log).refusing { try await choose($0) })
    }

    private func choose(_ request: Request) async throws -> Response {
        guard try SameOrigin.isProven(by: request, issuer: context.issuer) else { throw PageRefusal.fromAnotherSite }
        let form = try request.form()
        guard let language = Language(rawValue: try form.required("language")),
            let page = OwnAddress(try form.required("page"))
        else { throw PageRefusal.malformed }
        // At the account pages the account's language comes before the browser's.
        if let visit = try await AccountVisit(request, context) {
            _ = try await SetAccountLanguage(context)(language, in: visit.session)
        }
        return .redirect(to: page.text).setting(try LanguageCookie.make(language))
    }
}
