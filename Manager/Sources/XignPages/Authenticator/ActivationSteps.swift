import XignWording

/// The way from an invitation to keys in this browser.
struct ActivationSteps {
    let wording: any Wording

    private var words: any AuthenticatorActivationWording { wording.authenticator.activation }
    private var pins: any AuthenticatorPINWording { wording.authenticator.pin }

    var templates: [StepTemplate] {
        [
            StepTemplate("activate", beginning),
            StepTemplate("activation-pin", activationPIN),
            StepTemplate("activation-choose", choice),
            StepTemplate("activated", end),
            StepTemplate("activation-used", used),
            StepTemplate("activation-locked", words.lockedForGood, actions: leave),
            StepTemplate(sentence: "flaw-wrong-activation-pin", words.wrongPIN(wait: "wait")),
            StepTemplate(sentence: "flaw-other-pin-sent", words.otherPINSent),
            StepTemplate(sentence: "flaw-name", words.nameFlaw),
            StepTemplate(sentence: "proposed-name", words.nameProposal(system: "system")),
        ]
    }

    private var leave: HTML { "<p>\(HTML.act("leave", wording.authenticator.toOverview))</p>\n" }

    /// The page says what deletes the keys before there are any.
    private var beginning: HTML {
        """
        \(HTML.stepHeading(words.title))\
        <p>\(words.explanation)</p>
        <p>\(words.secondDevice)</p>
        <div class="actions">
        \(HTML.act("proceed", wording.general.proceed, .primary))\
        \(HTML.act("leave", wording.authenticator.confirmation.cancel, .quiet))\
        </div>
        <details class="notice warning"><summary>\(words.lossTitle)</summary>
        <ul class="plain">
        \(words.losses.map { "<li>\($0)</li>\n" })\
        </ul>
        <p>\(words.appIsSafer)</p></details>

        """
    }

    private var activationPIN: HTML {
        let field = StepField.pin(
            "pin", label: words.pin, hint: "\(words.pinExplanation)", autocomplete: "off", words: pins)
        return """
            \(HTML.stepHeading(words.pinTitle))\
            \(HTML.stepForm(
                """
                \(field.html)\
                <div class="actions">
                \(Button(.primary, wording.general.proceed).html)\
                \(HTML.act("leave", wording.authenticator.confirmation.cancel, .quiet))\
                </div>

                """))
            """
    }

    private var choice: HTML {
        let hint: HTML = "\(pins.hint(minimum: "minimum", maximum: "maximum"), value: HTML.slot)"
        let name = StepField(
            name: "name", label: words.name, hint: "\(words.nameHint)", maximumLength: 64, value: "name")
        return """
            \(HTML.stepHeading(words.chooseTitle(account: "account")))\
            \(HTML.facts([(words.invitedBy, "organization"), (words.service, "service")]))\
            <div data-if="wrongPINs">\(HTML.warning(
                "\(words.wrongPINsBefore(count: "wrongPINs"), value: HTML.slot)"))</div>
            \(HTML.stepForm(
                """
                \(StepField.account)\
                <p data-if="keepsPIN">\(words.keepsPIN)</p>
                <div class="fields" data-if="choosesPIN">
                \(StepField.pin(
                    "new-pin", label: pins.new, hint: hint, autocomplete: "new-password", words: pins).html)\
                \(StepField.pin("again", label: pins.again, autocomplete: "new-password", words: pins).html)\
                </div>
                \(name.html)\
                <div class="actions">
                \(Button(.primary, words.connect).html)\
                \(HTML.act("leave", wording.authenticator.confirmation.cancel, .quiet))\
                </div>

                """))
            """
    }

    private var end: HTML {
        let overview = wording.authenticator.overview
        return """
            \(HTML.stepHeading(words.doneTitle))\
            \(HTML.facts([(overview.account, "account"), (overview.device, "device")]))\
            \(KeepingParts.place)\
            <p class="notice warning">\(words.secondDevice)</p>
            <p>\(overview.howToLogIn)</p>
            \(leave)
            """
    }

    private var used: HTML {
        """
        \(HTML.stepHeading(words.alreadyUsedTitle))\
        <p>\(words.alreadyUsed(date: "date"), value: HTML.slot)</p>
        <p>\(words.alreadyUsedAdvice)</p>
        \(leave)
        """
    }
}
