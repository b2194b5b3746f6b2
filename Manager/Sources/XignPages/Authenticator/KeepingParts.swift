import XignWording

/// The parts of steps that say whether the browser keeps the keys when space runs short.
struct KeepingParts {
    let wording: any Wording

    private var words: any AuthenticatorActivationWording { wording.authenticator.activation }

    /// The place of one of these parts. It is announced, and gets the focus when the button is gone.
    static let place: HTML = "<div class=\"keeping\" role=\"status\" tabindex=\"-1\"></div>\n"

    var templates: [StepTemplate] {
        [
            StepTemplate("kept", "<p>\(words.isKept)</p>"),
            StepTemplate(
                "keeping-offer",
                """
                <p>\(words.isNotKept) \(words.howToKeep)</p>
                <p>\(HTML.act("ask", words.askToKeep))</p>
                """),
            StepTemplate("keeping-asked", "<p>\(words.askedToKeep)</p>"),
            StepTemplate("not-kept", "<p>\(words.refusedToKeep) \(words.isNotKept)</p>"),
        ]
    }
}
