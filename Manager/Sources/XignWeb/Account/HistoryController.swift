import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The history of the account, and "This was not me" at a past login.
struct HistoryController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, "/account/history", routes.page { try list($0) })
        router.on(.get, "/account/history/{login}", routes.page { try ask($0) })
        router.on(
            .post, "/account/history/{login}",
            routes.form(back: nil, takesAway: true) { visit, _ in try await disown(visit) })
    }

    /// An address with another filter or place than a page's shows the newest events.
    private func list(_ visit: AccountVisit) throws -> Response {
        let query = visit.request.query
        let topic = try query.single("show").flatMap { HistoryTopic(rawValue: $0) }
        let place = try query.single("from").flatMap { ReadHistory.Place($0) }
        let topics = topic.map { [$0] } ?? HistoryTopic.allCases
        let page = try ReadHistory(routes.context)(of: visit.account.id, about: topics, from: place)
        let model = HistoryPage.Model(
            topic: topic, events: page.events.map(HistoryPage.Event.init), older: page.older?.text,
            isFirstPage: place == nil, isComplete: page.isComplete)
        return visit.page(HistoryPage.page(model, visit.frame, in: visit.wording))
    }

    // MARK: "This was not me"

    /// Asks about a login, or says what came of the answer.
    private func ask(_ visit: AccountVisit) throws -> Response {
        guard let id = SessionID(text: try visit.request.parameter("login")),
            let found = try DisownLogin(routes.context).find(id, of: visit.account.id)
        else { throw HTTPError.notFound }
        let model = DisownPage.Model(
            login: id.description, website: found.service, device: found.device.alias, at: Moment(found.login.at))
        guard found.login.disownedAt == nil else {
            return visit.page(
                DisownPage.answer(model, lock: lockForm(of: found.device, visit), visit.frame, in: visit.wording))
        }
        let ticket = visit.ticket(for: visit.request.target.path)
        return visit.page(DisownPage.question(model, ticket: ticket, visit.frame, in: visit.wording))
    }

    private func disown(_ visit: AccountVisit) async throws -> Response {
        guard let id = SessionID(text: try visit.request.parameter("login")),
            let (login, isFirst) = try await DisownLogin(routes.context)(id, in: visit.session)
        else { throw HTTPError.notFound }
        if isFirst {
            routes.log(
                .warning, "loginDisownedLater", of: visit.request.remoteAddress.network,
                [("session", "\(id)"), ("service", "\(login.login.serviceID)"), ("activation", "\(login.device.id)")])
        }
        return visit.redirect(to: visit.request.target.path)
    }

    /// The form that asks for the lock of the device; nil where it can no longer log in.
    private func lockForm(of device: Activation, _ visit: AccountVisit) -> Form? {
        guard device.state == .active, !device.lockout.isPermanent else { return nil }
        let path = "/account/devices/\(device.id)/lock"
        return Form(
            action: path, ticket: visit.ticket(for: path, object: device.objectDigest),
            content: Button(.danger, visit.wording.account.history.lock).html)
    }
}

extension HistoryPage.Event {
    fileprivate init(_ event: ReadHistory.Event) {
        self.init(
            at: Moment(event.at), kind: event.kind, device: event.device, website: event.service,
            network: event.network, browserKind: event.browserKind, isByOperator: event.isByOperator,
            isWrongFactor: event.isWrongFactor,
            isAtConsole: event.isAtConsole, login: event.login?.description, isDisowned: event.isDisowned)
    }
}

extension NoticeList.Item {
    init(_ notice: NoticeEvent) {
        self.init(
            at: Moment(notice.at), kind: notice.kind, device: notice.device, isByOperator: notice.isByOperator)
    }
}
