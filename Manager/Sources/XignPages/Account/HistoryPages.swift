import XignWording

/// The history of the account: sentences by day, newest first.
package enum HistoryPage {
    package struct Event: Sendable, Equatable {
        var at: Moment
        var kind: HistoryKind
        /// The name of the device concerned; nil for none, empty for one without a name.
        var device: String?
        /// The name of the website concerned; nil for the account pages, and for one that is gone.
        var website: String?
        /// The network of a login at the account pages; nil where logs name none.
        var network: String?
        var isByOperator = false
        /// The process of a login that the person can disown.
        var login: String?
        var isDisowned = false

        package init(
            at: Moment, kind: HistoryKind, device: String?, website: String?, network: String? = nil,
            isByOperator: Bool = false, login: String? = nil, isDisowned: Bool = false
        ) {
            self.at = at
            self.kind = kind
            self.device = device
            self.website = website
            self.network = network
            self.isByOperator = isByOperator
            self.login = login
            self.isDisowned = isDisowned
        }
    }

    package struct Model: Sendable, Equatable {
        var filter: HistoryFilter
        var events: [Event]
        /// The place of the next page; nil where nothing is older.
        var older: String?
        var isFirstPage: Bool
        /// False while an upgraded manager sorts the events of former years.
        var isComplete: Bool

        package init(filter: HistoryFilter, events: [Event], older: String?, isFirstPage: Bool, isComplete: Bool) {
            self.filter = filter
            self.events = events
            self.older = older
            self.isFirstPage = isFirstPage
            self.isComplete = isComplete
        }
    }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.history
        let pager = Pager(
            newer: model.isFirstPage ? nil : address(model.filter),
            older: model.older.map { address(model.filter, from: $0) }, in: wording)
        return AccountLayout(
            frame, in: wording, title: words.title, section: .history,
            content: """
                <h1>\(words.title)</h1>
                <p>\(words.explanation)</p>
                <nav class="tabs" aria-label="\(words.filter)">
                \(HistoryFilter.allCases.map { tab($0, isCurrent: $0 == model.filter, words) })\
                </nav>
                \(model.isComplete ? "" : Notice(.info, "<p>\(words.incomplete)</p>").html)\
                \(model.events.isEmpty ? EmptyState(words.empty).html : "")\
                \(DayList(model.events.map { ($0.at, item($0, wording)) }, in: wording).html)\
                \(pager.html)
                """
        ).html
    }

    private static func address(_ filter: HistoryFilter, from place: String? = nil) -> String {
        "/account/history?show=\(filter.rawValue)" + (place.map { "&from=\($0)" } ?? "")
    }

    private static func tab(_ filter: HistoryFilter, isCurrent: Bool, _ words: any AccountHistoryWording) -> HTML {
        """
        <a href="\(address(filter))"\(isCurrent ? " aria-current=\"page\"" : "" as HTML)>\(words.filter(filter))</a>

        """
    }

    private static func item(_ event: Event, _ wording: any Wording) -> HTML {
        let words = wording.account.history
        let sentence = words.sentence(
            event.kind, device: name(ofDevice: event.device, wording), website: event.website ?? words.ownPages)
        var details: [HTML] = []
        if event.isByOperator { details.append("\(words.byOperator)") }
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
        var kind: NoticeKind
        var device: String?
        var isByOperator = false

        package init(at: Moment, kind: NoticeKind, device: String?, isByOperator: Bool = false) {
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
        let list: [HTML] = items.map { item in
            let device = HistoryPage.name(ofDevice: item.device, wording)
            return """
                <li>\(item.at.dayAndTime(in: wording)) \
                <span>\(words.notice(item.kind, device: device), value: HTML.isolated)</span>\
                \(item.isByOperator ? Tag(.plain, "\(words.byOperator)").html : "")</li>

                """
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
