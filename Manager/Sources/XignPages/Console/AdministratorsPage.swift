import XignDomain
import XignWording

/// The manager, or one of its organizations, as the pages about its administrators name it.
package struct AdministeredScope: Sendable, Equatable {
    /// The organization's id and name; nil for the manager.
    var organization: (id: String, name: String)?

    package init(organization: (id: String, name: String)? = nil) { self.organization = organization }

    package static func == (one: Self, other: Self) -> Bool {
        one.organization?.id == other.organization?.id && one.organization?.name == other.organization?.name
    }

    /// The name of the ids that tell apart names which look alike: those of accounts, or those at the organization.
    func idLabel(in wording: any Wording) -> String {
        organization == nil ? wording.console.accounts.id : wording.console.administrators.grantID
    }

    /// The path of the list.
    package var address: String {
        organization.map { "/console/organizations/\($0.id)/administrators" } ?? ConsoleSection.administrators.address
    }
}

/// The administrators and auditors of a scope.
package enum AdministratorsPage {
    package struct Entry: Sendable, Equatable {
        /// The last confirmation with any device.
        package enum LastUse: Sendable, Equatable {
            case at(Moment), never
            /// For operators of an organization: a time tells of another organization's service.
            case hidden
        }

        /// The user name of the account.
        var account: String
        /// The path of the account's page; nil for operators of an organization.
        var accountPage: String?
        /// The id in the paths of the list, and its beginning.
        var id: String
        var shortID: String
        var role: AdministratorGrant.Role
        var isYou = false
        /// False for a person who cannot log in now.
        var isUsable = true
        var isDeclared = false
        /// Nil for a name that operators of an organization do not see.
        var grantedBy: String?
        var grantedAt: Moment
        var lastUsed: LastUse

        package init(
            account: String, accountPage: String?, id: String, shortID: String, role: AdministratorGrant.Role,
            isYou: Bool = false, isUsable: Bool = true, isDeclared: Bool = false, grantedBy: String?,
            grantedAt: Moment, lastUsed: LastUse
        ) {
            self.account = account
            self.accountPage = accountPage
            self.id = id
            self.shortID = shortID
            self.role = role
            self.isYou = isYou
            self.isUsable = isUsable
            self.isDeclared = isDeclared
            self.grantedBy = grantedBy
            self.grantedAt = grantedAt
            self.lastUsed = lastUsed
        }
    }

    /// The search for an organization, whose list is a page of its own.
    package struct Search: Sendable, Equatable {
        var typed: String
        package var isUnknown: Bool

        package init(typed: String, isUnknown: Bool) {
            self.typed = typed
            self.isUnknown = isUnknown
        }
    }

    package struct Model: Sendable, Equatable {
        var scope: AdministeredScope
        var entries: [Entry]
        /// False for an auditor, who changes nothing but may give up their own grant.
        var mayChange: Bool
        /// The lists of other scopes.
        var others: [AdministeredScope]
        /// Nil for operators who see no other organization.
        var search: Search?

        package init(
            scope: AdministeredScope, entries: [Entry], mayChange: Bool, others: [AdministeredScope],
            search: Search? = nil
        ) {
            self.scope = scope
            self.entries = entries
            self.mayChange = mayChange
            self.others = others
            self.search = search
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.administrators
        let title =
            model.scope.organization.map { words.titleOfOrganization($0.name) } ?? Phrase(stringLiteral: words.title)
        let errors =
            model.search?.isUnknown == true
            ? [ErrorSummary.Item(field: "organization", text: words.unknownOrganization)] : []
        return ConsoleLayout(
            frame, in: wording, title: title.text, section: .administrators,
            isBelowSection: model.scope.organization != nil, hasErrors: !errors.isEmpty,
            content: """
                \(ErrorSummary(wording.account.frame.problem, errors).html)\
                <h1>\(title, value: HTML.isolated)</h1>
                <p>\(words.explanation)</p>
                \(hasOneAdministrator(model) ? Notice(.warning, "<p>\(words.onlyOne)</p>").html : "")\
                \(model.mayChange ? grantLink(model.scope, words) : "")\
                \(model.search.map { form($0, wording) } ?? "")\
                \(model.entries.isEmpty ? EmptyState(words.empty).html : list(model, wording))\
                \(model.others.isEmpty ? "" : links(model.others, wording))
                """
        ).html
    }

    private static func grantLink(_ scope: AdministeredScope, _ words: any ConsoleAdministratorsWording) -> HTML {
        "<p>\(Link(.primary, to: "\(scope.address)/new", words.grant).html)</p>\n"
    }

    private static func hasOneAdministrator(_ model: Model) -> Bool {
        model.scope.organization == nil
            && model.entries.count { $0.role == .administrator && $0.isUsable } == 1
    }

    private static func list(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.administrators
        let title = model.scope.organization.map { words.titleOfOrganization($0.name).text } ?? words.title
        return Table(
            label: title,
            columns: [words.account, words.roleLabel] + (showsLastUse(model) ? [words.lastUsed] : [])
                + [words.grantedAt, words.grantedBy, nil],
            rows: model.entries.map { row($0, model, wording) }
        ).html
    }

    /// False for operators of an organization.
    private static func showsLastUse(_ model: Model) -> Bool { model.entries.contains { $0.lastUsed != .hidden } }

    private static func row(_ entry: Entry, _ model: Model, _ wording: any Wording) -> [HTML?] {
        let words = wording.console.administrators
        let isYours = entry.isYou ? Tag(.plain, "\(words.you)").html : ""
        let isOut = entry.isUsable ? "" : Tag(.warning, "\(words.unusable)").html
        let withdraw = Link(
            .quiet, to: "\(model.scope.address)/\(entry.id)/withdraw",
            entry.isYou ? words.giveUp : words.withdraw, object: entry.account)
        let name: HTML =
            entry.accountPage.map { "<a href=\"\($0)\"><bdi>\(entry.account)</bdi></a>" }
            ?? "<bdi>\(entry.account)</bdi>"
        let lastUsed: HTML? =
            switch entry.lastUsed {
            case .at(let moment): moment.fromNow(in: wording)
            case .never: "\(words.neverUsed)"
            case .hidden: nil
            }
        let role: HTML = """
            \(words.role(entry.role))\
            \(entry.isDeclared ? "<p class=\"muted\">\(words.declared)</p>\n" as HTML : "")
            """
        let first: [HTML?] = ["\(name) <code>\(entry.shortID)</code> \(isYours)\(isOut)", role]
        let last: [HTML?] = [
            entry.grantedAt.fromNow(in: wording),
            entry.grantedBy.map(HTML.isolated) ?? "\(words.grantedByOther)",
            model.mayChange || entry.isYou ? withdraw.html : nil,
        ]
        return first + (showsLastUse(model) ? [lastUsed] : []) + last
    }

    private static func form(_ search: Search, _ wording: any Wording) -> HTML {
        let words = wording.console.administrators
        let field = Field(
            "organization", label: words.organization, value: search.typed, hint: words.organizationHint,
            error: search.isUnknown ? words.unknownOrganization : nil, maximumLength: 256)
        return """
            <form class="filter" role="search" action="\(ConsoleSection.administrators.address)" \
            aria-label="\(words.organization)">
            \(field.html)\
            \(Button(.secondary, words.show).html)\
            </form>

            """
    }

    private static func links(_ others: [AdministeredScope], _ wording: any Wording) -> HTML {
        let words = wording.console.administrators
        return """
            <section aria-labelledby="others"><h2 id="others">\(words.others)</h2>
            \(LinkList(label: words.others, others.map { ($0.address, $0.organization?.name ?? words.ofManager, nil) }).html)\
            </section>

            """
    }
}
