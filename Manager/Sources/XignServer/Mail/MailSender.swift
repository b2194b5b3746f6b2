import OutgoingHTTPS
import XignDomain
import XignUseCases

/// The operator's mail server with the manager's own address, as `mail` in `manager.yaml` names both.
package struct MailSender: Sendable {
    package let client: SMTPClient
    /// True where the manager mails notices to people.
    package let mailsNotices: Bool
    /// The host of the issuer.
    package let host: String

    /// Gives a mail to the server, and blocks the calling thread meanwhile.
    /// - Parameter id: letters, digits, hyphens and underscores; a mail that is sent again has the same.
    package func send(
        _ mail: ComposedMail, to address: MailAddress, id: String, at now: Timestamp, from provider: OperatorProfile,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(MailFailure) {
        try client.send(
            MailMessage(
                from: client.sender, name: provider.name, to: address, subject: mail.subject, text: mail.text, id: id,
                host: host, date: now.seconds), isCancelled: isCancelled)
    }
}

/// Subject and text of a mail, in the language of its reader.
package struct ComposedMail: Sendable, Equatable {
    package let subject: String
    package let text: String

    package init(subject: String, text: String) { (self.subject, self.text) = (subject, text) }
}
