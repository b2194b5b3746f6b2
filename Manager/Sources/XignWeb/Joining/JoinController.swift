import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The pages of `/join`, on which people join an organization by a code. GET and HEAD change no row, so that nothing
/// happens when a mail filter opens the link.
package struct JoinController: Sendable {
    let context: Context
    let admission: Admission
    let pins: StrangerPINs
    let log: Log
    let site: Site
    private let sent = SentForms()

    static let devicePath = "\(JoinLink.path)/device"

    package init(_ context: Context, _ admission: Admission, _ pins: StrangerPINs, _ log: Log, _ site: Site) {
        (self.context, self.admission, self.pins) = (context, admission, pins)
        (self.log, self.site) = (log, site)
    }

    package func register(in router: inout Router) {
        let answers = PageAnswers(context, log, beginLogins: false)
        let codePage = "\(JoinLink.path)/{code}"
        router.on(.get, JoinLink.path, answers.refusing { ask($0) })
        router.on(.post, JoinLink.path, answers.refusing { try open($0) })
        router.on(.get, codePage, answers.refusing { try show($0) })
        router.on(.post, codePage, answers.refusing { try await begin($0) })
        router.on(.post, "\(codePage)/account", answers.refusing { try accept($0) })
        router.on(.get, Self.devicePath, answers.refusing { try showDevice(JoiningBrowser($0, context)) })
        router.on(.post, "\(Self.devicePath)/code", answers.refusing { try await renew(JoiningBrowser($0, context)) })
        router.on(
            .post, "\(Self.devicePath)/cancel", answers.refusing { try await cancel(JoiningBrowser($0, context)) })
    }

    // MARK: The code

    private func ask(_ request: Request) -> Response {
        page(pages(request).code(typed: "", error: nil, to: JoinLink.path))
    }

    private func open(_ request: Request) throws -> Response {
        try SameOrigin.require(of: request, at: site)
        let typed = try request.form().required("code")
        do { try admission.admitJoin(from: request.remoteAddress) } catch {
            return page(
                pages(request).code(typed: typed, error: .busy, to: JoinLink.path), status: error.status, error.headers)
        }
        guard let code = JoinCode(typed: typed), try ReadJoin(context).offer(typed) != nil else {
            return page(
                pages(request).code(typed: typed, error: .unknown, to: JoinLink.path), status: .unprocessableContent)
        }
        return .redirect(to: "\(JoinLink.path)/\(code.groupedText)")
    }

    // MARK: The invitation

    private func show(_ request: Request) throws -> Response {
        let (offer, path) = try self.offer(request)
        return try leadToDevice(.link(offer.id), request) ?? answer(offer, path, request)
    }

    /// Leads a browser that holds a place to the page of its device. There it can give it up.
    /// - Returns: nil where the browser holds no place of this way.
    func leadToDevice(_ way: JoinWay, _ request: Request) throws -> Response? {
        let browser = try JoiningBrowser(request, context)
        guard let handout = browser.handout, handout.way == way else { return nil }
        switch try ReadJoin(context).progress(handout).state {
        case .waiting, .codeOver: return browser.redirectToDevice
        case .connected, .over: return nil
        }
    }

    /// Finds the link of a request. A code that nobody has made is counted for the network.
    private func offer(_ request: Request) throws -> (ReadJoin.Offer, path: String) {
        let typed = try request.parameter("code")
        guard let offer = try ReadJoin(context).offer(typed), let code = JoinCode(typed: typed) else {
            try admission.admitJoin(from: request.remoteAddress)
            throw HTTPError.notFound
        }
        return (offer, "\(JoinLink.path)/\(code.groupedText)")
    }

    private func answer(
        _ offer: ReadJoin.Offer, _ path: String, _ request: Request, typed: String = "",
        error: JoinPages.Model.NameError? = nil, status: XignHTTP.Status = .ok
    ) -> Response {
        let pages = pages(request, offer.language)
        if let closed = JoinPages.Closed(offer) {
            let address = request.method == .post ? nil : path
            return page(
                pages.closed(closed, organization: offer.organization, address: address, device: Self.devicePath),
                status: .gone)
        }
        let invitation = JoinPages.Model.Invitation(
            organization: offer.organization,
            roles: offer.roles.map { .init(service: $0.service, role: $0.role) }, until: Moment(offer.expiresAt),
            acceptance: acceptance(of: offer, path))
        return page(
            pages.name(
                JoinPages.Model(
                    title: pages.words.title(organization: offer.organization), way: .invitation(invitation),
                    path: path, typed: typed, attempt: SentForms.secret(), error: error, isAnswer: error != nil)),
            status: status)
    }

    private func acceptance(of offer: ReadJoin.Offer, _ path: String) -> JoinPages.Model.Acceptance? {
        guard offer.isForMany else { return .inApp }
        return site.surfaces.contains(.account) ? .loggedIn(path: "\(path)/account") : nil
    }

    /// Leads a person with an account to the account pages. The code stays out of their addresses.
    private func accept(_ request: Request) throws -> Response {
        try SameOrigin.require(of: request, at: site)
        let (offer, path) = try self.offer(request)
        if let leading = try leadToDevice(.link(offer.id), request) { return leading }
        guard offer.state == .open, offer.isForMany, site.surfaces.contains(.account) else {
            return .redirect(to: path)
        }
        var response = Response.redirect(to: AcceptJoinController.path)
        response.set(try JoinCookie(context).make(.accepting(offer.id)))
        return response
    }

    private func begin(_ request: Request) async throws -> Response {
        try SameOrigin.require(of: request, at: site)
        let isKnown = try self.isKnown(request)
        let place = isKnown ? nil : pins.place(forRegistration: false)
        guard isKnown || place != nil else { return busy(request, typed: try request.form().required("name")) }
        let (offer, path) = try self.offer(request)
        return try await answerOnce(.link(offer.id), request) {
            guard offer.state == .open else { return .refused(answer(offer, path, request)) }
            let typed = try request.form().required("name")
            guard let place = place ?? pins.place(forRegistration: false) else {
                return .refused(busy(request, typed: typed))
            }
            do throws(HTTPError) {
                try admission.admitName(with: offer.id, places: offer.places, from: request.remoteAddress)
            } catch {
                var response = answer(offer, path, request, typed: typed, error: .tooManyNames, status: error.status)
                response.headers += error.headers
                return .refused(response)
            }
            return try await begin(
                .link(offer.id), place, named: typed, invited: offer.language, request
            ) { error, status in
                // Read again: the link may have ended meanwhile.
                let (offer, path) = try self.offer(request)
                return answer(offer, path, request, typed: typed, error: error, status: status)
            }
        }
    }

    /// Answers the form with a name: a browser that holds a place is led to its device, and a form that is sent twice
    /// makes one account.
    func answerOnce(
        _ way: JoinWay, _ request: Request, _ make: () async throws -> SentForms.Outcome
    ) async throws -> Response {
        if let leading = try leadToDevice(way, request) { return leading }
        return try await answerOnce(
            JoiningBrowser(request, context), knownBy: SentForms.secret(of: try request.form()), make)
    }

    /// Answers a form: one that is sent twice makes one handout, and all its answers have it.
    /// - Parameter secret: that of the form, which no other browser has; nil for a form that is answered each time.
    func answerOnce(
        _ browser: JoiningBrowser, knownBy secret: String?, _ make: () async throws -> SentForms.Outcome
    ) async throws -> Response {
        switch try await sent.answer(secret, at: context.clock.now(), make) {
        case .made(let handout): try browser.redirect(toDeviceOf: handout)
        case .refused(let response): response
        }
    }

    /// Makes the account of a person who has chosen a name.
    /// - Parameters:
    ///   - invited: the language of the link.
    ///   - refusing: shows the form again.
    func begin(
        _ way: JoinWay, _ place: StrangerPINs.Place, named typed: String, invited: Language? = nil, _ request: Request,
        refusing: (JoinPages.Model.NameError, XignHTTP.Status) throws -> Response
    ) async throws -> SentForms.Outcome {
        if let (error, limit) = refusal(by: way, request) {
            var response = try refusing(error, limit.status)
            response.headers += limit.headers
            return .refused(response)
        }
        let visit = JoinCookie(context).visit(in: request)
        var tries = 0
        if case .trying(way, let former)? = visit { tries = former }
        guard tries < JoinVisit.maximumTries else { return .refused(try refusing(.tooManyTries, .tooManyRequests)) }
        // The account gets the language of the page.
        let language = PageLanguage(context).language(for: request, website: invited)
        switch try await BeginJoin(context, place)(way, name: typed, language: language) {
        case .success(let handout): return .made(handout)
        case .failure(let refusal):
            let (error, status) = refused(refusal, pages(request, invited).wording)
            var response = try refusing(error, status)
            // A browser that waits for a device on another way keeps its code.
            if status == .unprocessableContent, visit?.handout == nil {
                response.set(try JoinCookie(context).make(.trying(way, tries: tries + 1)))
            }
            return .refused(response)
        }
    }

    /// Returns true for a form with a name that was sent before, or that a browser with a code sends: it is usually led
    /// to the device, and takes a place in the queue only when it needs one. This asks the database nothing.
    func isKnown(_ request: Request) throws -> Bool {
        let now = context.clock.now()
        if let handout = JoinCookie(context).visit(in: request)?.handout, handout.canHoldPlace(at: now) { return true }
        return sent.knows(try SentForms.secret(of: try request.form()), at: now)
    }

    /// Answers a form with a name for which there is no place, from the request alone: a flood asks the database
    /// nothing, and the answer tells nothing of a link.
    func busy(_ request: Request, typed: String) -> Response {
        let html = pages(request).busy(typed: typed, attempt: SentForms.secret())
        // Only the database knows whether the website that the way back names has popups.
        return page(html, status: .serviceUnavailable, [Self.retryAfter])
            .keepingOpener(!request.query.all(WayBack.parameter).isEmpty)
    }

    /// Counts a step of joining.
    /// - Returns: nil where the step is admitted.
    func refusal(by way: JoinWay, _ request: Request) -> (JoinPages.Model.NameError, HTTPError)? {
        switch way {
        case .link:
            do { try admission.admitJoin(from: request.remoteAddress) } catch { return (.busy, error) }
        case .registration:
            do { try admission.admitRegistration(from: request.remoteAddress) } catch {
                switch error {
                case .network(let limit): return (.tooManyOfNetwork, limit)
                case .everybody(let limit): return (.busy, limit)
                }
            }
        }
        return nil
    }

    static let retryAfter = HeaderField("Retry-After", "\(StrangerPINs.retryAfterSeconds)")

    private func refused(
        _ refusal: BeginJoin.Refusal, _ wording: any Wording
    ) -> (JoinPages.Model.NameError, XignHTTP.Status) {
        switch refusal {
        case .name(.flawed(let flaw)): (.sentence(wording.sentence(aboutName: flaw)), .unprocessableContent)
        case .name(.ambiguous(let scalar)):
            (.sentence(wording.joining.nameLooksAlike(character: scalar.codePoint)), .unprocessableContent)
        case .taken: (.taken, .unprocessableContent)
        case .tooManyNames, .notOpen, .closed: (.tooManyNames, .tooManyRequests)
        }
    }

    // MARK: Pages

    /// - Parameter invited: the language of the link.
    func pages(_ request: Request, _ invited: Language? = nil) -> JoinPages {
        JoinPages(
            provider: context.provider, in: PageLanguage(context).wording(for: request, website: invited))
    }

    func page(_ page: HTML, status: XignHTTP.Status = .ok, _ headers: [HeaderField] = []) -> Response {
        var response = Response.page(page, policy: ContentSecurityPolicy.message, status: status)
        response.headers += headers
        return response
    }

    func page(
        _ page: HTML, _ browser: JoiningBrowser, status: XignHTTP.Status = .ok, _ headers: [HeaderField] = []
    ) -> Response {
        self.page(page, status: status, headers).keepingOpener(browser.isPopup)
    }
}

extension JoinPages.Closed {
    /// - Returns: nil for an invitation that admits people.
    fileprivate init?(_ offer: ReadJoin.Offer) {
        switch offer.state {
        case .open: return nil
        case .over: self = .over(Moment(offer.expiresAt))
        case .usedUp: self = .usedUp
        case .withdrawn: self = .withdrawn
        }
    }
}
