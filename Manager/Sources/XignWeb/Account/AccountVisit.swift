import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// A request of a browser that is logged in to an account, with all that its pages need.
struct AccountVisit: Sendable {
    let context: Context
    let site: Site
    let request: Request
    let session: BrowserSession
    let account: Account
    /// The device that confirmed the login.
    let activation: Activation
    let language: Language
    var wording: any Wording { language.wording }

    /// Finds the session of the browser.
    /// - Returns: nil where the browser is not logged in.
    init?(_ request: Request, at site: Site, _ context: Context) async throws {
        guard let cookie = SessionCookie.value(in: request),
            let found = try await FindBrowserSession(context)(cookie: cookie)
        else { return nil }
        self.context = context
        self.site = site
        self.request = request
        (session, account, activation) = (found.session, found.account, found.activation)
        language = PageLanguage(context).language(for: request, account: found.account.language)
    }

    // MARK: Tickets

    /// Makes the ticket of a form.
    /// - Parameters:
    ///   - path: the path that gets the form.
    ///   - object: the digest of the object as the page shows it; empty where there is none.
    func ticket(for path: String, object: [UInt8] = []) -> String { ticket(at: path).text(object: object) }

    /// Reads the ticket of a form that this request has sent.
    /// - Returns: the digest of the object as the page showed it; nil for a form from elsewhere.
    func object(inTicket text: String) -> [UInt8]? { ticket(at: request.target.path).object(in: text) }

    private func ticket(at path: String) -> Ticket {
        Ticket(session: session.id, path: path, managerSecret: context.database.vault.managerSecret)
    }

    // MARK: Answers

    /// The values around each page.
    var frame: AccountLayout.Frame {
        let isAnswerToForm = request.method == .post
        return AccountLayout.Frame(
            host: site.shownHost, account: account.name,
            logOutTicket: ticket(for: "/account/logout"), address: isAnswerToForm ? nil : address,
            done: isAnswerToForm ? nil : done, provider: context.provider)
    }

    /// The pages that have no frame of a session.
    var loginPages: AccountLoginPages { AccountLoginPages(context, at: site, in: wording) }

    func page(_ page: HTML, status: XignHTTP.Status = .ok) -> Response { .account(page, status: status) }

    func problem(_ problem: AccountProblem, back: AccountSection = .overview) -> Response {
        page(AccountProblemPage.page(problem, back: back, frame, in: wording), status: problem.status)
    }

    /// Leads to a page, which says what was done.
    func redirect(to path: String, done: DoneCode? = nil) -> Response {
        .leading(to: done.map { "\(path)?done=\($0.rawValue)" } ?? path)
    }

    /// The path and query of the page, without the sentence about an act: it is said once.
    private var address: String {
        let rest = request.query.list.filter { $0.name != "done" }.map { ($0.name, $0.value) }
        return OwnAddress(RedirectURI.appending(rest, to: request.target.path))?.text ?? AccountSection.overview.address
    }

    /// Anything but one code of the list shows nothing.
    private var done: DoneCode? {
        let values = request.query.all("done")
        return values.count == 1 ? DoneCode(rawValue: values[0]) : nil
    }
}

extension Response {
    /// Makes the response with a page of an account. No cache keeps it, and no page of another origin gets a hold of
    /// its window or its bytes (HTML, section 7.1.3; Fetch, section 3.7).
    static func account(
        _ page: HTML, policy: String = ContentSecurityPolicy.account, status: XignHTTP.Status = .ok
    ) -> Response {
        var response = Response.page(page, policy: policy, status: status)
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin")
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin")
        return response
    }

    /// Makes the redirection to a page of the account, which no cache keeps.
    static func leading(to path: String) -> Response {
        var response = Response.redirect(to: path)
        response.setHeader("Cache-Control", "no-store")
        return response
    }
}

extension AccountLoginPages {
    init(_ context: Context, at site: Site, in wording: any Wording) {
        self.init(host: site.shownHost, provider: context.provider, in: wording)
    }
}

extension AccountProblem {
    var status: XignHTTP.Status {
        switch self {
        case .notFound: .notFound
        case .notOwnForm: .forbidden
        case .malformed: .badRequest
        case .tooMany, .coolDown, .tooManyCopies: .tooManyRequests
        case .changed, .notConfirmed, .alreadyDone, .tooManyDevices, .lastDevice, .deviceLocked, .lastAdministrator,
            .notAllowed:
            .conflict
        }
    }
}
