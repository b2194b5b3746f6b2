import XignDomain
import XignWebAssets
import XignWording

/// The document around each page of a surface: the bar, the way back, and the sentence after an act.
protocol SurfaceLayout {
    associatedtype Section: SurfaceSection

    var wording: any Wording { get }
    /// The title and, in `content`, the heading.
    var title: String { get }
    /// The part of the surface that the page belongs to.
    var section: Section { get }
    /// True for a page below the section's own, which gets a way back to it.
    var isBelowSection: Bool { get }
    /// True for a form with errors, whose title says so.
    var hasErrors: Bool { get }
    var scripts: [WebAsset] { get }
    var content: HTML { get }
    /// The page's path and query, to which the language switch leads back; nil for the answer to a form.
    var address: String? { get }
    /// The operator, for the foot of the page.
    var provider: OperatorProfile { get }
    /// The sentence about the act that was done before this page.
    var done: String? { get }
    var bar: SurfaceBar { get }
    /// True for a surface of tables, which uses the whole window.
    var isWide: Bool { get }

    func name(of section: Section) -> String
}

/// A part of a surface, with a page of its own.
package protocol SurfaceSection: Sendable, Equatable {
    static var overview: Self { get }
    /// The path of the section's first page.
    var address: String { get }
}

extension SurfaceLayout {
    var isWide: Bool { false }

    var html: HTML {
        PageLayout(
            wording: wording, title: hasErrors ? wording.account.frame.titleWithErrors(title) : title,
            address: address, provider: provider,
            head: """
                \(([WebAssets.timesScript] + scripts).map { script in
                    "<script src=\"\(script.path)\" type=\"module\"></script>\n" as HTML
                })\

                """,
            style: WebAssets.pageStyle, bar: bar.html,
            content: """
                <main class="page\(isWide ? " wide" : "" as HTML)" id="content">
                \(wayBack)\
                \(done.map { Notice(.good, isStatus: true, "<p>\($0)</p>").html } ?? "")\
                \(content)\
                </main>

                """
        ).html
    }

    private var wayBack: HTML {
        guard section != .overview || isBelowSection else { return "" }
        let parents = section == .overview || !isBelowSection ? [.overview] : [Section.overview, section]
        return Crumbs(wording: wording, steps: parents.map { ($0.address, name(of: $0)) }).html
    }
}
