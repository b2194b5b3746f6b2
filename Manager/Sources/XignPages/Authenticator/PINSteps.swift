import XignWording

/// The PIN, its lockouts and its change.
struct PINSteps {
    let wording: any Wording

    private var words: any AuthenticatorPINWording { wording.authenticator.pin }
    private var confirmation: any AuthenticatorConfirmationWording { wording.authenticator.confirmation }
    private var overview: any AuthenticatorOverviewWording { wording.authenticator.overview }

    var templates: [StepTemplate] {
        [
            StepTemplate("type-pin", question),
            StepTemplate("locked", locked),
            StepTemplate("locked-until", lockedUntil),
            StepTemplate("locked-for-good", words.lockedForGood, actions: leave),
            StepTemplate("change-pin", change),
            StepTemplate("pin-changed", changed),
            StepTemplate(sentence: "flaw-not-a-pin", words.notAPIN),
            StepTemplate(sentence: "flaw-wrong-pin", words.wrong),
            StepTemplate(sentence: "flaw-length", words.length(minimum: "minimum", maximum: "maximum")),
            StepTemplate(sentence: "flaw-common", words.common),
            StepTemplate(sentence: "flaw-differ", words.differ),
            StepTemplate(sentence: "flaw-activation-pin", words.isActivationPIN),
            StepTemplate(sentence: "flaw-present-pin", words.isPresent),
            StepTemplate(sentence: "flaw-unusable-pin", words.unusable),
            StepTemplate(sentence: "flaw-other-new-pin-sent", words.otherPINSent),
            StepTemplate(sentence: "flaw-no-answer", words.noAnswer),
            StepTemplate(sentence: "flaw-change-unclear", words.changeUnclear),
        ]
    }

    private var leave: HTML { "<p>\(HTML.act("leave", wording.authenticator.toOverview))</p>\n" }

    private var question: HTML {
        let field = StepField.pin("pin", label: words.label, autocomplete: "current-password", words: words)
        return """
            \(HTML.stepHeading(words.title))\
            \(HTML.facts([(wording.login.website, "origin"), (overview.account, "account")]))\
            \(HTML.stepForm(
                """
                \(StepField.account)\
                \(field.html)\
                <div class="actions">
                \(Button(.primary, words.confirm).html)\
                \(HTML.act("cancel", confirmation.cancel, .quiet))\
                \(HTML.act("notMe", confirmation.notMe, .quiet))\
                </div>

                """))
            """
    }

    /// A lockout that ends while the process waits. Then the script asks for the PIN again.
    private var locked: HTML {
        let timeLeft: HTML =
            "\(wording.stage.timeLeft("left"), value: { "<span role=\"timer\" aria-live=\"off\" data-slot=\"\($0)\"></span>" })"
        return """
            \(HTML.stepHeading(words.lockedTitle))\
            <p>\(words.locked(span: "span"), value: HTML.slot)</p>
            <p class="muted">\(timeLeft)</p>
            <div class="actions">
            \(HTML.act("cancel", confirmation.cancel))\
            <button type="button" class="quiet" data-if="notMe" data-act="notMe">\(confirmation.notMe)</button>
            </div>

            """
    }

    private var lockedUntil: HTML {
        """
        \(HTML.stepHeading(words.overTitle))\
        <p>\(words.over(date: "date"), value: HTML.slot)</p>
        <p>\(words.overAdvice)</p>
        \(leave)
        """
    }

    private var change: HTML {
        let hint: HTML = "\(words.hint(minimum: "minimum", maximum: "maximum"), value: HTML.slot)"
        let present = StepField.pin("pin", label: words.present, autocomplete: "current-password", words: words)
        let new = StepField.pin("new-pin", label: words.new, hint: hint, autocomplete: "new-password", words: words)
        let again = StepField.pin("again", label: words.again, autocomplete: "new-password", words: words)
        return """
            \(HTML.stepHeading(words.changeTitle))\
            \(HTML.facts([(overview.account, "account"), (overview.manager, "manager")]))\
            <p>\(words.otherDevices)</p>
            \(HTML.stepForm(
                """
                \(StepField.account)\
                \(present.html)\
                \(new.html)\
                \(again.html)\
                <div class="actions">
                \(Button(.primary, words.change).html)\
                \(HTML.act("cancel", confirmation.cancel, .quiet))\
                </div>

                """))
            """
    }

    private var changed: HTML {
        """
        \(HTML.stepHeading(words.changedTitle))\
        <p>\(words.changed)</p>
        \(leave)
        """
    }
}
