import XignWording

/// The first page of the console: a search, what waits for an administrator, and the operator's last login.
package enum ConsoleOverviewPage {
    package struct Model: Sendable, Equatable {
        /// The operator's last login at the console before the present one.
        package struct Login: Sendable, Equatable {
            let at: Moment
            /// Nil where logs name no networks.
            let network: String?

            package init(at: Moment, network: String?) {
                self.at = at
                self.network = network
            }
        }

        /// True where the operator may search accounts.
        let canSearch: Bool
        let hasLockedDevices: Bool
        let hasPendingActs: Bool
        let lastLogin: Login?

        package init(canSearch: Bool, hasLockedDevices: Bool, hasPendingActs: Bool, lastLogin: Login?) {
            self.canSearch = canSearch
            self.hasLockedDevices = hasLockedDevices
            self.hasPendingActs = hasPendingActs
            self.lastLogin = lastLogin
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.layout
        var open: [(address: String, name: String, detail: String?)] = []
        if model.hasPendingActs { open.append((ConsoleSection.confirmations.address, words.pendingActs, nil)) }
        if model.hasLockedDevices { open.append((ConsoleSection.devices.address, words.lockedDevices, nil)) }
        return ConsoleLayout(
            frame, in: wording, title: words.section(.overview), section: .overview,
            content: """
                <h1>\(words.section(.overview))</h1>
                \(model.canSearch ? search(words) : "")\
                \(open.isEmpty ? EmptyState(words.nothingOpen).html : LinkList(label: words.open, open).html)\
                \(lastLogin(model.lastLogin, wording))
                """
        ).html
    }

    /// The only field of the page. It gets: a search changes nothing, and can be kept as a bookmark.
    private static func search(_ words: any ConsoleLayoutWording) -> HTML {
        """
        <form class="filter" action="\(ConsoleSection.accounts.address)" method="get" role="search">
        \(Field("text", label: words.search, hint: words.searchHint, type: "search", maximumLength: 200).html)\
        \(Button(.primary, words.searchNow).html)\
        </form>

        """
    }

    private static func lastLogin(_ login: Model.Login?, _ wording: any Wording) -> HTML {
        let words = wording.console.layout
        guard let login else { return SummaryList([(words.lastLogin, "\(words.noLastLogin)")]).html }
        var rows: [(term: String, value: HTML)] = [(words.lastLogin, login.at.dayAndTime(in: wording))]
        if let network = login.network { rows.append((words.lastNetwork, "<bdi>\(network)</bdi>")) }
        return """
            \(SummaryList(rows).html)\
            <p class="muted">\(words.notYou)</p>

            """
    }
}
