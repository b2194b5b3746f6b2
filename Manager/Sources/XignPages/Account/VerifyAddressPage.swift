import XignDomain
import XignWording

/// The page on which a person has a code mailed to an address of theirs, and types it.
package enum VerifyAddressPage {
    package enum State: Sendable, Equatable {
        /// No code counts: the page has the button that sends one.
        case unasked
        /// - Parameter againFrom: the moment from which the code can be sent again; nil where it was sent often enough.
        case asked(until: Moment, againFrom: Moment?, canSendAgain: Bool)
        case impossible(AddressObstacle)
    }

    package enum Flaw: Sendable, Equatable {
        case malformed
        case wrong(triesLeft: Int)
        case over
        case limited(MailCodeLimits.Reached)
    }

    package struct Model: Sendable, Equatable {
        /// The path of the page.
        let path: String
        let address: String
        let state: State
        let flaw: Flaw?
        /// The text in the field.
        let typed: String
        let ticket: String
        /// The ticket of the form that has a code sent.
        let sendTicket: String

        package init(
            path: String, address: String, state: State, flaw: Flaw? = nil, typed: String = "", ticket: String,
            sendTicket: String
        ) {
            (self.path, self.address, self.state, self.flaw) = (path, address, state, flaw)
            (self.typed, self.ticket, self.sendTicket) = (typed, ticket, sendTicket)
        }
    }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.addresses
        let flaw = model.flaw.map { sentence($0, words) }
        return AccountLayout(
            frame, in: wording, title: words.title, section: .data, isBelowSection: true, hasErrors: flaw != nil,
            content: """
                \(ErrorSummary(
                    wording.account.frame.problem,
                    flaw.map { [ErrorSummary.Item(field: field(of: model), text: $0)] } ?? []).html)\
                <h1>\(words.title)</h1>
                \(content(model, wording))
                """
        ).html
    }

    private static func content(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.addresses
        let cancel = Link(.quiet, to: AccountSection.data.address, wording.account.frame.cancel).html
        switch model.state {
        case .impossible(let obstacle):
            return """
                <p class="lead"><bdi>\(model.address)</bdi></p>
                <p>\(words.obstacle(obstacle))</p>
                <div class="actions">
                \(cancel)\
                </div>

                """
        case .unasked:
            return """
                <p class="lead">\(words.explanation(model.address), value: HTML.isolated)</p>
                <p>\(words.effect)</p>
                <div class="actions">
                \(send(model, .primary, words.send))\
                \(cancel)\
                </div>

                """
        case .asked(let until, let againFrom, let canSendAgain):
            let again: HTML =
                if canSendAgain {
                    send(model, .secondary, words.sendAgain)
                } else if let againFrom {
                    "<p>\(words.againFrom(""), value: { _ in againFrom.time(in: wording) })</p>\n"
                } else { "<p>\(words.sentOften)</p>\n" }
            return """
                <p class="lead">\(words.sentTo(model.address), value: HTML.isolated)</p>
                <p>\(words.goodUntil(""), value: { _ in until.time(in: wording) })</p>
                \(Form(
                    action: model.path, ticket: model.ticket,
                    content: """
                        \(Field(
                            "code", label: words.code, value: model.typed, hint: words.codeHint,
                            error: model.flaw.map { sentence($0, words) }, autocomplete: "one-time-code",
                            isRequired: true, maximumLength: 32).html)\
                        <div class="actions">
                        \(Button(.primary, words.confirm).html)\
                        \(cancel)\
                        </div>

                        """
                ).html)\
                <p class="muted">\(words.notArrived)</p>
                \(again)
                """
        }
    }

    private static func send(_ model: Model, _ kind: Button.Kind, _ label: String) -> HTML {
        Form(
            action: "\(model.path)/send", ticket: model.sendTicket,
            content: "<div id=\"send\">\(Button(kind, label).html)</div>\n"
        ).html
    }

    /// The id of the element that an error is about.
    private static func field(of model: Model) -> String {
        if case .asked = model.state { "code" } else { "send" }
    }

    private static func sentence(_ flaw: Flaw, _ words: any AddressWording) -> String {
        switch flaw {
        case .malformed: words.malformed
        case .wrong(let triesLeft): words.wrong(triesLeft: triesLeft)
        case .over: words.over
        case .limited(let limit): words.limited(limit)
        }
    }
}
