import OutgoingHTTPS
import XignUseCases

/// The mail server, as the manager reaches it.
extension Examination {
    /// - Parameter isOffline: true if nothing may be connected to but the manager and its database.
    mutating func examineMail(_ context: Context, _ configuration: Configuration, isOffline: Bool) {
        guard let sender = try? configuration.mailSender() else { return }
        if sender.mailsNotices, (try? context.operatorProfile())?.help == nil {
            warn(
                .mail, "mails tell people of changes, and do not say whom to ask",
                "declare the page or the mailbox for help, `settings.operator.help`")
        }
        guard !isOffline else { return }
        do throws(MailFailure) {
            try sender.client.connect()
            ok(.mail, "the mail server answers, and takes the manager's user")
        } catch {
            fail(
                .mail, "the mail server takes no mail: \(error)",
                "correct `mail` in manager.yaml, or see the log of the mail server")
        }
    }
}
