import XignDomain
import XignWording

/// The step of a recovery that proves a mailbox, at its begin and at its end.
package enum RecoveryMailPage {
    package static let path = "/recover/mail"
    package static let codePath = "/recover/mail/code"

    /// A verified address, of which the page shows only a part.
    package struct Address: Sendable, Equatable {
        let id: String
        let masked: String

        package init(id: String, masked: String) { (self.id, self.masked) = (id, masked) }
    }

    /// The form that chooses an address.
    package struct Choice: Sendable, Equatable {
        /// The reason why no code was mailed, or why another one is needed.
        package enum Problem: Sendable, Equatable {
            case limited(MailCodeLimits.Reached)
            case codeOver
        }

        let addresses: [Address]
        /// True after the wait, when the recovery is finished.
        let isEnd: Bool
        let problem: Problem?

        package init(_ addresses: [Address], isEnd: Bool, problem: Problem? = nil) {
            (self.addresses, self.isEnd, self.problem) = (addresses, isEnd, problem)
        }
    }

    /// The form for the code of a mail.
    package struct Mailed: Sendable, Equatable {
        package enum Flaw: Sendable, Equatable {
            /// - Parameters:
            ///   - typed: the code as it was typed, so that the person can compare it.
            ///   - triesLeft: nil where the text is no code, and no try was counted.
            case wrong(typed: String, triesLeft: Int?)
        }

        /// The next mail with the code.
        package enum Again: Sendable, Equatable {
            case now
            /// The last one is too young.
            case from(Moment)
            /// It was sent often enough.
            case never
        }

        let address: String
        let until: Moment
        let again: Again
        let isEnd: Bool
        /// The limit for which it was not mailed again; nil for none.
        let limit: MailCodeLimits.Reached?
        let flaw: Flaw?

        /// - Parameter address: a part of it.
        package init(
            to address: String, until: Moment, again: Again, isEnd: Bool, limit: MailCodeLimits.Reached? = nil,
            flaw: Flaw? = nil
        ) {
            self.address = address
            self.until = until
            self.again = again
            self.isEnd = isEnd
            self.limit = limit
            self.flaw = flaw
        }
    }

    package static func page(_ choice: Choice, _ frame: RecoveryLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.recovery.steps
        let options: [HTML] = choice.addresses.enumerated().map { index, address in
            """
            <label class="choice">\
            <input type="radio" name="address" value="\(address.id)" required\(index == 0 ? " checked" : "" as HTML)>\
            <bdi>\(address.masked)</bdi></label>

            """
        }
        let problem: String? =
            switch choice.problem {
            case .limited(let limit)?: sentence(limit, wording)
            case .codeOver?: words.mailCodeOver
            case nil: nil
            }
        return RecoveryLayout(
            frame: frame, wording: wording, title: words.chooseTitle,
            content: """
                \(problem.map { Notice(.warning, isStatus: true, "<p>\($0)</p>").html } ?? "")\
                <p>\(choice.isEnd ? words.chooseToFinish : words.chooseToBegin)</p>
                \(PlainForm(
                    action: path,
                    content: """
                        <fieldset class="field">
                        <legend>\(words.addresses)</legend>
                        \(options)\
                        </fieldset>
                        \(Button(.primary, words.send).html)
                        """
                ).html)
                """
        ).html
    }

    package static func page(_ mailed: Mailed, _ frame: RecoveryLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.recovery.steps
        let (typed, flaw): (String, String?) =
            switch mailed.flaw {
            case .wrong(let typed, let triesLeft)?: (typed, words.wrongMailCode(triesLeft: triesLeft))
            case nil: ("", nil)
            }
        let field = Field(
            "code", label: words.mailCode, value: typed, hint: words.mailCodeHint, error: flaw,
            autocomplete: "one-time-code", isRequired: true, maximumLength: 32)
        let again: HTML =
            switch mailed.again {
            case .now: PlainForm(action: path, content: Button(.quiet, words.sendAgain).html).html
            case .from(let moment):
                """
                <p class="muted">\(wording.account.addresses.againFrom(""), value: { _ in moment.time(in: wording) })</p>

                """
            case .never: "<p class=\"muted\">\(words.sentOften)</p>\n"
            }
        return RecoveryLayout(
            frame: frame, wording: wording, title: words.typeTitle,
            errors: flaw.map { [ErrorSummary.Item(field: "code", text: $0)] } ?? [],
            errorHeading: wording.recovery.ways.problem,
            content: """
                \(mailed.limit.map {
                    Notice(.warning, isStatus: true, "<p>\(sentence($0, wording))</p>").html
                } ?? "")\
                <p>\(words.mailed(to: mailed.address), value: HTML.isolated)</p>
                <p>\(words.mailedUntil(""), value: { _ in mailed.until.time(in: wording) })</p>
                <p>\(mailed.isEnd ? words.finishesThen : words.beginsThen)</p>
                \(PlainForm(
                    action: codePath, content: "\(field.html)\(Button(.primary, wording.general.proceed).html)").html)\
                <div class="actions">
                \(again)\
                \(Link(.quiet, to: LostDevicePage.path, words.otherAddress).html)\
                </div>

                """
        ).html
    }

    private static func sentence(_ limit: MailCodeLimits.Reached, _ wording: any Wording) -> String {
        "\(wording.account.addresses.limited(limit)) \(wording.recovery.steps.useLastMail)"
    }
}
