import XignDomain
import XignHTTP
import XignPages
import XignUseCases

/// The pages of the first device: its code, another code, and the end.
extension JoinController {
    func showDevice(_ browser: JoiningBrowser) throws -> Response {
        guard let handout = browser.handout else { return browser.redirectToBegin() }
        return try device(handout, browser)
    }

    /// - Parameter busy: the status and the fields of the answer to a person who has got no other code.
    private func device(
        _ handout: JoinHandout, _ browser: JoiningBrowser,
        busy: (status: XignHTTP.Status, headers: [HeaderField])? = nil
    ) throws -> Response {
        let progress = try ReadJoin(context).progress(handout)
        let pages = pages(browser.request, handout.language)
        let waiting = JoinPages.Waiting(name: progress.name ?? "", organization: progress.organization)
        let (status, headers) = (busy?.status ?? .ok, busy?.headers ?? [])
        switch progress.state {
        case .waiting(let end):
            let code = try DeviceCode(link: handout.link, pin: handout.pin, expiresAt: end)
            return page(
                pages.device(code, of: waiting, isBusy: busy != nil, browser.paths), browser, status: status, headers)
        case .codeOver:
            return page(
                pages.codeOver(of: waiting, isBusy: busy != nil, browser.paths), browser, status: status, headers)
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
            pages(browser.request, browser.handout?.language).over(
                again: browser.beginning, isRegistration: browser.isRegistering, address: nil),
            browser, status: status)
    }

    func renew(_ browser: JoiningBrowser) async throws -> Response {
        try SameOrigin.require(of: browser.request, at: site)
        guard let handout = browser.handout else { return browser.redirectToBegin() }
        return try await answerOnce(browser, knownBy: handout.link) {
            guard let place = pins.place(forRegistration: handout.way == .registration) else {
                return .refused(
                    try device(handout, browser, busy: (status: .serviceUnavailable, headers: [Self.retryAfter])))
            }
            // After the place: a code for which there is none uses up nothing.
            if let (_, limit) = refusal(by: handout.way, browser.request) {
                return .refused(try device(handout, browser, busy: (status: limit.status, headers: limit.headers)))
            }
            return switch try await RenewJoin(context, place)(handout) {
            case .success(let renewed): .made(renewed)
            case .failure(.over): .refused(browser.redirectToDevice)
            }
        }
    }

    func cancel(_ browser: JoiningBrowser) async throws -> Response {
        try SameOrigin.require(of: browser.request, at: site)
        guard let handout = browser.handout else { return browser.redirectToBegin() }
        try await CancelJoin(context)(handout)
        return try over(browser)
    }
}
