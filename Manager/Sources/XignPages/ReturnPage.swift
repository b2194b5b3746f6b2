import XignDomain
import XignWebAssets
import XignWording

/// The page through which an app sends the browser back.
///
/// The secret stands behind the `#` of the address: browsers send that part to no server. The page's script removes it
/// from the history, and posts it.
package enum ReturnPage {
    package static func page(of provider: OperatorProfile, in wording: any Wording) -> HTML {
        let texts = wording.returning
        return PageLayout(
            wording: wording,
            title: texts.title,
            address: "/return",
            provider: provider,
            head: """
                <script src="\(WebAssets.returnScript.path)" type="module"></script>

                """,
            content: """
                <main class="message">
                <h1>\(texts.title)</h1>
                <p role="status" aria-live="polite">\(texts.progress)</p>
                <noscript><p>\(texts.needsScripts)</p></noscript>
                <form action="/return" method="post" hidden><input type="hidden" name="secret"></form>
                <template>\(texts.nothingToFinish)</template>
                </main>

                """
        ).html
    }
}
