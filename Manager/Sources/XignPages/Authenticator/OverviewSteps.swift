import XignWording

/// The activations of this browser, and the removal of one.
struct OverviewSteps {
    let wording: any Wording

    private var words: any AuthenticatorOverviewWording { wording.authenticator.overview }

    var templates: [StepTemplate] {
        [
            StepTemplate("overview", overview),
            StepTemplate("remove", question),
            StepTemplate("remove-unheard", unheard),
            StepTemplate("removed", end(words.removed)),
            StepTemplate("removed-here", end(words.removedHereAlone)),
        ]
    }

    private var overview: HTML {
        """
        <h1 tabindex="-1" data-if="isEmpty">\(words.headingWithoutActivation)</h1>
        <h1 tabindex="-1" data-if="isConnected">\(words.heading)</h1>
        <ul class="rows" data-if="isConnected"><template data-each="activations"><li>
        \(HTML.facts([(words.account, "account"), (words.manager, "manager"), (words.device, "device")]))\
        <p class="notice warning" data-if="isUnfinished">\(words.unfinished)</p>
        <p class="notice warning" data-if="isUnstored">\(words.unstored)</p>
        <p class="notice warning" data-if="isUnclear">\(words.pinUnclear)</p>
        <div class="actions">
        <button type="button" class="secondary" data-if="change" data-act="change">\(words.changePIN)\
        \(object)</button>
        <button type="button" class="quiet" data-act="remove">\(words.remove)\(object)</button>
        </div>
        </li></template></ul>
        <p data-if="isEmpty">\(words.howToConnect)</p>
        <p data-if="isEmpty">\(words.wasConnected)</p>
        <p data-if="isConnected">\(words.howToLogIn)</p>
        <p data-if="isConnected">\(words.howToLogInHere(openHere: wording.stage.openHere(with: .appOrBrowser).text))</p>
        <div data-if="isConnected">\(KeepingParts.place)</div>

        """
    }

    /// The words by which screen readers tell the buttons of several activations apart.
    private var object: HTML { "<span class=\"visually-hidden\"> \(HTML.slot("account"))</span>" }

    private var question: HTML {
        """
        \(HTML.stepHeading(words.removeTitle(account: "account")))\
        <p>\(words.consequences(account: "account", manager: "manager"), value: HTML.slot)</p>
        <p>\(words.keysAreGone)</p>
        <div class="actions">
        \(HTML.act("remove", words.remove, .danger))\
        \(HTML.act("leave", words.keep, .quiet))\
        </div>

        """
    }

    private var unheard: HTML {
        """
        \(HTML.stepHeading(words.removeTitle(account: "account")))\
        <p role="alert">\(words.notTold)</p>
        <div class="actions">
        \(HTML.act("remove", wording.authenticator.tryAgain, .primary))\
        \(HTML.act("forget", words.removeAnyway))\
        \(HTML.act("leave", words.keep, .quiet))\
        </div>

        """
    }

    private func end(_ sentence: String) -> HTML {
        """
        \(HTML.stepHeading(words.removedTitle))\
        <p>\(sentence)</p>
        <p>\(HTML.act("leave", wording.authenticator.toOverview))</p>

        """
    }
}
