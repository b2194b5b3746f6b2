import XignDomain
import XignWebAssets
import XignWording

/// The page that posts an answer to a website (OAuth 2.0 Form Post Response Mode, section 2). Its script sends the form
/// at once; without scripts, the person presses the button.
package enum FormPostPage {
    package struct Model: Sendable, Equatable {
        /// The address that gets the form, with the host that people read.
        let website: WebsiteLink
        let fields: [(name: String, value: String)]
        let provider: OperatorProfile

        package init(
            to website: WebsiteLink, fields: [(name: String, value: String)], provider: OperatorProfile = .none
        ) {
            self.website = website
            self.fields = fields
            self.provider = provider
        }

        package static func == (one: Model, other: Model) -> Bool {
            one.website == other.website && one.provider == other.provider
                && one.fields.elementsEqual(other.fields, by: ==)
        }
    }

    package static func page(_ model: Model, in wording: any Wording) -> HTML {
        let back = wording.stage.back(host: model.website.host)
        let fields: [HTML] = model.fields.map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
        }
        return PageLayout(
            wording: wording,
            title: back.text,
            address: nil,
            provider: model.provider,
            head: """
                <script src="\(WebAssets.formPostScript.path)" type="module"></script>

                """,
            content: """
                <main class="message">
                <h1>\(wording.returning.progress)</h1>
                <form action="\(model.website.address)" method="post">\(fields)
                <p class="actions"><button class="primary">\(back)</button></p>
                </form>
                </main>

                """
        ).html
    }
}
