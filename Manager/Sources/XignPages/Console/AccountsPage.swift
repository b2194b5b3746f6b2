import XignDomain
import XignWording

/// The search for accounts, and their list by name.
package enum AccountsPage {
    package struct Model: Sendable, Equatable {
        /// The text as it was typed; empty for the list of all accounts.
        var typed: String
        var exact: [FoundAccount]
        /// More accounts have what was typed than `exact` contains.
        var hasMoreExact: Bool
        /// The accounts whose user names begin with the text.
        var named: [ListedAccount]
        /// The places in which the search has looked; empty for the list.
        var searched: [AccountSearchPlace]
        /// True for a page after the first one.
        var isContinued: Bool
        /// The address of the next page.
        var next: String?

        package init(
            typed: String, exact: [FoundAccount] = [], hasMoreExact: Bool = false, named: [ListedAccount],
            searched: [AccountSearchPlace], isContinued: Bool = false, next: String?
        ) {
            self.typed = typed
            self.exact = exact
            self.hasMoreExact = hasMoreExact
            self.named = named
            self.searched = searched
            self.isContinued = isContinued
            self.next = next
        }

        fileprivate var isSearch: Bool { !searched.isEmpty }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.accounts
        return ConsoleLayout(
            frame, in: wording, title: words.title, section: .accounts,
            content: """
                <h1>\(words.title)</h1>
                \(search(model.typed, words))\
                \(exact(model, words))\
                \(named(model, words))\
                \(nothing(model, words))\
                \(Pager(newer: nil, older: model.next, in: wording).html)
                """
        ).html
    }

    /// The form is sent by GET: a search changes nothing, and its pages are addresses.
    private static func search(_ typed: String, _ words: any ConsoleAccountsWording) -> HTML {
        """
        <form class="filter" action="\(ConsoleSection.accounts.address)" method="get" role="search">
        \(Field(
            "text", label: words.search, value: typed, hint: words.searchHint, type: "search", maximumLength: 256).html)\
        \(Button(.primary, words.searchNow).html)\
        </form>

        """
    }

    private static func exact(_ model: Model, _ words: any ConsoleAccountsWording) -> HTML {
        guard !model.exact.isEmpty else { return "" }
        let table = Table(
            label: words.found, columns: [words.userName, words.why] + columns(words),
            rows: model.exact.map { found in
                [name(of: found.account), "\(words.match(found.match), value: HTML.isolated)"]
                    + cells(found.account, words)
            })
        return """
            <section>
            <h2>\(words.found)</h2>
            \(table.html)\
            \(model.hasMoreExact ? "<p class=\"muted\">\(words.hasMoreExact)</p>\n" as HTML : "")\
            </section>

            """
    }

    private static func named(_ model: Model, _ words: any ConsoleAccountsWording) -> HTML {
        guard !model.named.isEmpty else { return "" }
        let heading = model.isSearch ? words.named : words.all
        let table = Table(
            label: heading, columns: [words.userName] + columns(words),
            rows: model.named.map { [name(of: $0)] + cells($0, words) })
        return """
            <section>
            <h2>\(heading)</h2>
            \(table.html)\
            </section>

            """
    }

    /// The name with the beginning of the id, which tells apart names that look alike.
    private static func name(of account: ListedAccount) -> HTML {
        """
        <a href="\(ConsoleSection.accounts.address)/\(account.id.description)"><bdi>\(account.name)</bdi></a> \
        <code>\(account.id.short)</code>
        """
    }

    /// The headings of `cells`.
    private static func columns(_ words: any ConsoleAccountsWording) -> [String] {
        [words.state, words.tab(.devices), words.organizations]
    }

    private static func cells(_ account: ListedAccount, _ words: any ConsoleAccountsWording) -> [HTML?] {
        let organizations: [HTML] = account.organizations.enumerated().map { index, name in
            "\(index == 0 ? "" : ", " as HTML)<bdi>\(name)</bdi>"
        }
        return [
            AccountHeader.tag(isActive: account.isActive, words), "\(account.devices)",
            organizations.isEmpty ? nil : "\(organizations)",
        ]
    }

    private static func nothing(_ model: Model, _ words: any ConsoleAccountsWording) -> HTML {
        guard model.exact.isEmpty, model.named.isEmpty, !model.isContinued else { return "" }
        guard model.isSearch else { return EmptyState(words.empty).html }
        return """
            \(EmptyState(words.nothingFound).html)\
            <p class="muted">\(words.searched(model.searched))</p>

            """
    }
}
