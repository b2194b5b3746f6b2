import XignDomain
import XignWording

/// The history of the account: sentences by day, newest first.
package enum HistoryPage {
    package struct Event: Sendable, Equatable {
        var at: Moment
        var kind: AuditEvent.Kind
        /// The name of the device concerned; nil for none, empty for one without a name.
        var device: String?
        /// The name of the website concerned; nil for the account pages, and for one that is gone.
        var website: String?
        /// The network of a login at the account pages; nil where logs name none.
        var network: String?
        /// The words for the browser of a session or of a remembered login, as long as it lasts.
        var browserKind: BrowserKind?
        var isByOperator = false
        /// True for a login that was refused for a wrong PIN or another wrong factor.
        var isWrongFactor = false
        /// True for a session at the console.
        var isAtConsole = false
        /// The process of a login that the person can disown.
        var login: String?
        var isDisowned = false

        package init(
            at: Moment, kind: AuditEvent.Kind, device: String?, website: String?, network: String? = nil,
            browserKind: BrowserKind? = nil, isByOperator: Bool = false, isWrongFactor: Bool = false,
            isAtConsole: Bool = false, login: String? = nil,
            isDisowned: Bool = false
        ) {
            self.at = at
            self.kind = kind
            self.device = device
            self.website = website
            self.network = network
            self.browserKind = browserKind
            self.isByOperator = isByOperator
            self.isWrongFactor = isWrongFactor
            self.isAtConsole = isAtConsole
            self.login = login
            self.isDisowned = isDisowned
        }
    }

    package struct Model: Sendable, Equatable {
        /// Nil for everything.
        var topic: HistoryTopic?
        var events: [Event]
        /// The place of the next page; nil where nothing is older.
        var older: String?
        var isFirstPage: Bool
        /// False while an upgraded manager sorts the events of former years.
        var isComplete: Bool

        package init(topic: HistoryTopic?, events: [Event], older: String?, isFirstPage: Bool, isComplete: Bool) {
            self.topic = topic
            self.events = events
            self.older = older
            self.isFirstPage = isFirstPage
            self.isComplete = isComplete
        }
    }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.history
        let pager = Pager(
            newer: model.isFirstPage ? nil : address(model.topic),
            older: model.older.map { address(model.topic, from: $0) }, in: wording)
        return AccountLayout(
            frame, in: wording, title: words.title, section: .history,
            content: """
                <h1>\(words.title)</h1>
                <p>\(words.explanation)</p>
                \(Tabs(
                    label: words.filter,
                    topics.map { Tabs.Tab(address($0), words.topic($0), isCurrent: $0 == model.topic) }
                ).html)\
                \(model.isComplete ? "" : Notice(.info, "<p>\(words.incomplete)</p>").html)\
                \(model.events.isEmpty ? EmptyState(words.empty).html : "")\
                \(DayList(
                    model.events.compactMap { event in item(event, wording).map { (event.at, $0) } }, in: wording
                ).html)\
                \(pager.html)
                """
        ).html
    }

    private static let topics: [HistoryTopic?] = [nil] + HistoryTopic.allCases

    private static func address(_ topic: HistoryTopic?, from place: String? = nil) -> String {
        "/account/history?show=\(topic?.rawValue ?? "all")" + (place.map { "&from=\($0)" } ?? "")
    }

    /// Nil for an event without a sentence, which is in no history.
    private static func item(_ event: Event, _ wording: any Wording) -> HTML? {
        let words = wording.account.history
        guard let sentence = sentence(event, wording) else { return nil }
        var details: [HTML] = []
        if event.isByOperator { details.append("\(words.byOperator)") }
        if let kind = event.browserKind { details.append("\(wording.account.browser(kind))") }
        if let network = event.network {
            details.append("\(words.network(network), value: HTML.isolated)")
        }
        return """
            <li>\(event.at.time(in: wording)) \
            <span>\(sentence, value: HTML.isolated)\(details.map { ", \($0)" as HTML })</span>
            \(event.isDisowned ? Tag(.bad, "\(words.disowned)").html : "")\
            \(disownLink(event, sentence, wording))\
            </li>

            """
    }

    private static func sentence(_ event: Event, _ wording: any Wording) -> Phrase? {
        let words = wording.events
        let device = name(ofDevice: event.device, wording)
        let website = event.website ?? wording.account.history.ownPages
        return switch event.kind {
        case .loginRefused where event.isWrongFactor: words.wrongPIN(device: device, service: website)
        case .sessionBegun where event.isAtConsole: words.consoleSessionBegun(device: device)
        case .sessionEnded where event.isAtConsole: words.consoleSessionEnded(device: device)
        default: words.words(for: event.kind, account: "", device: device, service: website).history
        }
    }

    private static func disownLink(_ event: Event, _ sentence: Phrase, _ wording: any Wording) -> HTML {
        guard let login = event.login, !event.isDisowned else { return "" }
        return Link(
            .quiet, to: "/account/history/\(login)", wording.account.history.notMe,
            object: "\(sentence.text), \(event.at.dayAndTimeText(in: wording))"
        ).html
    }

    static func name(ofDevice alias: String?, _ wording: any Wording) -> String {
        guard let alias, !alias.isEmpty else { return wording.account.devices.unnamed }
        return alias
    }
}

/// "This was not me": the question about one login, and the page after the answer.
package enum DisownPage {
    package struct Model: Sendable, Equatable {
        /// The process of the login, base64url.
        var login: String
        /// The name of the website; nil for the account pages.
        var website: String?
        /// The name of the device that confirmed it.
        var device: String
        var at: Moment

        package init(login: String, website: String?, device: String, at: Moment) {
            self.login = login
            self.website = website
            self.device = device
            self.at = at
        }
    }

    package static func question(
        _ model: Model, ticket: String, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.history
        let website = model.website ?? words.ownPages
        return CheckPage(
            title: words.disownTitle, section: .history,
            explanation: """
                <p class="lead">\(words.disownQuestion(website), value: HTML.isolated)</p>
                \(facts(model, wording).html)\
                <ul>
                \(words.disownEffects.map { "<li>\($0)</li>\n" as HTML })\
                </ul>
                <p>\(words.disownLimit)</p>

                """,
            form: Form(
                action: "/account/history/\(model.login)", ticket: ticket, content: Button(.danger, words.disown).html),
            cancel: AccountSection.history.address
        ).html(frame, in: wording)
    }

    /// - Parameter lock: the form that asks for the device's lock; nil for a device that can no longer log in.
    package static func answer(
        _ model: Model, lock: Form?, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.history
        let device = HistoryPage.name(ofDevice: model.device, wording)
        return AccountLayout(
            frame, in: wording, title: words.disownedTitle, section: .history, isBelowSection: true,
            content: """
                <h1>\(words.disownedTitle)</h1>
                <p class="lead">\(words.disownedExplanation(device), value: HTML.isolated)</p>
                \(facts(model, wording).html)\
                <p>\(words.disownLimit)</p>
                \(lock.map { Notice(.warning, heading: words.lock, "<p>\(words.lockExplanation)</p>\n\($0.html)").html } ?? "")\
                <p>\(Link(to: AccountSection.devices.address, words.lookAtDevices).html)</p>

                """
        ).html
    }

    private static func facts(_ model: Model, _ wording: any Wording) -> SummaryList {
        let words = wording.account.history
        return SummaryList([
            (words.login, model.at.dayAndTime(in: wording)),
            (words.device, "<bdi>\(HistoryPage.name(ofDevice: model.device, wording))</bdi>"),
        ])
    }
}

/// The acts on the account since the last visit, for the top of the first page.
package struct NoticeList {
    package struct Item: Sendable, Equatable {
        var at: Moment
        var kind: NoticeEvent.Kind
        var device: String?
        var isByOperator = false

        package init(at: Moment, kind: NoticeEvent.Kind, device: String?, isByOperator: Bool = false) {
            self.at = at
            self.kind = kind
            self.device = device
            self.isByOperator = isByOperator
        }
    }

    let items: [Item]

    package init(_ items: [Item]) { self.items = items }

    /// Nothing where nothing happened.
    package func html(in wording: any Wording) -> HTML {
        guard !items.isEmpty else { return "" }
        let words = wording.account.history
        let list: [HTML] = items.compactMap { item in
            let device = HistoryPage.name(ofDevice: item.device, wording)
            return wording.events.notice(item.kind, device: device).map { sentence in
                """
                <li>\(item.at.dayAndTime(in: wording)) \
                <span>\(sentence, value: HTML.isolated)</span>\
                \(item.isByOperator ? Tag(.plain, "\(words.byOperator)").html : "")</li>

                """
            }
        }
        return Notice(
            .warning, heading: words.noticesTitle,
            """
            <ul class="events">
            \(list)</ul>
            <p>\(words.noticesAdvice) \(Link(to: AccountSection.devices.address, words.lookAtDevices).html)</p>
            """
        ).html
    }
}
