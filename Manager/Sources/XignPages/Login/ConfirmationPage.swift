import XignDomain
import XignWording

/// The page on which an act at the account pages waits for its confirmation on a device.
///
/// It has the manager's own look: the sentence that the device shows, and no service.
package struct ConfirmationPage {
    private let model: Model
    private let wording: any Wording

    package static func page(_ model: Model, in wording: any Wording) -> HTML {
        ConfirmationPage(model: model, wording: wording).document
    }

    package struct Model: Sendable, Equatable {
        /// The sentence that the device shows, as it is in the statement. Its names stand on lines of their own, as
        /// there.
        var sentence: Phrase
        /// The sentence's language tag.
        var sentenceLanguage: String
        var stage: Stage.Model
        var provider: OperatorProfile

        package init(sentence: Phrase, sentenceLanguage: String, stage: Stage.Model, provider: OperatorProfile) {
            self.sentence = sentence
            self.sentenceLanguage = sentenceLanguage
            self.stage = stage
            self.provider = provider
        }
    }

    private var texts: any ConfirmationWording { wording.confirmation }

    private var document: HTML {
        let stage = Stage(
            model: model.stage, wording: wording.stage, authenticators: model.provider.authenticators,
            provider: model.provider.name, title: texts.title, subject: texts.title, warnings: nil,
            canBeSwitchedOff: false, text: text)
        return PageLayout(
            wording: wording,
            title: stage.currentTitle,
            address: "/login/\(model.stage.session)",
            provider: model.provider,
            head: Stage.scripts,
            content: """
                <main class="login" \(stage.attributes)>
                <header class="asks">
                <h1 tabindex="-1">\(text(model.stage.state).heading ?? texts.title)</h1>
                <p class="sentence" lang="\(model.sentenceLanguage)">\(model.sentence, value: HTML.isolated)</p>
                <p data-when="\(Stage.open)">\(texts.comparison)</p>
                </header>
                \(stage.html(actions: actions(stage)))\
                </main>

                """
        ).html
    }

    private func actions(_ stage: Stage) -> HTML {
        """
        \(stage.form("cancel", when: Stage.open, "<button class=\"quiet\">\(texts.cancel)</button>"))\
        \(stage.form("continue", when: "done", "<button class=\"quiet\">\(texts.proceed)</button>"))\
        \(stage.form("continue", when: Stage.ended, "<button class=\"primary\">\(texts.back)</button>"))
        """
    }

    private func text(_ state: PageState) -> StateText {
        let texts = texts.states
        return switch state {
        case .waiting: texts.waiting
        case .claimed(nil): texts.claimed
        case .claimed(let digits?): texts.pairing(digits, with: model.provider.authenticators)
        case .confirming: texts.confirming
        case .confirmed: texts.confirmed
        case .confirmedHere: texts.confirmedHere
        case .collectedElsewhere: texts.collectedElsewhere
        case .cancelled: texts.cancelled
        case .notMe: texts.notMe
        case .wrongPairing: texts.wrongPairing
        case .expired, .switchedOff: texts.expired
        }
    }
}
