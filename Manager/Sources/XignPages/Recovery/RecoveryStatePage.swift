import XignWording

/// The answers to a right recovery code that have no form.
package enum RecoveryStatePage {
    package enum State: Sendable, Equatable {
        /// - Parameter until: the end of the time to finish it.
        case waiting(goesOn: Moment, until: Moment)
        /// A device of the account was used.
        case used(at: Moment)
        case refused(RecoveryRefusalCode)
        /// The new device is connected.
        case done
    }

    /// - Parameter address: of the page to come back to.
    package static func page(
        _ state: State, comeBackTo address: String, _ frame: RecoveryLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.recovery.steps
        let help = HelpParagraph(provider: frame.provider, wording: wording).html
        let (title, content): (String, HTML) =
            switch state {
            case .waiting(let goesOn, let until):
                (
                    words.waitingTitle,
                    """
                    <p class="lead">\(words.goesOn(at: ""), value: { _ in goesOn.dayAndTime(in: wording) })</p>
                    <p>\(words.comeBack(to: address), value: HTML.isolated)</p>
                    <p>\(words.endsAt(""), value: { _ in until.dayAndTime(in: wording) })</p>
                    \(Notice(.warning, "<p>\(words.anyUseStops)</p>\n<p>\(words.weHaveTold)</p>").html)
                    """
                )
            case .used(let moment):
                (
                    words.endedTitle,
                    """
                    <p>\(words.used(at: ""), value: { _ in moment.dayAndTime(in: wording) })</p>
                    <p>\(words.endedNext)</p>
                    \(help)
                    """
                )
            case .refused(let code): (words.refusedTitle, "<p>\(words.refusal(code))</p>\n\(help)")
            case .done:
                (
                    words.doneTitle,
                    """
                    <p>\(words.done)</p>
                    <p>\(Link(.primary, to: AccountSection.overview.address, words.toAccount).html)</p>
                    """
                )
            }
        return RecoveryLayout(frame: frame, wording: wording, title: title, content: content).html
    }
}
