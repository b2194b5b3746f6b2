import Logging
import XignAdmission
import XignCrypto
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The middleware of the account pages. It finds the browser's session, and checks the tickets of forms.
struct AccountRoutes: Sendable {
    let context: Context
    let admission: Admission
    let log: Log
    let site: Site

    /// The fields of a form that a page of the same session has sent.
    struct Sent: Sendable {
        let fields: Parameters
        /// The digest of the object as the page showed it.
        let seen: [UInt8]
    }

    // MARK: Handlers

    /// Makes the handler of a page. A browser that is not logged in is sent to the login, and comes back afterwards.
    func page(_ handler: @escaping @Sendable (AccountVisit) async throws -> Response) -> Handler {
        pages.refusing { request in
            guard let visit = try await AccountVisit(request, at: site, context) else {
                return logIn(returningTo: request.target.path)
            }
            guard KnownCookie.knows(visit.account.id, request, managerSecret: managerSecret) else {
                return isThatYou(visit)
            }
            return try await answering(visit, back: .overview) { try await handler(visit) }
        }
    }

    /// Makes the handler of a form. What was sent without a login is not done after it: the person sees the form again.
    /// - Parameter back: the section with the form; nil where the form's page has the path that gets the form.
    func form(
        back: AccountSection?, _ handler: @escaping @Sendable (AccountVisit, Sent) async throws -> Response
    ) -> Handler {
        pages.refusing { request in
            guard try SameOrigin.isStrictlyProven(by: request, at: site) else {
                throw PageRefusal.fromAnotherSite
            }
            guard let visit = try await AccountVisit(request, at: site, context) else {
                return logIn(returningTo: back?.address ?? request.target.path)
            }
            return try await answering(visit, back: back ?? .overview) {
                try admission.admitForm(of: visit.session.id, from: request.remoteAddress)
                let fields = try request.form()
                guard let seen = visit.object(inTicket: try fields.required("ticket")) else {
                    log(
                        .info, "formRefused", of: request.remoteAddress.network,
                        [("route", request.route), ("code", AccountProblem.notOwnForm.rawValue)])
                    return visit.problem(.notOwnForm, back: back ?? .overview)
                }
                return try await handler(visit, Sent(fields: fields, seen: seen))
            }
        }
    }

    // MARK: Answers

    /// Leads to the page with the button that begins a login. Following a link begins none.
    private func logIn(returningTo path: String) -> Response {
        .redirect(to: RedirectURI.appending([("to", path)], to: "/account/login"))
    }

    private func isThatYou(_ visit: AccountVisit) -> Response {
        visit.page(
            visit.loginPages.isThatYou(
                visit.account.name, ticket: visit.ticket(for: "/account/known"),
                logOutTicket: visit.ticket(for: "/account/logout"), address: visit.request.target.path))
    }

    /// Answers refusals of the HTTP layer by pages of the account.
    private func answering(
        _ visit: AccountVisit, back: AccountSection, _ handler: () async throws -> Response
    ) async throws -> Response {
        do { return try await handler() } catch let error as HTTPError {
            guard let problem = AccountProblem(error.status) else { throw error }
            var response = visit.problem(problem, back: back)
            response.headers += error.headers
            return response
        }
    }

    /// The error pages for requests without a session.
    var pages: PageAnswers { PageAnswers(context, log) }

    private var managerSecret: SymmetricKey { context.database.vault.managerSecret }
}

extension AccountProblem {
    fileprivate init?(_ status: XignHTTP.Status) {
        switch status {
        case .notFound: self = .notFound
        case .badRequest, .unsupportedMediaType: self = .malformed
        case .tooManyRequests: self = .tooMany
        default: return nil
        }
    }
}
