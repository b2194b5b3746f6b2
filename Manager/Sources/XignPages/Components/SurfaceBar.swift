import XignDomain
import XignWording

/// The header of a surface's pages: the brand, the host, and a menu that works without scripts.
struct SurfaceBar {
    let wording: any Wording
    let provider: OperatorProfile
    /// The manager's host, as the browser shows it.
    let host: String
    /// The name of the surface, where it is not the account's.
    var name: String?
    /// The person who is logged in.
    let person: Phrase
    /// The pages of the menu.
    let items: [(address: String, name: String, isCurrent: Bool)]
    /// The form that logs out.
    let logOut: Form

    var html: HTML {
        let words = wording.account.frame
        return """
            <a class="skip" href="#content">\(words.skipToContent)</a>
            <header class="bar">\(PageLayout.brand(of: provider))
            \(name.map { "<span class=\"surface\">\($0)</span>\n" as HTML } ?? "")\
            <span class="host">\(host)</span>
            <details class="menu"><summary>\(words.menu)</summary>
            <ul>
            <li class="who">\(person, value: HTML.isolated)</li>
            \(items.map(item))\
            <li>\(logOut.html)\
            </li>
            </ul>
            </details>
            </header>

            """
    }

    private func item(_ address: String, _ name: String, _ isCurrent: Bool) -> HTML {
        """
        <li><a href="\(address)"\(isCurrent ? " aria-current=\"page\"" : "" as HTML)>\
        \(name)</a></li>

        """
    }
}

/// The way back from a page below others; nothing where there is none.
struct Crumbs {
    let wording: any Wording
    let steps: [(address: String, name: String)]

    var html: HTML {
        guard !steps.isEmpty else { return "" }
        let items: [HTML] = steps.map { "<li><a href=\"\($0.address)\">\($0.name)</a></li>" }
        return """
            <nav class="crumbs" aria-label="\(wording.account.frame.breadcrumbs)"><ol>\(items)</ol></nav>

            """
    }
}
