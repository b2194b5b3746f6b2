import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The settings: language, logged-in browsers, the copy of all data, and the deletion of the account.
struct SettingsController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        let settings = "/account/settings"
        router.on(.get, settings, routes.page { try show($0) })
        router.on(.post, "\(settings)/language", routes.form(back: .settings) { try await setLanguage($0, $1) })
        router.on(
            .post, "\(settings)/sessions/end",
            routes.form(back: .settings, takesAway: true) { visit, _ in try await endOthers(visit) })
        router.on(
            .post, "\(settings)/sessions/{session}/end",
            routes.form(back: .settings, takesAway: true) { visit, _ in try await end(visit) })
        router.on(
            .post, "\(settings)/remembered/{login}/end",
            routes.form(back: .settings, takesAway: true) { visit, _ in try await endRemembered(visit) })
        router.on(
            .post, "\(settings)/shared/end",
            routes.form(back: .settings, takesAway: true) { visit, _ in try await endShared(visit) })
        router.on(
            .post, "\(settings)/shared/{login}/end",
            routes.form(back: .settings, takesAway: true) { visit, _ in try await endOneShared(visit) })
        router.on(.post, "/account/export", routes.form(back: .settings) { try await ask(.exportData, $0, $1) })
        router.on(.get, "/account/delete", routes.page { askDeletion($0) })
        router.on(
            .post, "/account/delete", routes.form(back: nil, takesAway: true) { try await ask(.deleteAccount, $0, $1) })
    }

    private func askDeletion(_ visit: AccountVisit) -> Response {
        visit.page(
            DeletionPage.page(ticket: visit.ticket(for: "/account/delete"), visit.frame, in: visit.wording))
    }

    /// Asks for an act on the whole account, which a device then confirms.
    private func ask(
        _ act: OwnAct, _ visit: AccountVisit, _ sent: AccountRoutes.Sent
    ) async throws -> Response {
        try await ConfirmedAct(act, seen: sent.seen, page: .settings).request(by: visit, routes)
    }

    private func show(_ visit: AccountVisit) throws -> Response {
        let devices = try ListOwnDevices(routes.context)(visit.account.id)
        let sessions = try ListBrowserSessions(routes.context)(visit.account.id).map { session in
            let device = name(of: session.activationID, among: devices, visit)
            return SettingsPage.Session(
                id: session.id.description, isThisBrowser: session.id == visit.session.id,
                isAtConsole: session.surface == .console,
                since: Moment(session.createdAt), lastSeen: Moment(session.lastSeen), network: session.network,
                browserKind: session.browserKind, device: device,
                endTicket: visit.ticket(for: "/account/settings/sessions/\(session.id)/end"))
        }
        let model = SettingsPage.Model(
            language: visit.account.language?.rawValue, sessions: sessions, remembered: try remembered(devices, visit),
            shared: try shared(devices, visit),
            tickets: SettingsPage.Tickets(
                language: visit.ticket(for: "/account/settings/language"),
                endOthers: visit.ticket(for: "/account/settings/sessions/end"),
                endShared: visit.ticket(for: "/account/settings/shared/end"),
                export: visit.ticket(for: "/account/export")))
        return visit.page(SettingsPage.page(model, visit.frame, in: visit.wording))
    }

    private func remembered(_ devices: [Activation], _ visit: AccountVisit) throws -> [SettingsPage.RepeatedLogin] {
        try ListRememberedLogins(routes.context)(visit.account.id).map { entry in
            let (remembered, cookie) = (entry.remembered, entry.remembered.cookie)
            return SettingsPage.RepeatedLogin(
                id: entry.id.description, name: entry.service.displayName, since: Moment(cookie.createdAt),
                lastUsed: Moment(cookie.lastUsedAt), endsAt: Moment(entry.endsAt), network: cookie.browser.network,
                browserKind: cookie.browser.kind,
                device: name(of: remembered.login.activationID, among: devices, visit),
                endTicket: visit.ticket(for: "/account/settings/remembered/\(entry.id)/end"))
        }
    }

    private func shared(_ devices: [Activation], _ visit: AccountVisit) throws -> [SettingsPage.RepeatedLogin] {
        try ListSharedLogins(routes.context)(visit.account.id).map { entry in
            let (shared, cookie) = (entry.shared, entry.shared.cookie)
            return SettingsPage.RepeatedLogin(
                id: entry.id.description, name: entry.organization.name, websites: entry.websites.map(\.displayName),
                since: Moment(cookie.createdAt), lastUsed: Moment(cookie.lastUsedAt), endsAt: Moment(entry.endsAt),
                network: cookie.browser.network, browserKind: cookie.browser.kind,
                device: name(of: shared.activationID, among: devices, visit),
                endTicket: visit.ticket(for: "/account/settings/shared/\(entry.id)/end"))
        }
    }

    private func name(of id: ActivationID, among devices: [Activation], _ visit: AccountVisit) -> String {
        let alias = devices.first { $0.id == id }?.alias ?? ""
        return alias.isEmpty ? visit.wording.account.devices.unnamed : alias
    }

    private func setLanguage(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let tag = try sent.fields.required("language")
        let language = Language(rawValue: tag)
        guard language != nil || tag.isEmpty else { throw PageRefusal.malformed }
        _ = try await SetAccountLanguage(routes.context)(language, in: visit.session)
        // Also for the pages without a login.
        let cookie = LanguageCookie(of: routes.context.issuer)
        return visit.redirect(to: AccountSection.settings.address, done: .languageSaved)
            .setting(try language.map(cookie.make) ?? cookie.deleted)
    }

    private func end(_ visit: AccountVisit) async throws -> Response {
        guard let id = BrowserSessionID(text: try visit.request.parameter("session")),
            try await EndBrowserSession(routes.context).other(id, in: visit.session)
        else { return visit.problem(.notFound, back: .settings) }
        return visit.redirect(to: AccountSection.settings.address, done: .sessionEnded)
    }

    private func endRemembered(_ visit: AccountVisit) async throws -> Response {
        guard let id = SessionID(text: try visit.request.parameter("login")),
            try await EndRememberedLogin(routes.context)(id, in: visit.session)
        else { return visit.problem(.notFound, back: .settings) }
        return visit.redirect(to: AccountSection.settings.address, done: .rememberedLoginEnded)
    }

    private func endOneShared(_ visit: AccountVisit) async throws -> Response {
        guard let id = SessionID(text: try visit.request.parameter("login")),
            try await EndSharedLogins(routes.context)(id, in: visit.session)
        else { return visit.problem(.notFound, back: .settings) }
        return visit.redirect(to: AccountSection.settings.address, done: .sharedLoginEnded)
    }

    private func endShared(_ visit: AccountVisit) async throws -> Response {
        // Those that have ended meanwhile are as good.
        _ = try await EndSharedLogins(routes.context)(nil, in: visit.session)
        return visit.redirect(to: AccountSection.settings.address, done: .sharedLoginsEnded)
    }

    private func endOthers(_ visit: AccountVisit) async throws -> Response {
        let end = EndBrowserSession(routes.context)
        for other in try ListBrowserSessions(routes.context)(visit.account.id) where other.id != visit.session.id {
            // One that has ended meanwhile is as good.
            _ = try await end.other(other.id, in: visit.session)
        }
        return visit.redirect(to: AccountSection.settings.address, done: .sessionsEnded)
    }
}
