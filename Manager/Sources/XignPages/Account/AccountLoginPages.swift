import XignWebAssets
import XignWording

/// The pages of a browser that is not logged in to the account: the way in, and the one after logging out.
package enum AccountLoginPages {
    /// - Parameters:
    ///   - returnAddress: the page that the login leads to.
    ///   - address: of this page, for the language switch.
    package static func logIn(
        host: String, returnAddress: String, address: String, in wording: any Wording
    ) -> HTML {
        let words = wording.account.login
        let title = words.title(host: host)
        return PageLayout(
            wording: wording, title: title.text, address: address,
            style: WebAssets.pageStyle,
            content: """
                <main class="message">
                <h1>\(title, value: { "<bdi>\($0)</bdi>" })</h1>
                <p>\(words.explanation)</p>
                \(form(returnAddress, button: words.logIn))\
                <p class="reference">\(words.needsDevice)</p>
                </main>

                """
        ).html
    }

    package static func loggedOut(in wording: any Wording) -> HTML {
        let words = wording.account.login
        return PageLayout(
            wording: wording, title: words.loggedOutTitle, address: "/account/logout",
            style: WebAssets.pageStyle,
            content: """
                <main class="message">
                <h1>\(words.loggedOutTitle)</h1>
                <p>\(words.loggedOutExplanation)</p>
                \(form(AccountSection.overview.address, button: words.logInAgain))\
                </main>

                """
        ).html
    }

    /// The page after the deletion of the account.
    package static func farewell(account: String, in wording: any Wording) -> HTML {
        let words = wording.account.deletion
        return PageLayout(
            wording: wording, title: words.farewellTitle, address: nil,
            style: WebAssets.pageStyle,
            content: """
                <main class="message">
                <h1>\(words.farewellTitle)</h1>
                <p>\(words.farewell(account: account), value: { "<bdi>\($0)</bdi>" })</p>
                <p>\(words.farewellWebsites)</p>
                </main>

                """
        ).html
    }

    /// The form that begins a login. It has no ticket: there is no session yet that one could belong to.
    private static func form(_ returnAddress: String, button: String) -> HTML {
        """
        <form action="/account/login" method="post"><input type="hidden" name="to" value="\(returnAddress)">
        \(Button(.primary, button).html)\
        </form>

        """
    }
}

/// The question of a browser's first session: somebody could have logged the person in to an account of their own.
package struct IsThatYouPage {
    package let account: String
    /// The ticket of the answer.
    package let ticket: String
    package let logOutTicket: String
    /// The page that the person asked for.
    package let address: String

    package init(account: String, ticket: String, logOutTicket: String, address: String) {
        self.account = account
        self.ticket = ticket
        self.logOutTicket = logOutTicket
        self.address = address
    }

    package func html(in wording: any Wording) -> HTML {
        let words = wording.account.login
        let title = words.isThatYou(account: account)
        return PageLayout(
            wording: wording, title: title.text, address: address,
            style: WebAssets.pageStyle,
            content: """
                <main class="message">
                <h1>\(title, value: { "<bdi>\($0)</bdi>" })</h1>
                <p>\(words.whyAsked)</p>
                <div class="actions">
                \(Form(
                    action: "/account/known", ticket: ticket, hidden: [("to", address)],
                    content: Button(.primary, words.yes(account: account).text).html).html)\
                \(Form(
                    action: "/account/logout", ticket: logOutTicket, content: Button(.quiet, words.no).html).html)\
                </div>
                </main>

                """
        ).html
    }
}
