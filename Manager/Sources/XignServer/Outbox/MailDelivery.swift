import Logging
import OutgoingHTTPS
import Threads
import XignDomain
import XignStorage
import XignUseCases
import XignWording

/// Mails each notice to the addresses that are verified for its account.
final class MailDelivery: Delivery {
    /// The time for which nothing is sent after the server has taken no mail, whoever the recipient was.
    private static let restSeconds: Int64 = 60

    /// The age of a notice up to which a refusal for good is not believed. Many servers say only to the recipient that
    /// they refuse a client or a sender, and one wrong setting there would lose the mails of everybody.
    static let doubtSeconds: Int64 = 86_400

    private let context: Context
    private let sender: MailSender
    private let opening = OutboxOpening(.mail)
    private let restsUntil = Locked(Timestamp(rawValue: 0))
    private let libcurl: LibcurlUse

    init(_ context: Context, _ log: Log, _ sender: MailSender) {
        (self.context, self.sender) = (context, sender)
        libcurl = LibcurlUse(log, failureEvent: "mailsImpossible")
    }

    var kind: Outbox.Kind { .mail }
    var events: DeliveryEvents {
        DeliveryEvents(delivered: "mailDelivered", notDelivered: "mailNotDelivered", notRead: "mailsNotRead")
    }

    /// Twice the time of the longest dialogue.
    var leaseSeconds: Int64 { Int64(2 * SMTPClient.totalMilliseconds / 1000) }

    func prepare() throws { try opening.renew(context) }

    /// Loads libcurl when the first mail is due.
    func canDeliver() -> Bool {
        libcurl.isLoaded { try sender.client.load() } && restsUntil.withLock { $0 } <= context.clock.now()
    }

    func attempt(_ item: Outbox.Item) throws -> DeliveryOutcome {
        let notice: MailPayload = try item.payload(context.database.vault)
        guard let address = MailAddress(notice.to) else {
            return .givenUp([("reason", "the address has other characters than a mail server takes")])
        }
        let provider = try context.operatorProfile()
        let language = notice.language.flatMap(Language.init(rawValue:)) ?? provider.language
        let stop = try StopDevice(context).link(toActivation: notice.stoppable)
        guard
            let mail = ComposedMail(
                notice, stop: stop, host: sender.host, from: provider, in: language.wording)
        else {
            return .givenUp([("reason", "no words for \(notice.kind)")])
        }
        do throws(MailFailure) {
            try sender.send(
                mail, to: address, id: item.idText, at: Timestamp(seconds: notice.at), from: provider,
                isCancelled: { [libcurl] in libcurl.isInterrupted })
            return .delivered
        } catch {
            let reason: LogFields = [("reason", "\(error)")]
            switch error.kind {
            case .refused where context.clock.now() >= Timestamp(seconds: notice.at) + Self.doubtSeconds:
                return .givenUp(reason)
            case .server:
                let end = context.clock.now() + Self.restSeconds
                restsUntil.withLock { $0 = end }
                return .failed(reason)
            case .refused, .later, .interrupted: return .failed(reason)
            }
        }
    }

    func interrupt() { libcurl.interrupt() }
}
