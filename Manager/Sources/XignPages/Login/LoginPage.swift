import XignDomain
import XignWording

/// The page of a login: the website that asks, and the stage with its code and its state.
package struct LoginPage {
    private let model: Model
    private let wording: any Wording

    package static func page(_ model: Model, in wording: any Wording) -> HTML {
        LoginPage(model: model, wording: wording).document
    }

    package struct Model: Sendable, Equatable {
        /// The display name of the service that the user logs in to.
        var service: String
        /// The display name of the organization that runs the service.
        var organization: String
        /// The host of the redirect URI, in ASCII: a name in other letters could imitate another host. Nil for an app,
        /// which has none.
        var host: String?
        /// The service's website; nil where none is declared.
        var website: String?
        /// False for a login at the manager's own pages: there is no website to go back to.
        var leadsBack: Bool
        var stage: Stage.Model
        /// Nil where the browser must not remember the login.
        var remembering: Remembering?
        /// The address of the page on which people without an account register; nil where they cannot.
        var registration: String?
        var provider: OperatorProfile

        package init(
            service: String, organization: String, host: String?, website: String?, leadsBack: Bool,
            stage: Stage.Model, remembering: Remembering? = nil, registration: String? = nil, provider: OperatorProfile
        ) {
            self.service = service
            self.organization = organization
            self.host = host
            self.website = website
            self.leadsBack = leadsBack
            self.stage = stage
            self.remembering = remembering
            self.registration = registration
            self.provider = provider
        }
    }

    /// The offer to remember the login in this browser.
    package struct Remembering: Sendable, Equatable {
        /// The time for which it is remembered at most.
        let minutes: Int
        let isChosen: Bool

        package init(minutes: Int, isChosen: Bool) {
            self.minutes = minutes
            self.isChosen = isChosen
        }
    }

    private var texts: any LoginWording { wording.login }

    /// The name of the website or app that the person has opened, and goes back to.
    private var opened: String { model.host ?? model.service }

    private var stage: Stage {
        Stage(
            model: model.stage, wording: wording.stage, authenticators: model.provider.authenticators,
            provider: model.provider.name,
            title: texts.title(service: model.service).text, subject: model.service,
            warnings: (texts.code.warning(host: opened), texts.link.warning(host: opened)),
            canBeSwitchedOff: model.leadsBack, text: text)
    }

    private var document: HTML {
        let stage = stage
        return PageLayout(
            wording: wording,
            title: stage.currentTitle,
            address: "/login/\(model.stage.session)",
            provider: model.provider,
            head: Stage.scripts,
            content: """
                <main class="login" \(stage.attributes)>
                \(requester)\
                \(stage.html(choice: remembering, actions: actions(stage)))\
                \(instructions)\
                \(otherWays)\
                </main>

                """
        ).html
    }

    private func text(_ state: PageState) -> StateText {
        let texts = texts.states
        return switch state {
        case .waiting: texts.waiting
        case .claimed(nil): texts.claimed(service: model.service, host: model.host)
        case .claimed(let digits?):
            texts.pairing(
                digits, service: model.service, host: model.host,
                link: model.stage.link.map { _ in
                    wording.stage.openHere(with: model.provider.authenticators).text
                }, with: model.provider.authenticators)
        case .confirming: texts.confirming(service: model.service, host: model.host)
        case .confirmed: texts.confirmed(host: opened)
        case .confirmedHere: texts.confirmedHere
        case .collectedElsewhere: texts.collectedElsewhere
        case .cancelled: texts.cancelled
        case .notMe: texts.notMe
        case .wrongPairing: texts.wrongPairing
        case .expired: texts.expired
        case .switchedOff: texts.switchedOff
        }
    }

    /// The website that asks. The heading says at the end how it ended.
    private var requester: HTML {
        let heading = text(model.stage.state).heading
        let title: HTML = "\(texts.title(service: model.service), value: HTML.isolated)"
        return """
            <header class="asks">
            <h1 tabindex="-1">\(heading.map { "\($0)" as HTML } ?? title)</h1>
            \(parties)\
            </header>

            """
    }

    /// The organization and its host. At the manager's own pages the title has the host, and is all that an operator
    /// without a name has.
    private var parties: HTML {
        let organization: HTML = "<div><dt>\(texts.offeredBy)</dt><dd>\(HTML.isolated(model.organization))</dd></div>\n"
        let host: HTML? = model.host.map {
            "<div><dt>\(texts.website)</dt><dd class=\"host\">\($0)</dd></div>\n"
        }
        if model.leadsBack { return "<dl>\n\(organization)\(host ?? "")</dl>\n" }
        return model.organization == model.service ? "" : "<dl>\n\(organization)</dl>\n"
    }

    /// The tick by which this browser remembers the login. The script sends it at once; without scripts, a button does.
    /// Browsers keep the state of fields over a reload, but here the stored choice counts.
    private var remembering: HTML {
        guard let remembering = model.remembering else { return "" }
        let checked: HTML = remembering.isChosen ? " checked" : ""
        return """
            <form class="remember" action="/login/\(model.stage.session)/remember" method="post" \
            data-when="\(Stage.open)">
            <label class="choice"><input type="checkbox" name="remember" value="yes" autocomplete="off"\(checked) \
            aria-describedby="remember-hint"><span>\(texts.remember(minutes: remembering.minutes))</span></label>
            <p class="hint" id="remember-hint">\(texts.rememberHint(service: model.service), value: HTML.isolated)</p>
            <noscript><button class="secondary">\(texts.saveChoice)</button></noscript>
            </form>

            """
    }

    // MARK: Actions

    private func actions(_ stage: Stage) -> HTML {
        let startOver = texts.startOver
        return """
            \(stage.form("again", when: "waiting", Self.quiet(startOver)))\
            \(stage.form("again", when: "scanned confirming", Self.quiet(texts.startOverWithYourDevice)))\
            \(stage.form("again", when: "scanned-pairing", Self.quiet(texts.startOverWithoutDigits)))\
            \(stage.form("again", when: Stage.repeatable, Self.primary(startOver)))\
            \(stage.form("continue", when: "done", Self.quiet(stage.wording.proceed(host: opened).text)))\
            \(model.leadsBack ? wayBack(stage) : wayOut(stage))
            """
    }

    /// The way back to the page of the manager on which the login began.
    private func wayOut(_ stage: Stage) -> HTML {
        let words = wording.confirmation
        return """
            \(stage.form("cancel", when: Stage.open, Self.quiet(words.cancel)))\
            \(stage.form("continue", when: "declined-notMe", Self.primary(words.back)))\
            \(stage.form("continue", when: Stage.repeatable, Self.quiet(words.back)))
            """
    }

    /// The way back to the website. After "this was not me" it is the main way, and no other code is offered: it could
    /// be another's login again. A website that was switched off has no other code either: its login, which may still
    /// be open, is cancelled on the way.
    private func wayBack(_ stage: Stage) -> HTML {
        let cancel = stage.form("cancel", when: Stage.open, Self.quiet(stage.wording.cancel(host: opened).text))
        if let website = model.website {
            let text = texts.toWebsite(of: model.service).text
            return """
                \(cancel)\
                <a class="button primary" href="\(website)" data-when="declined-notMe switchedOff">\(text)</a>
                <a class="button quiet" href="\(website)" data-when="\(Stage.repeatable)">\(text)</a>

                """
        }
        let text = stage.wording.back(host: opened).text
        return """
            \(cancel)\
            \(stage.form("continue", when: "declined-notMe", Self.primary(text)))\
            \(stage.form("cancel", when: "switchedOff", Self.primary(text)))\
            \(stage.form("continue", when: Stage.repeatable, Self.quiet(text)))
            """
    }

    /// The ways of people who cannot log in here: without an account, or without their device.
    private var otherWays: HTML {
        let links: [HTML] = [
            (model.registration, texts.register), (model.provider.installation.lostDeviceAddress, texts.lostDevice),
        ].compactMap { address, text in address.map { "<a href=\"\($0)\">\(text)</a>\n" } }
        return links.isEmpty ? "" : "<p class=\"other-ways\">\n\(links)</p>\n"
    }

    private static func quiet(_ text: String) -> HTML { "<button class=\"quiet\">\(text)</button>" }
    private static func primary(_ text: String) -> HTML { "<button class=\"primary\">\(text)</button>" }

    /// The steps while nobody has scanned the code. Then the state says what to compare.
    private var instructions: HTML {
        guard model.stage.state == .waiting else { return "" }
        let texts = model.stage.code == nil ? texts.link : texts.code
        let steps: [HTML] = texts.steps(service: model.service, with: model.provider.authenticators).map {
            "<li>\($0, value: HTML.isolated)</li>\n"
        }
        return """
            <section class="instructions" aria-label="\(self.texts.steps)" data-when="waiting">
            <ol class="steps">
            \(steps)\
            </ol>
            </section>

            """
    }
}
