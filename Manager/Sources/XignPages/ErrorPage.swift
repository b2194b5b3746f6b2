import XignDomain
import XignWebAssets
import XignWording

/// The page for a refused request: what happened, and what to do about it.
package enum ErrorPage {
    package struct Model: Sendable, Equatable {
        let code: RefusalCode
        /// The id with which the operator finds the request in the log; nil for a request that the log does not name.
        let requestID: String?
        /// The path and query of the refused request; nil for the answer to a form.
        let address: String?
        /// The website that the login was for; nil where it is not known, or not registered.
        let website: WebsiteLink?
        /// The path of the account pages, for the page of an address without a page; nil where they are not served.
        let accountPath: String?
        let provider: OperatorProfile

        package init(
            code: RefusalCode, requestID: String? = nil, address: String? = nil, website: WebsiteLink? = nil,
            accountPath: String? = nil, provider: OperatorProfile = .none
        ) {
            self.code = code
            self.requestID = requestID
            self.address = address
            self.website = website
            self.accountPath = accountPath
            self.provider = provider
        }
    }

    package static func page(_ model: Model, in wording: any Wording) -> HTML {
        let refusal = wording.errors.refusal(model.code)
        return PageLayout(
            wording: wording,
            title: refusal.title,
            address: model.address,
            provider: model.provider,
            head: model.requestID == nil ? "" : script,
            content: """
                <main class="message">
                <h1>\(refusal.title)</h1>
                <p>\(refusal.whatHappened)</p>
                <p>\(refusal.whatToDo)</p>
                \(model.website.map { wayBack(to: $0, in: wording.errors) } ?? "")\
                \(model.accountPath.map { wayToAccount($0, isOnly: model.website == nil, in: wording) } ?? "")\
                \(model.requestID.map { reference($0, in: wording) } ?? "")\
                </main>

                """
        ).html
    }

    private static let script: HTML = """
        <script src="\(WebAssets.copyScript.path)" type="module"></script>

        """

    private static func wayBack(to website: WebsiteLink, in wording: any ErrorWording) -> HTML {
        """
        <p class="actions"><a class="button primary" href="\(website.address)" rel="noreferrer">\
        \(wording.back(host: website.host))</a></p>

        """
    }

    private static func wayToAccount(_ path: String, isOnly: Bool, in wording: any Wording) -> HTML {
        let kind: HTML = isOnly ? "primary" : "secondary"
        return """
            <p class="actions"><a class="button \(kind)" href="\(path)">\(wording.account.overview.title)</a></p>

            """
    }

    private static func reference(_ id: String, in wording: any Wording) -> HTML {
        """
        <p class="reference">\
        \(wording.errors.requestID(id), value: { "<code>\($0)</code>" }) \(CopyButton.html(in: wording.general))</p>

        """
    }
}
