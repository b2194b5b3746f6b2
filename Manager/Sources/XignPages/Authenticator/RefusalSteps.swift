import XignWording

/// The steps that say why the authenticator goes no further: `refusal-` and the code of the refusal.
struct RefusalSteps {
    let wording: any Wording

    var templates: [StepTemplate] {
        let words = wording.authenticator
        func actions(_ refusal: AuthenticatorRefusal) -> HTML {
            let again = refusal == .browserSilent ? words.reload : words.tryAgain
            return """
                <div class="actions">
                <button type="button" class="primary" data-if="retry" data-act="retry">\(again)</button>
                \(HTML.act("leave", words.toOverview))\
                </div>

                """
        }
        return [StepTemplate("unsuitable", words.unsuitable)]
            + AuthenticatorRefusal.allCases.map {
                StepTemplate("refusal-\($0.rawValue)", words.refusal($0), actions: actions($0))
            } + [
                StepTemplate(sentence: "flaw-notStored", words.notStored),
                StepTemplate(sentence: "flaw-unfinished", words.unfinished),
            ]
    }
}
