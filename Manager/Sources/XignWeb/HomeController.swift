import XignHTTP
import XignPages
import XignUseCases

/// The handler of `/`, an address that people type or find in their history.
package struct HomeController: Sendable {
    private let context: Context
    private let firstPage: String?

    /// - Parameter firstPage: the address that people are led to; nil where no surface is served.
    package init(_ context: Context, firstPage: String?) {
        self.context = context
        self.firstPage = firstPage
    }

    package func register(in router: inout Router) {
        router.on(.get, "/") { [self] request in
            if let firstPage { return .redirect(to: firstPage) }
            return page(request)
        }
    }

    private func page(_ request: Request) -> Response {
        .page(
            HomePage.page(
                of: context.provider, host: context.issuer.idmIdentifier,
                in: PageLanguage(context).wording(for: request)),
            policy: ContentSecurityPolicy.message)
    }
}
