import XignDomain
import XignWebAssets
import XignWording

/// The page of a link that a browser opened instead of an authenticator app. It starts nothing: the part behind the `#`
/// is for the app alone, and the page's script only removes it from the history.
package enum AppLinkPage {
    /// - Parameter address: the page's path for the language switch; nil where there is none.
    package static func page(
        of provider: OperatorProfile, address: String?, in wording: any Wording
    ) -> HTML {
        let texts = wording.appLink
        return PageLayout(
            wording: wording,
            title: texts.title,
            address: address,
            provider: provider,
            head: """
                <script src="\(WebAssets.appLinkScript.path)" type="module"></script>

                """,
            content: """
                <main class="message">
                <h1>\(texts.heading)</h1>
                <p>\(texts.explanation)</p>
                <ol class="steps">
                \(texts.steps.map { "<li>\($0)</li>\n" })\
                </ol>
                <p class="warning">\(Icon.warning)<span>\(texts.warning)</span></p>
                </main>

                """
        ).html
    }
}
