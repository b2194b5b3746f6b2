import XignDomain
import XignPages
import XignProtocol
import XignStorage
import XignWording

extension ComposedMail {
    /// Words a notice.
    /// - Parameter stop: the address of the page that stops what the notice tells of; nil where there is none.
    /// - Returns: nil for a kind of a later version.
    init?(
        _ notice: MailPayload, stop: String? = nil, host: String, from provider: OperatorProfile,
        in wording: any Wording
    ) {
        let words = wording.mails
        guard let kind = NoticeEvent.Kind(rawValue: notice.kind) else { return nil }
        let device = notice.device.map { $0.couldMislead ? words.unshownDevice : words.quoted($0) }
        let sentence = wording.events.notice(kind, device: device ?? wording.account.devices.unnamed)
            .map { Self.text($0) }
        let advice: [String?] = [
            words.notYou, Self.areStoppedByUse.contains(kind) ? words.useDevice : nil,
            stop.map { words.stop(at: $0).text },
            provider.helpText.map { words.askForHelp(at: $0).text } ?? words.tellOperator,
        ]
        let paragraphs: [String?] = [
            words.noticeOf(user: notice.user, host: host).text,
            notice.isOneTooMany ? words.noMoreToday : sentence ?? words.accountRemoved,
            notice.isOneTooMany ? nil : Moment(seconds: notice.at).dayAndTimeText(in: wording),
            kind == .recoveryBegun
                ? notice.readyAt.map { words.goesOn(at: Moment(seconds: $0).dayAndTimeText(in: wording)).text } : nil,
            kind == .recoveryReady ? words.finish(host: host).text : nil,
            notice.isOneTooMany ? nil : notice.operator.map { words.byOperator($0).text },
            advice.compactMap(\.self).joined(separator: "\n"),
            words.asksNothing,
        ]
        subject = words.noticeSubject(host: host)
        text = paragraphs.compactMap(\.self).joined(separator: "\n\n")
    }

    /// The notices of a recovery that a use of a device still ends.
    private static let areStoppedByUse: [NoticeEvent.Kind] = [.recoveryBegun, .recoveryReady]

    /// Puts the name of a device into a line of its own: a person has chosen it, and it could read as advice.
    private static func text(_ sentence: Phrase) -> String {
        sentence.parts.map { part in
            switch part {
            case .words(let text): String(CanonicalText.trimmed(text))
            case .value(let name): "\n    \(name)\n"
            }
        }.joined()
    }
}

extension String {
    /// True where a mail program could make a link of a part of the name, or where the name could end its quotation.
    ///
    /// The last part of a domain begins with a letter. The dots are those that browsers read as one (UTS 46).
    fileprivate var couldMislead: Bool {
        // The signs like @, and the double quotation marks.
        let marks =
            ("@\u{FF20}\"\u{201C}\u{201D}\u{201E}\u{201F}\u{AB}\u{BB}\u{2039}"
            + "\u{203A}\u{2033}\u{301D}\u{301E}\u{301F}\u{FF02}").unicodeScalars
        let dots = ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars
        let pairs = zip(unicodeScalars, unicodeScalars.dropFirst())
        return contains("://") || unicodeScalars.contains { marks.contains($0) }
            || pairs.contains { dots.contains($0) && $1.properties.isAlphabetic }
    }
}
