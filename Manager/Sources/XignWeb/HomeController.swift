import XignHTTP
import XignPages
import XignUseCases

/// The handler of `/`, an address that people type or find in their history.
package struct HomeController: Sendable {
    private let context: Context
    private let accountPath: String?

    /// - Parameter accountPath: the first page of the account, which people are led to; nil where it is not served.
    package init(_ context: Context, accountPath: String?) {
        self.context = context
        self.accountPath = accountPath
    }

    package func register(in router: inout Router) {
        router.on(.get, "/") { [self] request in
            if let accountPath { return .redirect(to: accountPath) }
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
