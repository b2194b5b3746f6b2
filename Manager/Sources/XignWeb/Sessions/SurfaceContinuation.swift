import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Ends the processes of a surface for the browser that began them: a login becomes a session, a confirmed act is done.
struct SurfaceContinuation: Sendable {
    let context: Context
    let admission: Admission
    let site: Site
    /// The browser's request.
    let request: Request
    /// The process, whose cookie the browser has shown.
    let begun: BrowserProcess
    /// The secret that the browser brought back from the app, where both are on the same device.
    let returnSecret: SecretOctets?
    /// Nil where logs name no networks.
    let network: String?

    /// Opens the browser's session.
    func logIn(to surface: Surface) async throws -> Response {
        let cookie = SessionCookie(of: surface, issuer: context.issuer)
        let outcome = try await OpenBrowserSession(context)(
            begun.process.id, returnSecret: returnSecret, network: network, kind: request.browserKind,
            replacing: cookie.value(in: request))
        switch outcome {
        case .opened(let value, _): return .leading(to: page).setting(try cookie.make(value))
        case .open: return processPage
        // The page that the browser came from has the button that begins again.
        case .over: return .leading(to: page)
        }
    }

    /// Does the act in the session that has asked for it.
    func perform(at surface: Surface) async throws -> Response {
        switch surface {
        case .account:
            guard let visit = try await AccountVisit(request, at: site, context) else { return login(to: surface) }
            return try await AccountContinuation(visit: visit, of: self).perform()
        case .console:
            guard let visit = try await ConsoleVisit(request, at: site, context) else { return login(to: surface) }
            return try await ConsoleContinuation(visit: visit, of: self).perform()
        }
    }

    /// Asks for the outcome of an act.
    /// - Throws: 503 where the act is an export, and there is no place for it. It can be asked for again.
    func outcome(in session: BrowserSession) async throws -> PerformAct.Outcome {
        let perform = { @Sendable [context, begun, returnSecret] in
            try await PerformAct(context)(begun.process.id, in: session, returnSecret: returnSecret)
        }
        guard begun.process.isExport else { return try await perform() }
        switch begun.process.phase {
        // Confirmed since it was read: the browser asks again, and takes a place then.
        case .waiting, .claimed, .confirming: return .open
        case .confirmed:
            return try await admission.ownCopies.run(for: session.accountID, from: request.remoteAddress, perform)
        case .collected, .declined, .expired: return .over
        }
    }

    /// The page to which the browser goes, as a path of this site.
    var page: String {
        let address = begun.request.redirectURI
        let origin = site.origin.description
        return address.hasPrefix(origin) ? String(address.dropFirst(origin.count)) : site.firstPage ?? "/"
    }

    var processPage: Response { .leading(to: "/login/\(begun.process.id)") }

    private func login(to surface: Surface) -> Response {
        .leading(to: RedirectURI.appending([("to", page)], to: "\(surface.path)/login"))
    }
}

extension Process {
    /// True for the process that hands out a copy of a person's own data.
    fileprivate var isExport: Bool {
        guard case .act(let requested) = goal, case .own(.exportData) = requested.act else { return false }
        return true
    }
}
