import XignDomain
import XignWording

/// The logins that browsers repeat without the device.
extension SettingsPage {
    static func remembered(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.settings.remembered
        let names = numbered(model.remembered.map(\.name))
        let cards = zip(model.remembered, names).map { card($0, named: $1, below: "remembered", words.end, wording) }
        return section("remembered-title", words.title, words.explanation, cards)
    }

    static func shared(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.settings.shared
        let names = numbered(model.shared.map(\.name))
        let cards = zip(model.shared, names).map { card($0, named: $1, below: "shared", words.end, wording) }
        let endAll = Form(
            action: "/account/settings/shared/end", ticket: model.tickets.endShared,
            content: Button(.secondary, words.endAll).html
        ).html
        return section("shared-title", words.title, words.explanation, cards, endAll: cards.count < 2 ? "" : endAll)
    }

    /// - Returns: nothing where there are no logins.
    private static func section(
        _ id: String, _ title: String, _ explanation: String, _ cards: [HTML], endAll: HTML = ""
    ) -> HTML {
        guard !cards.isEmpty else { return "" }
        return """
            <section class="panel" aria-labelledby="\(id)">
            <h2 id="\(id)">\(title)</h2>
            <p>\(explanation)</p>
            <ul class="rows">
            \(cards)\
            </ul>
            \(endAll)\
            </section>

            """
    }

    /// - Parameter path: the part of the form's path that names the kind of login.
    private static func card(
        _ login: RepeatedLogin, named name: String, below path: String, _ end: String, _ wording: any Wording
    ) -> HTML {
        let (words, settings) = (wording.account.settings.remembered, wording.account.settings)
        var rows: [(term: String, value: HTML)] = []
        if let kind = login.browserKind { rows.append((words.browser, "\(wording.account.browser(kind))")) }
        rows += [
            (settings.confirmedWith, HTML.isolated(login.device)),
            (settings.since, login.since.dayAndTime(in: wording)),
            (settings.lastSeen, login.lastUsed.dayAndTime(in: wording)),
            (words.endsAt, login.endsAt.dayAndTime(in: wording)),
        ]
        if let network = login.network { rows.append((settings.network, "<bdi>\(network)</bdi>")) }
        let used = settings.shared.used(organization: login.name, websites: login.websites)
        let websites: HTML = login.websites.isEmpty ? "" : "<p>\(used, value: HTML.isolated)</p>\n"
        let form = Form(
            action: "/account/settings/\(path)/\(login.id)/end", ticket: login.endTicket,
            content: Button(.secondary, end, object: name).html)
        return """
            <li>
            <p class="actions"><span>\(HTML.isolated(name))</span></p>
            \(websites)\
            \(SummaryList(rows).html)\
            \(form.html)\
            </li>

            """
    }
}
