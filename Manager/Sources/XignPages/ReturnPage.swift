import XignWebAssets

/// Where an app sends the browser back: its script reads the secret behind the `#`, which no server is ever sent in an address,
/// takes it out of the history, and posts it.
package enum ReturnPage {
    package static func page() -> HTML {
        PageLayout.document(
            title: "Finishing your login",
            head: """
                <script src="\(WebAssets.returnScript.path)" type="module"></script>

                """,
            content: """
                <main class="message">
                <h1>Finishing your login</h1>
                <p role="status" aria-live="polite">One moment.</p>
                <noscript><p>This page needs JavaScript. Go back to the website where you began, log in again, and scan \
                the code with your authenticator on another device.</p></noscript>
                <form action="/return" method="post" hidden><input type="hidden" name="secret"></form>
                <template>There is nothing to finish here. Go back to the website where you began, and log in again.</template>
                </main>

                """)
    }
}
