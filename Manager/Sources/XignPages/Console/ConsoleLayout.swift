import XignDomain
import XignWebAssets
import XignWording

/// The document around each page of the console: the operator, the menu, the way back, and the sentence after an
/// act.
package struct ConsoleLayout: SurfaceLayout {
    /// The values of one request that are the same for all pages.
    package struct Frame: Sendable, Equatable {
        /// The console's host, as the browser shows it.
        let host: String
        /// The user name.
        let account: String
        let role: ConsoleRole
        /// The sections that the operator may open.
        let sections: [ConsoleSection]
        /// The ticket of the form that logs out.
        let logOutTicket: String
        /// The page's path and query, to which the language switch leads back; nil for the answer to a form.
        let address: String?
        /// The act that was done before this page.
        let done: ConsoleDoneCode?
        /// The operator, for the foot of the page.
        let provider: OperatorProfile

        package init(
            host: String, account: String, role: ConsoleRole, sections: [ConsoleSection] = ConsoleSection.allCases,
            logOutTicket: String, address: String?, done: ConsoleDoneCode?, provider: OperatorProfile
        ) {
            self.host = host
            self.account = account
            self.role = role
            self.sections = sections
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
    /// The part of the console that the page belongs to.
    let section: ConsoleSection
    /// True for a page below the section's own, which gets a way back to it.
    let isBelowSection: Bool
    /// True for a form with errors, whose title says so.
    let hasErrors: Bool
    let scripts: [WebAsset]
    let content: HTML

    package init(
        _ frame: Frame, in wording: any Wording, title: String, section: ConsoleSection, isBelowSection: Bool = false,
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

    private var words: any ConsoleLayoutWording { wording.console.layout }

    var address: String? { frame.address }
    var provider: OperatorProfile { frame.provider }
    var done: String? {
        switch frame.done {
        case .done(let act): wording.console.acts.done(act)
        case .actRequested: words.actRequested
        case .actWithdrawn: words.actWithdrawn
        case nil: nil
        }
    }

    var bar: SurfaceBar {
        SurfaceBar(
            wording: wording, provider: provider, host: frame.host, name: words.name,
            person: words.loggedIn(as: frame.account, role: words.role(frame.role)),
            items: frame.sections.map { ($0.address, words.section($0), $0 == section) },
            logOut: Form(
                action: "/console/logout", ticket: frame.logOutTicket,
                content: Button(.quiet, wording.account.frame.logOut).html))
    }

    func name(of section: ConsoleSection) -> String { words.section(section) }

    var isWide: Bool { true }
}

extension ConsoleSection: SurfaceSection {
    /// The path of the section's first page.
    package var address: String {
        switch self {
        case .overview: "/console"
        case .accounts: "/console/accounts"
        case .devices: "/console/devices"
        case .audit: "/console/audit"
        case .administrators: "/console/administrators"
        case .confirmations: "/console/confirmations"
        }
    }
}
