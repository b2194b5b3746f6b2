import XignWebAssets
import XignWording

/// The pages of a browser that is not logged in to the account: the way in, and the ones after logging out and after
/// the deletion of the account.
package struct AccountLoginPages {
    /// The manager's host, as the browser shows it.
    let host: String
    let provider: ProviderFooter.Model
    let wording: any Wording

    package init(host: String, provider: ProviderFooter.Model, in wording: any Wording) {
        self.host = host
        self.provider = provider
        self.wording = wording
    }

    /// - Parameters:
    ///   - returnAddress: the page that the login leads to.
    ///   - address: of this page, for the language switch.
    package func logIn(returnAddress: String, address: String) -> HTML {
        let words = wording.account.login
        let title = words.title(host: host)
        return page(
            title.text, address: address,
            """
            <h1>\(title, value: HTML.isolated)</h1>
            <p>\(words.explanation)</p>
            \(form(returnAddress, button: words.logIn))\
            <p class="reference">\(words.needsDevice)</p>

            """)
    }

    package var loggedOut: HTML {
        let words = wording.account.login
        return page(
            words.loggedOutTitle, address: "/account/logout",
            """
            <h1>\(words.loggedOutTitle)</h1>
            <p>\(words.loggedOutExplanation)</p>
            \(form(AccountSection.overview.address, button: words.logInAgain))
            """)
    }

    package func farewell(account: String) -> HTML {
        let words = wording.account.deletion
        return page(
            words.farewellTitle, address: nil,
            """
            <h1>\(words.farewellTitle)</h1>
            <p>\(words.farewell(account: account), value: HTML.isolated)</p>
            <p>\(words.farewellWebsites)</p>

            """)
    }

    /// Asks somebody whose browser is here for the first time: others could have logged the person in to an account of
    /// their own.
    /// - Parameters:
    ///   - ticket: of the answer.
    ///   - address: the page that the person asked for.
    package func isThatYou(_ account: String, ticket: String, logOutTicket: String, address: String) -> HTML {
        let words = wording.account.login
        let title = words.isThatYou(account: account)
        return page(
            title.text, address: address,
            """
            <h1>\(title, value: HTML.isolated)</h1>
            <p>\(words.whyAsked)</p>
            <div class="actions">
            \(Form(
                action: "/account/known", ticket: ticket, hidden: [("to", address)],
                content: Button(.primary, words.yes(account: account).text).html).html)\
            \(Form(action: "/account/logout", ticket: logOutTicket, content: Button(.quiet, words.no).html).html)\
            </div>

            """)
    }

    private func page(_ title: String, address: String?, _ content: HTML) -> HTML {
        PageLayout(
            wording: wording, title: title, address: address, provider: provider, style: WebAssets.pageStyle,
            content: """
                <main class="message">
                \(content)\
                </main>

                """
        ).html
    }

    /// The form that begins a login. It has no ticket: there is no session yet that one could belong to.
    private func form(_ returnAddress: String, button: String) -> HTML {
        """
        <form action="/account/login" method="post"><input type="hidden" name="to" value="\(returnAddress)">
        \(Button(.primary, button).html)\
        </form>

        """
    }
}
