import XignDomain
import XignWording

/// The settings: language, logged-in browsers, the copy of all data, and the link to the deletion.
package enum SettingsPage {
    package struct Session: Sendable, Equatable {
        /// The session's id, base64url.
        var id: String
        var isThisBrowser: Bool
        /// True for a login at the console.
        var isAtConsole: Bool
        var since: Moment
        var lastSeen: Moment
        /// The network that the browser came from; nil where logs name none.
        var network: String?
        /// Nil where the browser names itself by no known word.
        var browserKind: BrowserKind?
        /// The name of the device that confirmed the login.
        var device: String
        /// The ticket of the form that ends the session.
        var endTicket: String

        package init(
            id: String, isThisBrowser: Bool, isAtConsole: Bool = false, since: Moment, lastSeen: Moment,
            network: String?, browserKind: BrowserKind? = nil, device: String, endTicket: String
        ) {
            self.id = id
            self.isThisBrowser = isThisBrowser
            self.isAtConsole = isAtConsole
            self.since = since
            self.lastSeen = lastSeen
            self.network = network
            self.browserKind = browserKind
            self.device = device
            self.endTicket = endTicket
        }
    }

    /// A login that a browser repeats without the device: a remembered one at one website, or a shared one.
    package struct RepeatedLogin: Sendable, Equatable {
        /// The id of its process, base64url.
        var id: String
        /// The website, or the organization of a shared login.
        var name: String
        /// The websites at which a shared login was used so far.
        var websites: [String]
        var since: Moment
        var lastUsed: Moment
        var endsAt: Moment
        /// As of a session.
        var network: String?
        /// Nil where the browser names itself by no known word.
        var browserKind: BrowserKind?
        /// The name of the device that confirmed the login.
        var device: String
        /// The ticket of the form that ends it.
        var endTicket: String

        package init(
            id: String, name: String, websites: [String] = [], since: Moment, lastUsed: Moment, endsAt: Moment,
            network: String?, browserKind: BrowserKind? = nil, device: String, endTicket: String
        ) {
            self.id = id
            self.name = name
            self.websites = websites
            self.since = since
            self.lastUsed = lastUsed
            self.endsAt = endsAt
            self.network = network
            self.browserKind = browserKind
            self.device = device
            self.endTicket = endTicket
        }
    }

    package struct Tickets: Sendable, Equatable {
        let language: String, endOthers: String, endShared: String, export: String

        package init(language: String, endOthers: String, endShared: String, export: String) {
            self.language = language
            self.endOthers = endOthers
            self.endShared = endShared
            self.export = export
        }
    }

    package struct Model: Sendable, Equatable {
        /// The tag of the account's language; nil where it follows the browser.
        var language: String?
        var sessions: [Session]
        var remembered: [RepeatedLogin]
        var shared: [RepeatedLogin]
        var tickets: Tickets

        package init(
            language: String?, sessions: [Session], remembered: [RepeatedLogin], shared: [RepeatedLogin],
            tickets: Tickets
        ) {
            self.language = language
            self.sessions = sessions
            self.remembered = remembered
            self.shared = shared
            self.tickets = tickets
        }
    }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.settings
        return AccountLayout(
            frame, in: wording, title: words.title, section: .settings,
            content: """
                <h1>\(words.title)</h1>
                <section class="panel" aria-labelledby="language-title">
                <h2 id="language-title">\(words.language)</h2>
                \(language(model, wording))\
                </section>
                <section class="panel" aria-labelledby="sessions-title">
                <h2 id="sessions-title">\(words.sessions)</h2>
                <p>\(words.sessionsExplanation)</p>
                \(sessions(model, wording))\
                </section>
                \(remembered(model, wording))\
                \(shared(model, wording))\
                <section class="panel" aria-labelledby="export-title">
                <h2 id="export-title">\(words.export)</h2>
                <p>\(words.exportExplanation)</p>
                <p>\(wording.account.devices.confirmedThere)</p>
                \(Form(
                    action: "/account/export", ticket: model.tickets.export,
                    content: Button(.primary, words.exportNow).html).html)\
                </section>
                <section class="panel" aria-labelledby="deletion-title">
                <h2 id="deletion-title">\(words.deletion)</h2>
                <p>\(Link(to: "/account/delete", words.deletionLink).html)</p>
                </section>

                """
        ).html
    }

    private static func language(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.settings
        let choices: [HTML] =
            [radio("", nil, words.browsersLanguage, isChosen: model.language == nil)]
            + Wordings.all.map { radio($0.tag, $0.tag, $0.general.nativeName, isChosen: model.language == $0.tag) }
        return Form(
            action: "/account/settings/language", ticket: model.tickets.language,
            content: """
                <fieldset class="field" aria-labelledby="language-title">
                <p class="hint">\(words.languageHint)</p>
                \(choices)\
                </fieldset>
                \(Button(.primary, words.save).html)
                """
        ).html
    }

    private static func radio(_ value: String, _ language: String?, _ label: String, isChosen: Bool) -> HTML {
        """
        <label class="choice"\(language.map { " lang=\"\($0)\"" as HTML } ?? "")>\
        <input type="radio" name="language" value="\(value)"\(isChosen ? " checked" : "" as HTML)>\(label)</label>

        """
    }

    private static func sessions(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.settings
        let others = model.sessions.count { !$0.isThisBrowser }
        let names = numbered(
            model.sessions.map { $0.browserKind.map(wording.account.browser) ?? words.unknownBrowser })
        return """
            <ul class="rows">
            \(zip(model.sessions, names).map { card($0, named: $1, wording) })\
            </ul>
            \(others < 2 ? "" : Form(
                action: "/account/settings/sessions/end", ticket: model.tickets.endOthers,
                content: Button(.secondary, words.endOthers).html).html)
            """
    }

    /// Adds a number to each name that stands there more than once, so that no two look alike. The list is newest
    /// first, so that the oldest one is the first.
    static func numbered(_ names: [String]) -> [String] {
        names.indices.map { index in
            guard names.count(where: { $0 == names[index] }) > 1 else { return names[index] }
            return "\(names[index]) (\(names[index...].count { $0 == names[index] }))"
        }
    }

    private static func card(_ session: Session, named name: String, _ wording: any Wording) -> HTML {
        let words = wording.account.settings
        var rows: [(term: String, value: HTML)] = [
            (words.confirmedWith, HTML.isolated(session.device)),
            (words.since, session.since.dayAndTime(in: wording)),
            (words.lastSeen, session.lastSeen.dayAndTime(in: wording)),
        ]
        if let network = session.network { rows.append((words.network, "<bdi>\(network)</bdi>")) }
        let end = Form(
            action: "/account/settings/sessions/\(session.id)/end", ticket: session.endTicket,
            content: Button(.secondary, words.end, object: name).html)
        return """
            <li>
            <p class="actions"><span>\(name)</span>\
            \(session.isThisBrowser ? Tag(.good, "\(words.thisBrowser)").html : "")\
            \(session.isAtConsole ? Tag(.plain, "\(words.atConsole)").html : "")</p>
            \(SummaryList(rows).html)\
            \(session.isThisBrowser ? "" : end.html)\
            </li>

            """
    }
}
