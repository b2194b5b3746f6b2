import Logging
import XignAdmission
import XignCrypto
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The middleware of a surface's pages. It finds the browser's session, and checks the tickets of forms.
struct SurfaceRoutes<V: Visit>: Sendable {
    let context: Context
    let admission: Admission
    let log: Log
    let site: Site

    typealias Sent = SentForm

    // MARK: Handlers

    /// Makes the handler of a page. A browser that is not logged in is sent to the login, and comes back afterwards.
    func page(_ handler: @escaping @Sendable (V) async throws -> Response) -> Handler {
        pages.refusing { request in
            guard let visit = try await V(request, at: site, context) else {
                return isKeptBack(request) ? fromElsewhere(request) : logIn(returningTo: request.target.path)
            }
            guard KnownCookie(of: context.issuer).knows(visit.account.id, request, managerSecret: managerSecret)
            else {
                return isThatYou(visit)
            }
            return try await answering(visit, back: .overview) { try await handler(visit) }
        }
    }

    /// Makes the handler of a form. What was sent without a login is not done after it: the person sees the form again.
    /// - Parameters:
    ///   - back: the section with the form; nil where the form's page has the path that gets the form.
    ///   - takesAway: true for a form that only takes something away, such as a logout or the removal of a device. It
    ///     is not counted as a change of the account, and never refused as one.
    func form(
        back: V.Section?, takesAway: Bool = false, _ handler: @escaping @Sendable (V, Sent) async throws -> Response
    ) -> Handler {
        pages.refusing { request in
            try SameOrigin.require(of: request, at: site)
            guard let visit = try await V(request, at: site, context) else {
                return logIn(returningTo: back?.address ?? request.target.path)
            }
            return try await answering(visit, back: back ?? .overview) {
                try admission.admitForm(of: visit.session.id, from: request.remoteAddress)
                let fields = try request.form()
                guard let seen = visit.object(inTicket: try fields.required("ticket")) else {
                    log(
                        .info, "formRefused", of: request.remoteAddress.network,
                        [("route", request.route), ("code", "notOwnForm")])
                    return visit.notOwnForm(back: back ?? .overview)
                }
                if !takesAway { try admission.admitChange(of: visit.account.id, from: request.remoteAddress) }
                return try await handler(visit, SentForm(fields: fields, seen: seen))
            }
        }
    }

    // MARK: Answers

    /// Leads to the page with the button that begins a login. Following a link begins none.
    private func logIn(returningTo path: String) -> Response {
        .redirect(to: RedirectURI.appending([("to", path)], to: "\(V.surface.path)/login"))
    }

    /// True where the browser may have a session whose cookie it does not send, since another site has begun the
    /// request (RFC 6265bis, section 5.2). Browsers without `Sec-Fetch-Site` are led to the login.
    private func isKeptBack(_ request: Request) -> Bool {
        V.cookie(of: context.issuer).isStrict && request.headers.all("Sec-Fetch-Site") == ["cross-site"]
    }

    private func fromElsewhere(_ request: Request) -> Response {
        .ofSurface(
            V.loginPages(at: site, context, in: PageLanguage(context).wording(for: request))
                .fromElsewhere(address: request.target.path))
    }

    private func isThatYou(_ visit: V) -> Response {
        let path = V.surface.path
        return visit.page(
            visit.loginPages.isThatYou(
                visit.account.name, ticket: visit.ticket(for: "\(path)/known"),
                logOutTicket: visit.ticket(for: "\(path)/logout"), address: visit.request.target.path))
    }

    /// Answers refusals of the HTTP layer by pages of the surface.
    private func answering(
        _ visit: V, back: V.Section, _ handler: () async throws -> Response
    ) async throws -> Response {
        do { return try await handler() } catch let error as HTTPError {
            guard var response = visit.problem(error.status, back: back) else { throw error }
            response.headers += error.headers
            return response
        }
    }

    /// The error pages for requests without a session.
    var pages: PageAnswers { PageAnswers(context, log) }

    private var managerSecret: SymmetricKey { context.database.vault.managerSecret }
}

/// The fields of a form that a page of the same session has sent.
struct SentForm: Sendable {
    let fields: Parameters
    /// The digest of the object as the page showed it.
    let seen: [UInt8]
}

typealias AccountRoutes = SurfaceRoutes<AccountVisit>
