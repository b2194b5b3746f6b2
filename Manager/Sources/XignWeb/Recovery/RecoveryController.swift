import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The pages of a person whose devices are lost: `/recover`, and the steps of a recovery below it. They need no login.
///
/// A recovery takes two proofs at its begin, and both again a day later. The browser keeps those that it has shown in
/// its cookie. No page tells whether an account exists: only a right recovery code leads on.
package struct RecoveryController: Sendable {
    private let context: Context
    private let admission: Admission
    private let log: Log
    private let site: Site
    /// Nil where recovery codes are off.
    private let pins: StrangerPINs?

    /// - Parameter pins: nil where recovery codes are off: the ways that need none are left.
    package init(_ context: Context, _ admission: Admission, _ log: Log, _ site: Site, pins: StrangerPINs?) {
        (self.context, self.admission, self.log, self.site) = (context, admission, log, site)
        self.pins = pins
    }

    package func register(in router: inout Router) {
        router.on(.get, LostDevicePage.path, pages.refusing { try ways($0) })
        guard let pins else { return }
        router.on(.post, LostDevicePage.path, form(refused: tooMany) { try await find($0) })
        router.on(.get, RecoveryMailPage.path, pages.refusing { try await showMail($0) })
        router.on(.post, RecoveryMailPage.path, form { try await send($0) })
        router.on(.post, RecoveryMailPage.codePath, form { try await prove($0, pins) })
        router.on(.get, RecoveryDevicePage.path, pages.refusing { try await showDevice($0) })
    }

    private var pages: PageAnswers { PageAnswers(context, log, beginLogins: false) }
    /// The cookie with the proofs that the browser has shown. Mailed codes are for this browser alone. The proofs count
    /// for an hour; the browser keeps the cookie until a recovery that it has begun is over, and is recognised by it.
    private var cookie: StrictCookie {
        StrictCookie("recover", lifetimeSeconds: Recovery.waitSeconds + Recovery.windowSeconds, context)
    }

    /// Makes the handler of a form. One of another site uses up no network's limit.
    /// - Parameter refused: answers a form beyond the limit.
    private func form(
        refused: @escaping @Sendable (Request, HTTPError) throws -> Response = { throw $1 },
        _ handler: @escaping Handler
    ) -> Handler {
        pages.refusing { request in
            guard try SameOrigin.isStrictlyProven(by: request, at: site) else { throw PageRefusal.fromAnotherSite }
            do throws(HTTPError) { try admission.admitRecovery(from: request.remoteAddress) } catch {
                return try refused(request, error)
            }
            return try await handler(request)
        }
    }

    // MARK: The recovery code

    private func ways(_ request: Request) throws -> Response {
        let form = pins.map { _ in LostDevicePage.CodeForm() }
        return answer(LostDevicePage.page(form, frame(request), in: wording(request)))
    }

    private func find(_ request: Request) async throws -> Response {
        let typed = try request.form().required("code")
        guard
            let visit = try await FindRecovery(context)(
                typed: typed, after: cookie.text(in: request), network: network(of: request))
        else {
            let form = LostDevicePage.CodeForm(typed: typed, .unknown)
            return answer(
                LostDevicePage.page(form, frame(request), in: wording(request)), status: .unprocessableContent)
        }
        return try .leading(to: page(of: visit)).setting(cookie.make(visit.cookie))
    }

    /// Keeps the code that was typed, which nobody has looked at.
    private func tooMany(_ request: Request, _ limit: HTTPError) throws -> Response {
        let form = LostDevicePage.CodeForm(typed: try request.form().single("code") ?? "", .tooMany)
        var response = answer(LostDevicePage.page(form, frame(request), in: wording(request)), status: limit.status)
        response.headers += limit.headers
        return response
    }

    private func page(of visit: RecoveryVisit) -> String {
        if case .issued = visit.state { RecoveryDevicePage.path } else { RecoveryMailPage.path }
    }

    // MARK: The mailbox

    private func showMail(_ request: Request) async throws -> Response {
        guard let visit = try await visit(request) else { return over }
        return try answer(visit, request)
    }

    /// Mails a code, the first time or again.
    private func send(_ request: Request) async throws -> Response {
        guard let value = cookie.text(in: request) else { return over }
        let address = try request.form().single("address")
        let outcome = try await SendRecoveryMail(context)(
            to: address, cookie: value, from: "\(request.remoteAddress.network)", logged: network(of: request),
            language: PageLanguage(context).language(for: request))
        switch outcome {
        // The page says when it can be sent again.
        case .sent(let visit), .notYet(let visit):
            return try .leading(to: page(of: visit)).setting(cookie.make(visit.cookie))
        case .limited(let limit):
            guard let visit = try await visit(request) else { return over }
            return try answer(visit, problem: .limited(limit), request, status: .tooManyRequests)
        case .over: return over
        }
    }

    /// Judges the code of a mail: it begins the recovery, or finishes it.
    private func prove(_ request: Request, _ pins: StrangerPINs) async throws -> Response {
        guard let value = cookie.text(in: request) else { return over }
        let typed = try request.form().required("code")
        switch try await ProveRecovery(context, pins)(typed: typed, cookie: value, network: network(of: request)) {
        case .begun(_, let value): return try .leading(to: RecoveryMailPage.path).setting(cookie.make(value))
        case .issued(_, let value):
            return try .leading(to: RecoveryDevicePage.path).setting(cookie.make(value))
        case .malformed: return try await again(.wrong(typed: typed, triesLeft: nil), request)
        case .wrong(let triesLeft): return try await again(.wrong(typed: typed, triesLeft: triesLeft), request)
        case .codeOver(let visit): return try answer(visit, problem: .codeOver, request, status: .unprocessableContent)
        case .refused(let refusal):
            return answer(
                RecoveryStatePage.page(.init(refusal), comeBackTo: address, frame(request), in: wording(request)),
                status: .conflict)
        case .over: return over
        }
    }

    private func again(_ flaw: RecoveryMailPage.Mailed.Flaw, _ request: Request) async throws -> Response {
        guard let visit = try await visit(request) else { return over }
        return try answer(visit, flaw: flaw, request, status: .unprocessableContent)
    }

    // MARK: The device

    private func showDevice(_ request: Request) async throws -> Response {
        guard let visit = try await visit(request) else { return over }
        guard case .issued(let issued) = visit.state else { return .leading(to: RecoveryMailPage.path) }
        let code = try DeviceCode(link: issued.link, pin: issued.pin.text, expiresAt: issued.expiresAt)
        return answer(
            RecoveryDevicePage.page(
                code, isNotYet: try request.query.single("connected") != nil, frame(request), in: wording(request)))
    }

    // MARK: Answers

    /// Finds what the browser has proven.
    /// - Returns: nil where it has no cookie, or one that no longer counts.
    private func visit(_ request: Request) async throws -> RecoveryVisit? {
        guard let value = cookie.text(in: request) else { return nil }
        return try await FindRecovery(context)(cookie: value, network: network(of: request))
    }

    /// The person shows the recovery code. The cookie stays: it says which recovery the browser has begun.
    private var over: Response { .leading(to: LostDevicePage.path) }

    private func answer(
        _ visit: RecoveryVisit, problem: RecoveryMailPage.Choice.Problem? = nil,
        flaw: RecoveryMailPage.Mailed.Flaw? = nil, _ request: Request, status: XignHTTP.Status = .ok
    ) throws -> Response {
        if case .issued = visit.state {
            return try .leading(to: RecoveryDevicePage.path).setting(cookie.make(visit.cookie))
        }
        let (frame, wording) = (self.frame(request), self.wording(request))
        let page =
            switch visit.state {
            case .chooseAddress(let addresses, let isEnd):
                RecoveryMailPage.page(
                    .init(addresses.map { .init(id: $0.id, masked: $0.masked) }, isEnd: isEnd, problem: problem),
                    frame, in: wording)
            case .codeMailed(let masked, let sendAgainAt, let expiresAt, let isEnd):
                RecoveryMailPage.page(
                    .init(
                        to: masked, until: Moment(expiresAt),
                        again: .init(at: sendAgainAt, now: context.clock.now()), isEnd: isEnd, limit: problem?.limit,
                        flaw: flaw), frame, in: wording)
            case .refused(let refusal):
                RecoveryStatePage.page(.init(refusal), comeBackTo: address, frame, in: wording)
            case .waiting(_, let readyAt):
                RecoveryStatePage.page(
                    .waiting(goesOn: Moment(readyAt), until: Moment(readyAt + Recovery.windowSeconds)),
                    comeBackTo: address, frame, in: wording)
            case .issued, .done: RecoveryStatePage.page(.done, comeBackTo: address, frame, in: wording)
            }
        let response = answer(page, status: status)
        // The code may be used up by the same form, sent before: its answer has put code and PIN into the cookie.
        if case .codeOver? = problem { return response }
        return try response.setting(cookie.make(visit.cookie))
    }

    private func answer(_ page: HTML, status: XignHTTP.Status = .ok) -> Response { .ofSurface(page, status: status) }

    /// The address of the page, as people type it.
    private var address: String { "\(site.origin)\(LostDevicePage.path)" }

    private func frame(_ request: Request) -> RecoveryLayout.Frame {
        let address = RedirectURI.appending(request.query.list.map { ($0.name, $0.value) }, to: request.target.path)
        return RecoveryLayout.Frame(
            address: request.method == .post ? nil : OwnAddress(address)?.text, provider: context.provider)
    }

    private func wording(_ request: Request) -> any Wording { PageLanguage(context).wording(for: request) }

    private func network(of request: Request) -> String? {
        log.namesNetworks ? "\(request.remoteAddress.network)" : nil
    }
}

extension RecoveryMailPage.Choice.Problem {
    fileprivate var limit: MailCodeLimits.Reached? { if case .limited(let limit) = self { limit } else { nil } }
}

extension RecoveryMailPage.Mailed.Again {
    /// - Parameter moment: the first one at which the code can be mailed again; nil where it no longer can.
    fileprivate init(at moment: Timestamp?, now: Timestamp) {
        guard let moment else {
            self = .never
            return
        }
        self = moment <= now ? .now : .from(Moment(moment))
    }
}

extension RecoveryStatePage.State {
    fileprivate init(_ refusal: RecoveryRefusal) {
        self =
            switch refusal {
            case .noAddress: .refused(.noAddress)
            case .tooManyBegins: .refused(.tooMany)
            case .wrongPINs: .refused(.wrongPINs)
            case .accountDisabled, .administrator: .refused(.notAlone)
            case .used(let moment): .used(at: Moment(moment))
            }
    }
}
