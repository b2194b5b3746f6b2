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

    static let devicePath = "\(JoinLink.path)/device"

    package init(_ context: Context, _ admission: Admission, _ pins: StrangerPINs, _ log: Log, _ site: Site) {
        (self.context, self.admission, self.pins) = (context, admission, pins)
        (self.log, self.site) = (log, site)
    }

    package func register(in router: inout Router) {
        let answers = PageAnswers(context, log)
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
        page(pages(request).code(typed: "", isUnknown: false, to: JoinLink.path))
    }

    private func open(_ request: Request) throws -> Response {
        try SameOrigin.require(of: request, at: site)
        try admission.admitJoin(from: request.remoteAddress)
        let typed = try request.form().required("code")
        guard let code = JoinCode(typed: typed), try ReadJoin(context).offer(typed) != nil else {
            return page(
                pages(request).code(typed: typed, isUnknown: true, to: JoinLink.path), status: .unprocessableContent)
        }
        return .redirect(to: "\(JoinLink.path)/\(code.groupedText)")
    }

    // MARK: The invitation

    private func show(_ request: Request) throws -> Response {
        let (offer, path) = try self.offer(request)
        return answer(offer, path, request)
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
            return page(pages.closed(closed, organization: offer.organization, address: address), status: .gone)
        }
        let invitation = JoinPages.Model.Invitation(
            organization: offer.organization,
            roles: offer.roles.map { .init(service: $0.service, role: $0.role) }, until: Moment(offer.expiresAt),
            acceptance: acceptance(of: offer, path))
        return page(
            pages.name(
                JoinPages.Model(
                    title: pages.words.title(organization: offer.organization), way: .invitation(invitation),
                    path: path, typed: typed, error: error, isAnswer: error != nil)),
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
        guard offer.state == .open, offer.isForMany, site.surfaces.contains(.account) else {
            return .redirect(to: path)
        }
        var response = Response.redirect(to: AcceptJoinController.path)
        response.set(try JoinCookie(context).make(.accepting(offer.id)))
        return response
    }

    private func begin(_ request: Request) async throws -> Response {
        try SameOrigin.require(of: request, at: site)
        let (offer, path) = try self.offer(request)
        guard offer.state == .open else { return answer(offer, path, request) }
        let typed = try request.form().required("name")
        do { try admission.admitName(with: offer.id, places: offer.places, from: request.remoteAddress) } catch {
            var response = answer(offer, path, request, typed: typed, error: .tooManyTries, status: .tooManyRequests)
            response.headers += error.headers
            return response
        }
        return try await begin(.link(offer.id), named: typed, invited: offer.language, request) { error, status in
            // Read again: the link may have ended meanwhile.
            let (offer, path) = try self.offer(request)
            return answer(offer, path, request, typed: typed, error: error, status: status)
        }
    }

    /// Makes the account of a person who has chosen a name, and leads to the page of the first device.
    /// - Parameters:
    ///   - invited: the language of the link.
    ///   - refusing: shows the form again.
    func begin(
        _ way: JoinWay, named typed: String, invited: Language? = nil, _ request: Request,
        refusing: (JoinPages.Model.NameError, XignHTTP.Status) throws -> Response
    ) async throws -> Response {
        if let (error, limit) = try refusal(by: way, request) {
            var response = try refusing(error, .tooManyRequests)
            response.headers += limit.headers
            return response
        }
        var tries = 0
        if case .trying(way, let former)? = JoinCookie(context).visit(in: request) { tries = former }
        guard tries < JoinVisit.maximumTries else { return try refusing(.tooManyTries, .tooManyRequests) }
        // The account gets the language of the page.
        let language = PageLanguage(context).language(for: request, website: invited)
        switch try await BeginJoin(context, pins)(way, name: typed, language: language) {
        case .success(let handout): return try JoiningBrowser(request, context).redirect(toDeviceOf: handout)
        case .failure(let refusal):
            let (error, status) = refused(refusal, pages(request).wording)
            var response = try refusing(error, status)
            if status == .unprocessableContent {
                response.set(try JoinCookie(context).make(.trying(way, tries: tries + 1)))
            }
            if status == .serviceUnavailable { response.headers.append(Self.retryAfter) }
            return response
        }
    }

    /// Counts a step of joining.
    /// - Returns: the refusal of a registration; nil where the step is admitted.
    /// - Throws: 429 for a link.
    private func refusal(
        by way: JoinWay, _ request: Request
    ) throws(HTTPError) -> (JoinPages.Model.NameError, HTTPError)? {
        switch way {
        case .link: try admission.admitJoin(from: request.remoteAddress)
        case .registration:
            do { try admission.admitRegistration(from: request.remoteAddress) } catch {
                switch error {
                case .network(let limit): return (.tooManyTries, limit)
                case .everybody(let limit): return (.busy, limit)
                }
            }
        }
        return nil
    }

    private static let retryAfter = HeaderField("Retry-After", "\(StrangerPINs.retryAfterSeconds)")

    private func refused(
        _ refusal: BeginJoin.Refusal, _ wording: any Wording
    ) -> (JoinPages.Model.NameError, XignHTTP.Status) {
        switch refusal {
        case .name(.flawed(let flaw)): (.sentence(wording.sentence(aboutName: flaw)), .unprocessableContent)
        case .name(.ambiguous(let scalar)):
            (.sentence(wording.joining.nameLooksAlike(character: scalar.codePoint)), .unprocessableContent)
        case .taken: (.taken, .unprocessableContent)
        case .tooManyTries, .notOpen, .closed: (.tooManyTries, .tooManyRequests)
        case .busy: (.busy, .serviceUnavailable)
        }
    }

    // MARK: The first device

    private func showDevice(_ browser: JoiningBrowser) throws -> Response {
        guard let handout = browser.handout else { return browser.redirectToBegin() }
        return try device(handout, browser)
    }

    private func device(_ handout: JoinHandout, _ browser: JoiningBrowser, isBusy: Bool = false) throws -> Response {
        let progress = try ReadJoin(context).progress(handout)
        let pages = pages(browser.request)
        let waiting = JoinPages.Waiting(name: progress.name ?? "", organization: progress.organization)
        switch progress.state {
        case .waiting(let end) where !isBusy:
            let code = try DeviceCode(link: handout.link, pin: handout.pin, expiresAt: end)
            return page(pages.device(code, of: waiting, browser.paths), browser)
        case .waiting, .codeOver:
            var response = page(
                pages.codeOver(of: waiting, isBusy: isBusy, browser.paths), browser,
                status: isBusy ? .serviceUnavailable : .ok)
            if isBusy { response.headers.append(Self.retryAfter) }
            return response
        case .connected:
            let account = site.surfaces.contains(.account) ? Surface.account.path : nil
            return try ending(
                pages.connected(
                    progress.name ?? "", accountAddress: account, website: browser.nextWebsite,
                    isRegistration: browser.isRegistering, address: browser.paths.page),
                browser)
        case .over: return try over(browser, status: .gone)
        }
    }

    /// The last page of a visit, which takes the cookie away.
    private func ending(
        _ html: HTML, _ browser: JoiningBrowser, status: XignHTTP.Status = .ok
    ) throws -> Response {
        var response = page(html, browser, status: status)
        response.set(try JoinCookie(context).deleted)
        return response
    }

    private func over(_ browser: JoiningBrowser, status: XignHTTP.Status = .ok) throws -> Response {
        try ending(
            pages(browser.request).over(
                again: browser.beginning, isRegistration: browser.isRegistering, address: nil),
            browser, status: status)
    }

    private func renew(_ browser: JoiningBrowser) async throws -> Response {
        try SameOrigin.require(of: browser.request, at: site)
        guard let handout = browser.handout else { return browser.redirectToBegin() }
        if let (_, limit) = try refusal(by: handout.way, browser.request) { throw limit }
        switch try await RenewJoin(context, pins)(handout) {
        case .success(let renewed): return try browser.redirect(toDeviceOf: renewed)
        case .failure(.over): return .redirect(to: browser.paths.page)
        case .failure(.busy): return try device(handout, browser, isBusy: true)
        }
    }

    private func cancel(_ browser: JoiningBrowser) async throws -> Response {
        try SameOrigin.require(of: browser.request, at: site)
        guard let handout = browser.handout else { return browser.redirectToBegin() }
        try await CancelJoin(context)(handout)
        return try over(browser)
    }

    // MARK: Pages

    /// - Parameter invited: the language of the link.
    func pages(_ request: Request, _ invited: Language? = nil) -> JoinPages {
        JoinPages(
            provider: context.provider, in: PageLanguage(context).wording(for: request, website: invited))
    }

    func page(_ page: HTML, status: XignHTTP.Status = .ok) -> Response {
        .page(page, policy: ContentSecurityPolicy.message, status: status)
    }

    private func page(_ page: HTML, _ browser: JoiningBrowser, status: XignHTTP.Status = .ok) -> Response {
        self.page(page, status: status).keepingOpener(browser.isPopup)
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
