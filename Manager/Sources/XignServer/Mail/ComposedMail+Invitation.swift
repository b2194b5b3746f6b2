import XignDomain
import XignPages
import XignUseCases
import XignWording

extension ComposedMail {
    /// Words an invitation. It names the organization and no person, and has no text that somebody could choose for it.
    init(_ invitation: MailedInvitation, host: String, from provider: OperatorProfile, in wording: any Wording) {
        let words = wording.mails
        subject = words.invitationSubject(host: host)
        text = [
            words.invitation(to: invitation.organization, host: host).text,
            "\(words.openInvitation)\n    \(invitation.link)",
            words.invitationCode(invitation.code.groupedText).text,
            words.invitationEnds(Moment(invitation.expiresAt).dayAndTimeText(in: wording)).text,
            [words.invitationNotExpected, provider.helpText.map { words.askForHelp(at: $0).text }]
                .compactMap(\.self).joined(separator: "\n"),
            words.codeNotAsked,
        ].joined(separator: "\n\n")
    }
}
