/// The state of a login or of another process, for the person at the browser.
package struct StateText: Sendable, Equatable {
    /// The page's heading after the end of the process; nil while it goes on.
    package let heading: String?
    /// The name of the browser's tab while the process goes on; nil for the status. Browsers keep it in their history.
    package let title: String?
    package let status: Phrase
    /// The next step for the person; nil where there is none.
    package let advice: Phrase?
    /// Another way to go on; nil where there is none.
    package let alternative: Phrase?

    init(
        heading: String? = nil, title: String? = nil, _ status: Phrase, advice: Phrase? = nil,
        alternative: Phrase? = nil
    ) {
        self.heading = heading
        self.title = title
        self.status = status
        self.advice = advice
        self.alternative = alternative
    }
}
