import XignDomain
import XignWebAssets
import XignWording

/// The document around each page of a person who cannot log in.
package struct RecoveryLayout {
    /// The values of one request that are the same for all pages.
    package struct Frame: Sendable, Equatable {
        /// The page's path, to which the language switch leads back; nil for the answer to a form.
        let address: String?
        let provider: OperatorProfile

        package init(address: String?, provider: OperatorProfile) {
            (self.address, self.provider) = (address, provider)
        }
    }

    let frame: Frame
    let wording: any Wording
    let title: String
    /// The errors of the form; empty where there are none.
    var errors: [ErrorSummary.Item] = []
    var errorHeading = ""
    var scripts: [WebAsset] = []
    /// All below the heading.
    let content: HTML

    var html: HTML {
        PageLayout(
            wording: wording, title: errors.isEmpty ? title : wording.account.frame.titleWithErrors(title),
            address: frame.address, provider: frame.provider,
            head: """
                \(([WebAssets.timesScript] + scripts).map { script in
                    "<script src=\"\(script.path)\" type=\"module\"></script>\n" as HTML
                })\

                """,
            style: WebAssets.pageStyle,
            content: """
                <main class="message">
                \(ErrorSummary(errorHeading, errors).html)\
                <h1>\(title)</h1>
                \(content)\
                </main>

                """
        ).html
    }
}

/// A form of a browser without a session. It has no ticket: its cookie stays with requests of this site.
struct PlainForm {
    let action: String
    var hidden: [(name: String, value: String)] = []
    let content: HTML

    var html: HTML {
        """
        <form action="\(action)" method="post">\
        \(hidden.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as HTML })
        \(content)\
        </form>

        """
    }
}

/// The way to the people who help, for those whom no page can help.
struct HelpParagraph {
    let provider: OperatorProfile
    let wording: any Wording

    var html: HTML {
        let words = wording.recovery.ways
        let who: HTML =
            provider.name.map { "\(words.help(by: $0), value: HTML.isolated)" } ?? "\(words.helpByOperator)"
        return """
            <p>\(who)\(provider.help == nil ? " \(words.noContact)" as HTML : "")</p>
            \(provider.help.map { "<p>\(Link(to: $0, words.contact).html)</p>\n" as HTML } ?? "")
            """
    }
}
