/// The state of a login or of another process, for the person at the browser.
package struct StateText: Sendable, Equatable {
    /// The page's heading after the end of the process; nil while it goes on.
    package let heading: String?
    package let status: Phrase
    /// The next step for the person; nil where there is none.
    package let advice: Phrase?

    init(heading: String? = nil, _ status: Phrase, advice: Phrase? = nil) {
        self.heading = heading
        self.status = status
        self.advice = advice
    }
}
