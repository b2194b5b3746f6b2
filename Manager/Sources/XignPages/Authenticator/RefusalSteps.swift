import XignWording

/// The steps that say why the authenticator goes no further.
enum RefusalSteps {
    /// A step for each refusal, with the id `refusal-` and its code.
    static func all(in words: any AuthenticatorWording) -> [HTML] {
        AuthenticatorRefusal.allCases.map { code in
            StepTemplate(
                "refusal-\(code.rawValue)",
                """
                \(content(words.refusal(code)))\
                <p><button class="secondary" data-act="leave">\(words.toOverview)</button></p>

                """
            ).html
        }
    }

    static func content(_ refusal: Refusal) -> HTML {
        """
        <h1 tabindex="-1">\(refusal.title)</h1>
        <p>\(refusal.whatHappened)</p>
        <p>\(refusal.whatToDo)</p>

        """
    }
}
