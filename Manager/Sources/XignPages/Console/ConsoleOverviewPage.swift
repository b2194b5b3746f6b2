import XignDomain
import XignWording

/// The first page of the console: a search, the counts of what waits for an administrator, and the operator's last
/// login.
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

        /// The acts that wait for a second administrator.
        package struct PendingActs: Sendable, Equatable {
            let all: Int
            /// Those that the reader can confirm.
            let forReader: Int

            package init(all: Int, forReader: Int) {
                self.all = all
                self.forReader = forReader
            }
        }

        /// True where the operator may search accounts.
        let canSearch: Bool
        /// Nil where the operator may not see them.
        let pendingActs: PendingActs?
        /// Counts that have ended at `LockedDeviceKind.countLimit`; nil where the operator may not see them.
        let lockedDevices: [LockedDeviceKind: Int]?
        let lastLogin: Login?

        package init(
            canSearch: Bool, pendingActs: PendingActs?, lockedDevices: [LockedDeviceKind: Int]?, lastLogin: Login?
        ) {
            self.canSearch = canSearch
            self.pendingActs = pendingActs
            self.lockedDevices = lockedDevices
            self.lastLogin = lastLogin
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.layout
        let open = counts(model, words)
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

    private static func counts(
        _ model: Model, _ words: any ConsoleLayoutWording
    ) -> [(address: String, name: String, detail: String?)] {
        var rows: [(address: String, name: String, detail: String?)] = []
        if let acts = model.pendingActs, acts.all > 0 {
            let detail = words.count(acts.all, forReader: acts.forReader)
            rows.append((ConsoleSection.confirmations.address, words.pendingActs, detail))
        }
        for kind in LockedDeviceKind.allCases {
            guard let count = model.lockedDevices?[kind], count > 0 else { continue }
            let detail = words.count(count, limit: LockedDeviceKind.countLimit)
            rows.append((kind.address, words.lockedDevices(kind), detail))
        }
        return rows
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
        var rows: [(term: String, value: HTML)] = [(words.lastLogin, login.at.fromNow(in: wording))]
        if let network = login.network { rows.append((words.lastNetwork, "<bdi>\(network)</bdi>")) }
        return """
            \(SummaryList(rows).html)\
            <p class="muted">\(words.notYou)</p>

            """
    }
}
