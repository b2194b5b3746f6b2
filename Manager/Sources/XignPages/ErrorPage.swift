/// The page for a request that cannot go on: says what happened and what to do.
package enum ErrorPage {
    package struct Model: Sendable, Equatable {
        /// In a few words: "This login has ended".
        var title: String
        /// One or two sentences, without anything that only an operator may know.
        var whatHappened: String
        var whatToDo: String
        /// By which the operator finds the request in the log.
        var requestID: String

        package init(title: String, whatHappened: String, whatToDo: String, requestID: String) {
            self.title = title
            self.whatHappened = whatHappened
            self.whatToDo = whatToDo
            self.requestID = requestID
        }
    }

    package static func page(_ model: Model) -> HTML {
        PageLayout.document(
            title: model.title,
            content: """
                <main class="message">
                <h1>\(model.title)</h1>
                <p>\(model.whatHappened)</p>
                <p>\(model.whatToDo)</p>
                <p class="reference">Request id <code>\(model.requestID)</code></p>
                </main>

                """)
    }
}
