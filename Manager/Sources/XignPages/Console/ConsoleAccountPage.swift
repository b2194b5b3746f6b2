import XignDomain
import XignProtocol
import XignWording

/// An account as each of its pages at the console begins.
package struct AccountHeader: Sendable, Equatable {
    package struct Right: Sendable, Equatable {
        var right: AdministratorGrant.Role
        /// Nil for a grant of the manager.
        var organization: String?

        package init(_ right: AdministratorGrant.Role, organization: String?) {
            self.right = right
            self.organization = organization
        }
    }

    /// The public id, base64url.
    var id: String
    var name: String
    var isActive: Bool
    /// True where a file says whether the account is active.
    var isDeclared: Bool
    var since: Moment
    var rights: [Right]
    /// True for an account to which everything takes two administrators.
    var holdsManagerGrant: Bool
    /// True for the account of the reader.
    var isYours: Bool
    /// The address of the reader's own account pages; nil where none are served.
    var accountPages: String?

    package init(
        id: String, name: String, isActive: Bool, isDeclared: Bool = false, since: Moment, rights: [Right] = [],
        holdsManagerGrant: Bool = false, isYours: Bool = false, accountPages: String? = nil
    ) {
        self.id = id
        self.name = name
        self.isActive = isActive
        self.isDeclared = isDeclared
        self.since = since
        self.rights = rights
        self.holdsManagerGrant = holdsManagerGrant
        self.isYours = isYours
        self.accountPages = accountPages
    }

    var address: String { "\(ConsoleSection.accounts.address)/\(id)" }

    static func tag(isActive: Bool, _ words: any ConsoleAccountsWording) -> HTML {
        isActive ? Tag(.good, "\(words.active)").html : Tag(.bad, "\(words.disabled)").html
    }

    /// The heading, the facts, what an administrator has to know before acting, and the parts of the page.
    func html(_ current: AccountTab, in wording: any Wording) -> HTML {
        let words = wording.console.accounts
        var rows: [(term: String, value: HTML)] = [
            (words.since, since.day(in: wording)), (words.id, "<code>\(id)</code>"),
        ]
        if !rights.isEmpty {
            let names: [HTML] = rights.map {
                "<li>\(words.right($0.right, organization: $0.organization), value: HTML.isolated)</li>\n"
            }
            rows.append((words.rights, "<ul class=\"plain\">\n\(names)</ul>"))
        }
        return """
            <h1><bdi>\(name)</bdi> \(Self.tag(isActive: isActive, words))</h1>
            \(SummaryList(rows).html)\
            \(isYours ? ownAccount(words) : "")\
            \(holdsManagerGrant && !isYours ? Notice(.info, "<p>\(words.needsTwoPersons)</p>").html : "")\
            \(isDeclared ? Notice(.info, "<p>\(words.declared)</p>").html : "")\
            \(tabs(current, in: wording).html)
            """
    }

    private func ownAccount(_ words: any ConsoleAccountsWording) -> HTML {
        Notice(
            .info,
            "<p>\(accountPages.map { "<a href=\"\($0)\">\(words.ownAccount)</a>" as HTML } ?? "\(words.ownAccount)")</p>"
        ).html
    }

    /// The links to the parts of the account's page.
    private func tabs(_ current: AccountTab, in wording: any Wording) -> Tabs {
        Tabs(
            label: wording.console.layout.tabs,
            AccountTab.allCases.map {
                Tabs.Tab(address(of: $0), wording.console.accounts.tab($0), isCurrent: $0 == current)
            })
    }

    private func address(of tab: AccountTab) -> String {
        switch tab {
        case .devices: address
        case .memberships: "\(address)/memberships"
        case .data: "\(address)/data"
        case .events: "\(ConsoleSection.audit.address)?whom=\(id)"
        }
    }
}

/// An account with its devices, its memberships, or the names of its data.
package enum ConsoleAccountPage {
    package enum Content: Sendable, Equatable {
        /// The devices, with the acts on the account that the reader may ask for.
        case devices([ConsoleDevice], acts: [ActName])
        case memberships([Membership], roles: [ServiceRoles])
        /// - Parameter kept: the values that operators keep.
        case data([AttributeName], kept: [KeptDataModel.Label])
    }

    /// A membership, with the ids by which operators of the organization know the person.
    package struct Membership: Sendable, Equatable {
        var organization: String
        var memberID: String
        /// The beginning of the id.
        var grantID: String

        package init(organization: String, memberID: String, grantID: String) {
            self.organization = organization
            self.memberID = memberID
            self.grantID = grantID
        }
    }

    /// The roles at one service.
    package struct ServiceRoles: Sendable, Equatable {
        var service: String
        var roles: [String]

        package init(service: String, roles: [String]) {
            self.service = service
            self.roles = roles
        }
    }

    package static func page(
        _ account: AccountHeader, _ content: Content, _ frame: ConsoleLayout.Frame, in wording: any Wording
    ) -> HTML {
        ConsoleLayout(
            frame, in: wording, title: account.name, section: .accounts, isBelowSection: true,
            content: """
                \(account.html(content.tab, in: wording))\
                \(self.content(content, of: account, wording))
                """
        ).html
    }

    private static func content(_ content: Content, of account: AccountHeader, _ wording: any Wording) -> HTML {
        switch content {
        case .devices(let devices, let acts): self.devices(devices, acts: acts, of: account, wording)
        case .memberships(let organizations, let roles): memberships(organizations, roles, wording)
        case .data(let names, let kept): data(names, kept, wording)
        }
    }

    private static func devices(
        _ devices: [ConsoleDevice], acts: [ActName], of account: AccountHeader, _ wording: any Wording
    ) -> HTML {
        let words = wording.console.accounts
        return """
            \(devices.isEmpty ? EmptyState(words.noDevices).html : list(devices, of: account, wording))\
            \(acts.isEmpty ? "" : ActLinks.html(acts, below: account.address, wording))
            """
    }

    private static func list(
        _ devices: [ConsoleDevice], of account: AccountHeader, _ wording: any Wording
    ) -> HTML {
        Table(
            label: wording.console.accounts.tab(.devices), columns: ConsoleDevice.columns(in: wording),
            rows: devices.map { $0.cells(address: "\(account.address)/devices/\($0.id)", in: wording) }
        ).html
    }

    private static func memberships(
        _ organizations: [Membership], _ roles: [ServiceRoles], _ wording: any Wording
    ) -> HTML {
        let words = wording.console.accounts
        let services: [(term: String, value: HTML)] = roles.map { service in
            (service.service, "\(service.roles.map { "<bdi>\($0)</bdi> " as HTML })")
        }
        return """
            <section>
            <h2>\(words.organizations)</h2>
            \(organizations.isEmpty ? none(words.noOrganizations) : list(organizations, words))\
            </section>
            <section>
            <h2>\(words.roles)</h2>
            \(services.isEmpty ? none(words.noRoles) : SummaryList(services).html)\
            </section>

            """
    }

    private static func list(_ organizations: [Membership], _ words: any ConsoleAccountsWording) -> HTML {
        Table(
            label: words.organizations, columns: [words.organization, words.memberID, words.grantID],
            rows: organizations.map { membership in
                [
                    HTML.isolated(membership.organization), "<code>\(membership.memberID)</code>",
                    "<code>\(membership.grantID)</code>",
                ]
            }
        ).html
    }

    private static func none(_ sentence: String) -> HTML { "<p class=\"muted\">\(sentence)</p>\n" }

    private static func data(
        _ names: [AttributeName], _ kept: [KeptDataModel.Label], _ wording: any Wording
    ) -> HTML {
        let words = wording.console.accounts
        guard !names.isEmpty || !kept.isEmpty else { return EmptyState(words.noData).html }
        return """
            <p>\(words.dataExplanation)</p>
            <ul class="plain">
            \(names.map { "<li>\(wording.account.data.name($0))</li>\n" as HTML })\
            \(kept.map { "<li>\($0.html(in: wording))</li>\n" as HTML })\
            </ul>

            """
    }
}

extension ConsoleAccountPage.Content {
    fileprivate var tab: AccountTab {
        switch self {
        case .devices: .devices
        case .memberships: .memberships
        case .data: .data
        }
    }
}

/// The links to the pages of acts.
enum ActLinks {
    static func html(_ acts: [ActName], below address: String, _ wording: any Wording) -> HTML {
        let links: [HTML] = acts.compactMap { act in
            guard let page = act.definition.page, let words = wording.console.acts.page(act) else { return nil }
            return Link(
                act == .removeAccount || act == .revokeDevice ? .danger : .secondary, to: "\(address)/\(page.address)",
                words.link
            ).html
        }
        return """
            <div class="actions">
            \(links)\
            </div>

            """
    }
}
