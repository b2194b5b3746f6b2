import XignDomain
import XignHTTP
import XignPages
import XignUseCases

/// The page of `/register`, on which people whom nobody has invited choose a name. The pages that follow are those of
/// `JoinController`.
package struct RegisterController: Sendable {
    package static let path = "/register"

    private let joining: JoinController
    private var context: Context { joining.context }

    /// - Parameter joining: the pages of the first device, at the same site.
    package init(_ joining: JoinController) { self.joining = joining }

    package func register(in router: inout Router) {
        let answers = PageAnswers(context, joining.log, beginLogins: false)
        router.on(.get, Self.path, answers.refusing { try joining.leadToDevice(.registration, $0) ?? show($0) })
        router.on(.post, Self.path, answers.refusing { try await begin($0) })
    }

    private func begin(_ request: Request) async throws -> Response {
        try SameOrigin.require(of: request, at: joining.site)
        let isKnown = try joining.isKnown(request)
        let place = isKnown ? nil : joining.pins.place(forRegistration: true)
        guard isKnown || place != nil else { return joining.busy(request, typed: try request.form().required("name")) }
        // Before anything is counted: a registration that is closed is as one that is off. Where the queue is full,
        // both tell people to wait: the database is not asked which of the two it is.
        guard try ReadJoin(context).registration() != nil else { throw HTTPError.notFound }
        let typed = try request.form().required("name")
        return try await joining.answerOnce(.registration, request) {
            guard let place = place ?? joining.pins.place(forRegistration: true) else {
                return .refused(joining.busy(request, typed: typed))
            }
            return try await joining.begin(.registration, place, named: typed, request) { error, status in
                try show(request, typed: typed, error: error, status: status)
            }
        }
    }

    private func show(
        _ request: Request, typed: String = "", error: JoinPages.Model.NameError? = nil, status: XignHTTP.Status = .ok
    ) throws -> Response {
        guard let organizations = try ReadJoin(context).registration() else { throw HTTPError.notFound }
        let wayBack = try WayBack(in: request.query, context)
        let pages = joining.pages(request)
        let page = pages.name(
            JoinPages.Model(
                title: pages.words.registerTitle,
                way: .registration(
                    .init(organizations: organizations, website: wayBack.map { .init($0, in: context) })),
                path: wayBack?.kept(at: Self.path) ?? Self.path, typed: typed, attempt: SentForms.secret(),
                error: error, isAnswer: error != nil))
        return joining.page(page, status: status).keepingOpener(wayBack?.service.client.opensPopups ?? false)
    }
}
