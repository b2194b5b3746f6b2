import XignWebAssets

/// What people see whose browser opened a link that is meant for their authenticator app. It starts nothing: what stands behind the
/// `#` is for the app alone, and the page's script only takes it out of the history.
package enum AppLinkPage {
    package static func page() -> HTML {
        PageLayout.document(
            title: "Open this link in your app",
            head: """
                <script src="\(WebAssets.appLinkScript.path)" type="module"></script>

                """,
            content: """
                <main class="message">
                <h1>This link is for your authenticator app</h1>
                <p>Your browser opened it instead, so nothing has happened yet: nothing was confirmed, and nobody was \
                logged in.</p>
                <ol>
                <li>Install the authenticator app that your organization uses, if it is not on this device.</li>
                <li>Go back to where you found the link, and open it again.</li>
                <li>Or scan the code that stands beside it, with the app on another device.</li>
                </ol>
                <p class="warning">\(Icon.warning)<span>Did somebody send you this link to log in? Then close this page: a login \
                begins on the website that you open yourself.</span></p>
                </main>

                """)
    }
}
