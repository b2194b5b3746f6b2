import XignDomain
import XignWebAssets
import XignWording

/// The document around each account page: the user name, the menu, the way back, and the sentence after an act.
package struct AccountLayout: SurfaceLayout {
    /// The values of one request that are the same for all pages.
    package struct Frame: Sendable, Equatable {
        /// The manager's host, as the browser shows it.
        let host: String
        /// The user name.
        let account: String
        /// The ticket of the form that logs out.
        let logOutTicket: String
        /// The page's path and query, to which the language switch leads back; nil for the answer to a form.
        let address: String?
        /// The act that was done before this page.
        let done: DoneCode?
        /// The operator, for the foot of the page.
        let provider: OperatorProfile

        package init(
            host: String, account: String, logOutTicket: String, address: String?, done: DoneCode?,
            provider: OperatorProfile
        ) {
            self.host = host
            self.account = account
            self.logOutTicket = logOutTicket
            self.address = address
            self.done = done
            self.provider = provider
        }
    }

    let frame: Frame
    let wording: any Wording
    /// The title and, in `content`, the heading.
    let title: String
    /// The part of the account that the page belongs to.
    let section: AccountSection
    /// True for a page below the section's own, which gets a way back to it.
    var isBelowSection = false
    /// True for a form with errors, whose title says so.
    var hasErrors = false
    var scripts: [WebAsset] = []
    let content: HTML

    package init(
        _ frame: Frame, in wording: any Wording, title: String, section: AccountSection, isBelowSection: Bool = false,
        hasErrors: Bool = false, scripts: [WebAsset] = [], content: HTML
    ) {
        self.frame = frame
        self.wording = wording
        self.title = title
        self.section = section
        self.isBelowSection = isBelowSection
        self.hasErrors = hasErrors
        self.scripts = scripts
        self.content = content
    }

    private var words: any AccountFrameWording { wording.account.frame }

    var address: String? { frame.address }
    var provider: OperatorProfile { frame.provider }
    var done: String? { frame.done.map { words.done($0) } }

    var bar: SurfaceBar {
        SurfaceBar(
            wording: wording, provider: provider, host: frame.host, person: words.loggedIn(as: frame.account),
            items: AccountSection.allCases.map { ($0.address, words.section($0), $0 == section) },
            logOut: Form(
                action: "/account/logout", ticket: frame.logOutTicket, content: Button(.quiet, words.logOut).html))
    }

    func name(of section: AccountSection) -> String { words.section(section) }
}

extension AccountSection: SurfaceSection {
    /// The path of the section's first page.
    package var address: String {
        switch self {
        case .overview: "/account"
        case .devices: "/account/devices"
        case .data: "/account/data"
        case .websites: "/account/websites"
        case .history: "/account/history"
        case .settings: "/account/settings"
        }
    }
}
