import XignWording

/// A login or an act, from the first look to the way back.
struct ConfirmationSteps {
    let wording: any Wording

    private var words: any AuthenticatorConfirmationWording { wording.authenticator.confirmation }

    var templates: [StepTemplate] {
        [
            StepTemplate("login", login),
            StepTemplate("act", act),
            StepTemplate("type-digits", digits),
            StepTemplate("done-login", done("\(words.continueElsewhere(service: "service"), value: HTML.slot)")),
            StepTemplate("done-transaction", done("\(words.actDone)")),
            StepTemplate("returning", returning),
            StepTemplate("cancelled-login", words.loginCancelled, actions: leave),
            StepTemplate("notMe-login", words.loginNotMe, actions: leave),
            StepTemplate("cancelled-transaction", words.actCancelled, actions: leave),
            StepTemplate("notMe-transaction", words.actNotMe, actions: leave),
            StepTemplate(sentence: "flaw-digits", words.digitsFlaw),
        ]
    }

    private var leave: HTML { "<p>\(HTML.act("leave", wording.authenticator.toOverview, .quiet))</p>\n" }

    private func actions(_ label: String) -> HTML {
        """
        <div class="actions">
        \(Button(.primary, label).html)\
        \(HTML.act("cancel", words.cancel, .quiet))\
        \(HTML.act("notMe", words.notMe, .quiet))\
        </div>

        """
    }

    private var login: HTML {
        let host = { (name: String) in "<strong class=\"host\" data-slot=\"\(name)\"></strong>" as HTML }
        let facts = HTML.facts([
            (wording.login.website, "origin"), (wording.login.offeredBy, "organization"),
            (wording.authenticator.overview.account, "account"), (words.role, "role"),
        ])
        let roles: HTML = """
            <div class="field" data-if="roles"><label for="role">\(words.role)</label>
            <select id="role" name="role"><template data-each="roles">\
            <option data-value="index" data-slot="name"></option></template></select></div>

            """
        return """
            \(HTML.stepHeading(words.title(service: "service")))\
            \(facts)\
            <div data-if="isByCode">\(HTML.warning("\(words.codeWarning(origin: "origin"), value: host)"))</div>
            <div data-if="isByLink">\(HTML.warning("\(words.linkWarning(origin: "origin"), value: host)"))</div>
            \(HTML.stepForm(
                """
                \(roles)\
                <section class="fields"><h2>\(words.receives)</h2>
                <p>\(words.roleAndIdentifier)</p>
                <p data-if="offlineUntil">\(words.offlineAccess(until: "offlineUntil"), value: host)</p>
                <div class="fields" data-nodes="required"></div>
                </section>
                <section class="fields" data-if="permissions"><h2>\(words.permissions)</h2>
                <div class="fields" data-nodes="permissions"></div>
                </section>
                \(actions(words.logIn))\
                <details class="more" data-if="optional"><summary>\(words.optional)</summary>
                <div class="fields" data-nodes="optional"></div>
                </details>
                <p class="muted">\(words.ownIdentifier)</p>
                <p class="muted" data-if="hasAdditions">\(words.additionsAreForeign)</p>
                <p class="muted" data-if="isRemembered">\(wording.authenticator.data.isRemembered)</p>
                <p class="muted" data-if="isTyped">\(wording.authenticator.data.isStored)</p>
                """))
            """
    }

    /// The sentence of an act. Each name stands on a line of its own, so that no name can change the sentence.
    private var act: HTML {
        """
        \(HTML.stepHeading(words.actTitle))\
        <p>\(words.asks(manager: "manager"), value: HTML.slot)</p>
        <p class="sentence"><template data-each="parts">\
        <span data-if="literal" data-slot="literal"></span>\
        <bdi data-if="name" data-slot="name"></bdi></template></p>
        <p>\(words.comparison(notMe: words.notMe))</p>
        \(HTML.stepForm(actions(wording.general.proceed)))
        """
    }

    private var digits: HTML {
        let field = StepField(
            name: "digits", label: words.digits, hint: "\(words.oneTry)", inputMode: "numeric", maximumLength: 5)
        return """
            \(HTML.stepHeading(words.digitsTitle))\
            <p>\(words.digitsExplanation)</p>
            \(HTML.warning("\(words.digitsWarning(notMe: words.notMe))"))\
            \(HTML.stepForm(
                """
                \(field.html)\
                \(actions(wording.general.proceed))
                """))\
            <p class="muted">\(words.withoutDigits(openHere: wording.stage.openHere(with: .appOrBrowser).text))</p>

            """
    }

    private var failedAttempts: HTML {
        """
        <div data-if="failed">\(HTML.warning("\(words.failedAttempts(count: "failed"), value: HTML.slot)"))</div>

        """
    }

    private func done(_ sentence: HTML) -> HTML {
        """
        <div class="sign good">\(Icon.check)</div>
        \(HTML.stepHeading(words.doneTitle))\
        <p>\(sentence)</p>
        \(failedAttempts)\
        \(leave)
        """
    }

    /// The way back on the same device. The script takes it by itself where nothing has to be read before.
    private var returning: HTML {
        """
        <div class="sign good">\(Icon.check)</div>
        \(HTML.stepHeading(words.doneTitle))\
        \(failedAttempts)\
        <p>\(words.returning)</p>
        <p><a class="button primary" data-href="returnURL">\(words.back)</a></p>

        """
    }
}
