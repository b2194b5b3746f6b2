import XignDomain
import XignWebAssets
import XignWording

/// The pages on which a browser is logged out at websites (OpenID Connect RP-Initiated Logout 1.0).
package enum LogoutPage {
    package struct Question: Sendable {
        /// The display name of the website that asks; nil where none is known.
        let service: String?
        /// The display names of the websites at which this browser repeats logins.
        let remembered: [String]
        /// The parameters of the request, which the answer repeats.
        let fields: [(name: String, value: String)]
        /// The way back without logging out.
        let website: WebsiteLink?
        let provider: OperatorProfile

        package init(
            service: String? = nil, remembered: [String], fields: [(name: String, value: String)] = [],
            website: WebsiteLink? = nil, provider: OperatorProfile = .none
        ) {
            self.service = service
            self.remembered = remembered
            self.fields = fields
            self.website = website
            self.provider = provider
        }
    }

    /// A website at which a login has ended.
    package struct Ended: Sendable {
        let name: String
        /// True if the website gets a message about it.
        let isTold: Bool

        package init(name: String, isTold: Bool) { (self.name, self.isTold) = (name, isTold) }
    }

    /// The end of a logout.
    package struct Done: Sendable {
        /// The display name of the one website; nil for a logout of the whole browser.
        let service: String?
        /// The names of the accounts whose logins this browser has repeated.
        let accounts: [String]
        /// The websites that a logout of the whole browser, or of a shared login, has ended.
        let ended: [Ended]
        /// The address to which the website wanted to lead the browser, as the page shows it; nil for one that is
        /// registered, and for a request without one.
        let refusedAddress: String?
        let website: WebsiteLink
        let provider: OperatorProfile

        package init(
            at service: String? = nil, of accounts: [String] = [], ended: [Ended] = [], refusedAddress: String? = nil,
            website: WebsiteLink, provider: OperatorProfile = .none
        ) {
            self.service = service
            self.accounts = accounts
            self.ended = ended
            self.refusedAddress = refusedAddress
            self.website = website
            self.provider = provider
        }
    }

    /// The path that the form of the question posts to.
    package static let confirmationPath = "/openid/logout/confirmed"

    package static func page(_ model: Question, in wording: any Wording) -> HTML {
        let words = wording.logout
        let asked: HTML = model.service.map { "<p>\(words.asked(service: $0), value: HTML.isolated)</p>\n" } ?? ""
        let names: [HTML] = model.remembered.map { "<li>\(HTML.isolated($0))</li>\n" }
        let list: HTML =
            names.isEmpty ? "" : "<p>\(words.remembered)</p>\n<ul>\n\(names)</ul>\n<p>\(words.consequence)</p>\n"
        return message(
            title: words.title, provider: model.provider,
            content: """
                \(asked)\(list)\
                <form action="\(confirmationPath)" method="post">\(hidden(model.fields))
                <p class="actions">\(Button(.primary, words.logOut).html)</p>
                </form>
                \(model.website.map { wayBack(to: $0, in: wording) } ?? "")
                """, in: wording)
    }

    package static func done(_ model: Done, in wording: any Wording) -> HTML {
        let words = wording.logout
        let accounts: HTML =
            model.accounts.isEmpty
            ? "" : "<p>\(words.doneAs(accounts: model.accounts), value: HTML.isolated)</p>\n"
        let consequence: HTML =
            switch model.service {
            case nil: "<p>\(words.doneEverywhere)</p>"
            case let service? where model.ended.isEmpty:
                "<p>\(words.doneAt(service: service), value: HTML.isolated)</p>"
            case _?: "<p>\(words.doneTogether)</p>"
            }
        let ended: [HTML] = model.ended.map { website in
            website.isTold
                ? "<li>\(HTML.isolated(website.name))</li>\n"
                : "<li>\(words.notTold(service: website.name), value: HTML.isolated)</li>\n"
        }
        let list: HTML = ended.isEmpty ? "" : "<p>\(words.ended)</p>\n<ul>\n\(ended)</ul>\n"
        return message(
            title: words.done, provider: model.provider,
            content: """
                \(accounts)\(list)\(consequence)
                <p>\(words.openPages)</p>
                \(model.refusedAddress.map { reason($0, of: model.service ?? "", in: words) } ?? "")\
                \(wayBack(to: model.website, in: wording))
                """, in: wording)
    }

    private static func reason(_ address: String, of service: String, in words: any LogoutWording) -> HTML {
        """
        <p>\(words.notRegistered(service: service, address: address), value: HTML.isolated)</p>
        <p>\(words.tellOperator)</p>

        """
    }

    /// The page that sends a website's form once more: as a form of this site, with the cookies that browsers keep back
    /// from forms of other sites.
    /// - Parameter action: the path of this site.
    package static func resending(
        _ fields: [(name: String, value: String)], to action: String, in wording: any Wording
    ) -> HTML {
        message(
            title: wording.logout.title, provider: .none,
            head: """
                <script src="\(WebAssets.formPostScript.path)" type="module"></script>

                """,
            content: """
                <p>\(wording.returning.progress)</p>
                <form action="\(action)" method="post">\(hidden(fields))
                <p class="actions">\(Button(.primary, wording.general.proceed).html)</p>
                </form>

                """, in: wording)
    }

    private static func message(
        title: String, provider: OperatorProfile, head: HTML = "", content: HTML, in wording: any Wording
    ) -> HTML {
        PageLayout(
            wording: wording, title: title, address: nil, provider: provider, head: head,
            content: """
                <main class="message">
                <h1>\(title)</h1>
                \(content)\
                </main>

                """
        ).html
    }

    private static func hidden(_ fields: [(name: String, value: String)]) -> [HTML] {
        fields.map { name, value in "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">" }
    }

    private static func wayBack(to website: WebsiteLink, in wording: any Wording) -> HTML {
        """
        <p class="actions"><a class="button secondary" href="\(website.address)" rel="noreferrer">\
        \(wording.errors.back(host: website.host))</a></p>

        """
    }
}
