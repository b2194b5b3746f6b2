import XignWording

/// The steps that say why the authenticator goes no further: `refusal-` and the code of the refusal.
struct RefusalSteps {
    let wording: any Wording

    var templates: [StepTemplate] {
        let words = wording.authenticator
        let actions: HTML = """
            <div class="actions">
            <button type="button" class="primary" data-if="retry" data-act="retry">\(words.tryAgain)</button>
            \(HTML.act("leave", words.toOverview))\
            </div>

            """
        return [StepTemplate("unsuitable", words.unsuitable)]
            + AuthenticatorRefusal.allCases.map {
                StepTemplate("refusal-\($0.rawValue)", words.refusal($0), actions: actions)
            }
    }
}
