import XignWording

/// The page for a refused request: what happened, and what to do about it.
package enum ErrorPage {
    package struct Model: Sendable, Equatable {
        let code: RefusalCode
        /// The id with which the operator finds the request in the log.
        let requestID: String

        /// The path and query of the refused request; nil for the answer to a form.
        let address: String?

        package init(code: RefusalCode, requestID: String, address: String?) {
            self.code = code
            self.requestID = requestID
            self.address = address
        }
    }

    package static func page(_ model: Model, in wording: any Wording) -> HTML {
        let refusal = wording.errors.refusal(model.code)
        return PageLayout(
            wording: wording,
            title: refusal.title,
            address: model.address,
            content: """
                <main class="message">
                <h1>\(refusal.title)</h1>
                <p>\(refusal.whatHappened)</p>
                <p>\(refusal.whatToDo)</p>
                <p class="reference">\
                \(wording.errors.requestID(model.requestID), value: { "<code>\($0)</code>" })</p>
                </main>

                """
        ).html
    }
}
