import Logging
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The pages between a browser and an app on the same device: the app link that no app opened, and the return
/// (protocol, section 6).
struct ReturnController: Sendable {
    let context: Context
    let log: Log

    func register(in router: inout Router) {
        let pages = PageAnswers(context, log)
        router.on(.get, "/a") { openedByBrowser($0) }
        router.on(.get, "/return", pages.refusing { try show($0) })
        router.on(.post, "/return", pages.refusing { try await finish($0) })
    }

    private func openedByBrowser(_ request: Request) -> Response {
        .page(
            AppLinkPage.page(of: context.provider, in: PageLanguage(context).wording(for: request)),
            policy: ContentSecurityPolicy.message)
    }

    private func show(_ request: Request) throws -> Response {
        let logins = try LoginCookie.logins(of: request, in: context).filter { $0.process.returnHash != nil }
        return .page(
            ReturnPage.page(
                of: context.provider,
                in: PageLanguage(context).wording(for: request, website: logins.first?.request.language)),
            policy: ContentSecurityPolicy.returning(to: logins.map(\.request.redirectURI)))
    }

    /// Releases the result for the device's secret together with the cookie of the browser that began, never for one of
    /// them alone. A request from another browser changes nothing, so that the right one can still return.
    private func finish(_ request: Request) async throws -> Response {
        guard try SameOrigin.isProven(by: request, issuer: context.issuer) else { throw PageRefusal.fromAnotherSite }
        let secret = SecretOctets(Base64URL.decode(try request.form().required("secret")) ?? [])
        let hash = BearerHash(of: secret)
        let logins = try LoginCookie.logins(of: request, in: context)
        guard let login = logins.first(where: { $0.process.returnHash == hash }) else {
            throw PageRefusal.returnedElsewhere
        }
        // Its page says that it is too late, and offers another login. An app has no page: its Keycloak is told.
        if login.process.channel != .inApp, case .expired = login.process.phase(at: context.clock.now()) {
            return .redirect(to: "/login/\(login.process.id)")
        }
        return try await LoginContinuation(context: context, request: request, log: log)
            .answer(login, returnSecret: secret)
    }
}
