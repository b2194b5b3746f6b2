import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// The handlers for a process that a browser began: its page, its event stream, the way on with the result, and another
/// attempt.
///
/// Each demands the process's cookie, and answers at the site where the process began. Without the cookie, and at
/// another site, an existing process looks like an unknown one.
struct ProcessController: Sendable {
    let context: Context
    let admission: Admission
    let log: Log
    let refusals: RefusedRequests
    let site: Site
    let watcher: LoginWatcher

    func register(in router: inout Router) {
        let pages = PageAnswers(context, log)
        let ownLogin = { @Sendable request in try presentedLogin(request) }
        router.on(.get, "/login/{session}", pages.refusing(of: ownLogin) { try await show($0) })
        router.on(.get, "/login/{session}/code.png") { try picture($0) }
        router.on(.get, "/login/{session}/events") { try openEventStream($0) }
        router.on(.post, "/login/{session}/remember", pages.refusing(of: ownLogin) { try await remember($0) })
        router.on(.post, "/login/{session}/continue", pages.refusing(of: ownLogin) { try await continueLogin($0) })
        router.on(.post, "/login/{session}/cancel", pages.refusing(of: ownLogin) { try await cancel($0) })
        router.on(.post, "/login/{session}/again", pages.refusing(of: ownLogin) { try await beginAgain($0) })
        // Browsers ask for these addresses, too: from their history, or to load the answer to a form again.
        for form in ["remember", "continue", "cancel", "again"] {
            router.on(.get, "/login/{session}/\(form)", pages.refusing(of: ownLogin) { try leadToPage($0) })
        }
        AssetRoutes.register(in: &router)
    }

    // MARK: Handlers

    private func show(_ request: Request) async throws -> Response {
        guard let (login, description) = try describedLogin(request) else { throw PageRefusal.loginOfAnotherBrowser }
        if case .collected = login.process.phase { throw PageRefusal.loginUsed }
        var language = PageLanguage(context).language(for: request, website: login.request.language)
        if case .act(let requested) = login.process.goal {
            // An act names account and device. The next person at this browser has its cookie, and another session.
            guard let browser = try await LoggedInBrowser(request, askingFor: requested, at: site, context) else {
                return .redirect(to: login.request.redirectURI)
            }
            language = browser.language
        }
        guard let description else {
            throw PageRefusal.unknownService.naming(login.sent)
        }
        let page = ProcessPage(
            context: context, begun: login, description: description,
            hidesCode: request.query.all("code") == ["hidden"], now: context.clock.now())
        let html = page.html(in: language.wording)
        guard login.process.goal.login != nil else {
            return .ofSurface(html, policy: ContentSecurityPolicy.surfaceProcess)
        }
        return .page(html, policy: ContentSecurityPolicy.login(redirectURI: login.request.redirectURI))
            .keepingOpener(login.request.isPopup)
    }

    private func leadToPage(_ request: Request) throws -> Response {
        let login = try ownLogin(request)
        return .redirect(to: "/login/\(login.process.id)").keepingOpener(login.request.isPopup)
    }

    /// Draws the QR codes, for browsers without scripts.
    private func picture(_ request: Request) throws -> Response {
        let now = context.clock.now()
        guard let (login, description) = try describedLogin(request), PageState(login, at: now) == .waiting,
            description?.channels.contains(.crossDevice) == true
        else { throw HTTPError.notFound }
        try admission.admitCodePicture(from: request.remoteAddress)
        return .bytes(
            try CodePicture(context: context, process: login.process, now: now).png(), contentType: "image/png",
            headers: [
                HeaderField("Content-Security-Policy", ContentSecurityPolicy.picture),
                HeaderField("Cache-Control", "no-store"),
            ])
    }

    private func openEventStream(_ request: Request) throws -> Response {
        guard let id = SessionID(text: try request.parameter("session")),
            let stream = try watcher.open(id, for: request.remoteAddress, read: { try presentedLogin(id, request) })
        else { throw HTTPError.notFound }
        return .events(stream)
    }

    /// Keeps the tick under the code: its form has a field only if it is set.
    private func remember(_ request: Request) async throws -> Response {
        let login = try ownLogin(request)
        try refuseOtherSites(request)
        let remembers = try request.form().single("remember") == "yes"
        if remembers != login.request.remembersLogin {
            try admission.admitForm(from: request.remoteAddress)
            try await ChooseRemembering(context)(login.process.id, remembers: remembers)
        }
        return .redirect(to: "/login/\(login.process.id)")
    }

    private func continueLogin(_ request: Request) async throws -> Response {
        let login = try ownLogin(request)
        try refuseOtherSites(request)
        return try await continuation(request).answer(login)
    }

    /// Ends the process, and leads back to the website without a result.
    private func cancel(_ request: Request) async throws -> Response {
        let login = try ownLogin(request)
        try refuseOtherSites(request)
        try await GiveUpProcess(context)(login.process.id)
        return try await continuation(request).answer(login)
    }

    private func continuation(_ request: Request) -> LoginContinuation {
        LoginContinuation(
            context: context, admission: admission, request: request, log: log, refusals: refusals, site: site)
    }

    private func beginAgain(_ request: Request) async throws -> Response {
        let login = try ownLogin(request)
        try refuseOtherSites(request)
        switch login.process.phase(at: context.clock.now()) {
        case .collected: throw PageRefusal.loginUsed
        case .confirmed:
            return .redirect(to: "/login/\(login.process.id)").keepingOpener(login.request.isPopup)
        case .waiting, .claimed, .confirming, .declined, .expired: break
        }
        let start = LoginStart(
            context: context, admission: admission, request: request,
            network: log.namesNetworks ? "\(request.remoteAddress.network)" : nil)
        let page = login.request.redirectURI
        guard let authorization = login.authorization else {
            // An act is asked for anew at its page, which reads its object again.
            guard case .pages(let surface) = login.process.goal else { return .redirect(to: page) }
            return try await start.beginLogin(at: surface, returningTo: page, replacing: login.process.id)
        }
        // The website's registration may have changed since it asked.
        let (declared, _) = try LoginStart.service(login.process.serviceID.text, redirectURI: page, in: context)
        return try await start.begin(authorization, for: declared.service, replacing: login.process.id)
    }

    // MARK: The browser's login

    private func presentedLogin(_ request: Request) throws -> BrowserProcess? {
        guard let id = SessionID(text: try request.parameter("session")) else { return nil }
        return try presentedLogin(id, request)
    }

    private func presentedLogin(_ id: SessionID, _ request: Request) throws -> BrowserProcess? {
        try BrowserProcesses(context).find(id, cookie: LoginCookie.value(in: request, for: id, of: context.issuer))
            .flatMap {
                serves($0, request) ? $0 : nil
            }
    }

    private func describedLogin(
        _ request: Request
    ) throws -> (begun: BrowserProcess, description: DescribeLogin.Description?)? {
        guard let id = SessionID(text: try request.parameter("session")),
            let found = try DescribeLogin(context)(
                id, cookie: LoginCookie.value(in: request, for: id, of: context.issuer)),
            serves(found.begun, request)
        else { return nil }
        return found
    }

    /// Returns true if the process has a page, and this address may open it. That of an app has none.
    private func serves(_ begun: BrowserProcess, _ request: Request) -> Bool {
        begun.process.channel != .inApp && site.serves(begun, to: request.remoteAddress)
    }

    private func ownLogin(_ request: Request) throws -> BrowserProcess {
        guard let login = try presentedLogin(request) else { throw PageRefusal.loginOfAnotherBrowser }
        return login
    }

    private func refuseOtherSites(_ request: Request) throws {
        try SameOrigin.requireUnlessSilent(request, at: site)
    }
}

extension Process {
    /// The pid of its QR code. The SDK fixes the purpose of a process by the kind of its pid (protocol, section 5).
    var pidByQRCode: InitializationPayload.Process {
        isAct ? .transactionByQRCode(id) : .authenticationByQRCode(id)
    }

    /// The pid of its link.
    var pidByLink: InitializationPayload.Process { isAct ? .transactionByLink(id) : .authenticationByLink(id) }

    private var isAct: Bool { if case .act = goal { true } else { false } }
}

extension PageState {
    /// The state of a process as its browser may know it, also in a page that is still open in another tab.
    init(_ begun: BrowserProcess, at now: Timestamp) {
        let process = begun.process
        self =
            switch process.phase(at: now) {
            case .waiting, .claimed, .confirming, .confirmed, .expired:
                begun.isServiceActive ? PageState(process, at: now) : .switchedOff
            case .collected, .declined: PageState(process, at: now)
            }
    }

    private init(_ process: Process, at now: Timestamp) {
        switch process.phase(at: now) {
        case .waiting: self = .waiting
        case .claimed: self = .claimed(pairing: process.awaitedDigits?.text)
        case .confirming: self = .confirming
        case .confirmed: self = process.needsReturnSecret ? .confirmedHere : .confirmed
        case .collected: self = process.needsReturnSecret ? .collectedElsewhere : .confirmed
        case .declined(_, .cancelled): self = .cancelled
        case .declined(_, .notMe): self = .notMe
        case .declined(_, .pairing): self = .wrongPairing
        case .expired: self = .expired
        }
    }
}

extension PageState {
    /// The state of a process that observers were told of; nil where the process has to be read: for its digits, or for
    /// the reason of its end, which may be that its website was switched off.
    init?(_ news: ProcessNews) {
        switch news.phase {
        case .waiting: self = .waiting
        case .claimed where news.awaitsDigits: return nil
        case .claimed: self = .claimed()
        case .confirming: self = .confirming
        case .confirmed: self = news.returnsByApp ? .confirmedHere : .confirmed
        case .collected: self = news.returnsByApp ? .collectedElsewhere : .confirmed
        case .declined, .expired: return nil
        }
    }
}

extension BrowserProcess {
    /// The website's parameters, for the log.
    var sent: SentByWebsite { SentByWebsite(clientID: process.serviceID.text, redirectURI: request.redirectURI) }
}
