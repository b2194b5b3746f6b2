import XignDomain
import XignWebAssets
import XignWording

/// The pages of a browser that is not logged in at a surface: the way in, and the one after logging out.
package struct SurfaceLoginPages {
    /// The path of the surface's first page.
    let path: String
    /// The manager's host, as the browser shows it.
    let host: String
    let provider: OperatorProfile
    let words: any SurfaceLoginWording
    let wording: any Wording

    package static func account(host: String, provider: OperatorProfile, in wording: any Wording) -> Self {
        SurfaceLoginPages(
            path: AccountSection.overview.address, host: host, provider: provider, words: wording.account.login,
            wording: wording)
    }

    package static func console(host: String, provider: OperatorProfile, in wording: any Wording) -> Self {
        SurfaceLoginPages(
            path: ConsoleSection.overview.address, host: host, provider: provider,
            words: wording.console.layout.login, wording: wording)
    }

    /// - Parameters:
    ///   - returnAddress: the page that the login leads to.
    ///   - address: of this page, for the language switch.
    package func logIn(returnAddress: String, address: String) -> HTML {
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

    /// The page for a browser that another site has sent, and that has kept its cookie back because of that. Its link
    /// leads to the same page, now from here.
    /// - Parameter address: the page that the browser was sent to.
    package func fromElsewhere(address: String) -> HTML {
        page(
            words.fromElsewhereTitle, address: address,
            """
            <h1>\(words.fromElsewhereTitle)</h1>
            <p>\(words.fromElsewhere)</p>
            <p>\(Link(.primary, to: address, wording.general.proceed).html)</p>

            """)
    }

    package var loggedOut: HTML {
        page(
            words.loggedOutTitle, address: "\(path)/logout",
            """
            <h1>\(words.loggedOutTitle)</h1>
            <p>\(words.loggedOutExplanation)</p>
            \(form(path, button: words.logInAgain))
            """)
    }

    /// Asks somebody whose browser is here for the first time: others could have logged the person in to an account of
    /// their own.
    /// - Parameters:
    ///   - ticket: of the answer.
    ///   - address: the page that the person asked for.
    package func isThatYou(_ account: String, ticket: String, logOutTicket: String, address: String) -> HTML {
        let title = words.isThatYou(account: account)
        return page(
            title.text, address: address,
            """
            <h1>\(title, value: HTML.isolated)</h1>
            <p>\(words.whyAsked)</p>
            <div class="actions">
            \(Form(
                action: "\(path)/known", ticket: ticket, hidden: [("to", address)],
                content: Button(.primary, words.yes(account: account).text).html).html)\
            \(Form(action: "\(path)/logout", ticket: logOutTicket, content: Button(.quiet, words.no).html).html)\
            </div>

            """)
    }

    func page(_ title: String, address: String?, _ content: HTML) -> HTML {
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
        <form action="\(path)/login" method="post"><input type="hidden" name="to" value="\(returnAddress)">
        \(Button(.primary, button).html)\
        </form>

        """
    }
}
