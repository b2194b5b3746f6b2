import Logging
import XignDomain
import XignStorage
import XignUseCases
import XignWording

/// Mails codes to who has asked for them, and each notice to the addresses that are verified for its account.
final class MailDelivery: Delivery {
    /// The age of a notice up to which a refusal for good is not believed. Many servers say only to the recipient that
    /// they refuse a client or a sender, and one wrong setting there would lose the mails of everybody.
    static let doubtSeconds: Int64 = 86_400

    private let context: Context
    private let sender: MailSender
    private let outlet: MailOutlet
    private let opening = OutboxOpening(.mail)

    init(_ context: Context, _ log: Log, _ sender: MailSender) {
        (self.context, self.sender) = (context, sender)
        outlet = MailOutlet(sender, log, context.clock)
    }

    var kind: Outbox.Kind { .mail }
    var events: DeliveryEvents { MailOutlet.events }
    var leaseSeconds: Int64 { MailOutlet.leaseSeconds }

    /// Lets notices be written where the manager mails them. Codes are written by who has a mail server.
    func prepare() throws { if sender.mailsNotices { try opening.renew(context) } }

    func canDeliver() -> Bool { outlet.isReady() }

    func attempt(_ item: Outbox.Item) throws -> DeliveryOutcome {
        let provider = try context.operatorProfile()
        let mail: ComposedMail?
        let (at, to): (Int64, String)
        /// The moment from which a refusal for good is believed.
        let end: Timestamp
        switch try item.payload(context.database.vault, as: OutgoingMail.self) {
        case .notice(let notice):
            (at, to, end) = (notice.at, notice.to, Timestamp(seconds: notice.at) + Self.doubtSeconds)
            let stop = try StopDevice(context).link(to: notice.stoppable)
            mail = ComposedMail(
                notice, stop: stop, host: sender.host, from: provider, in: words(notice.language, provider))
        case .code(let code):
            (at, to, end) = (code.at, code.to, Timestamp(seconds: code.until))
            guard context.clock.now() < end else { return .givenUp([("reason", "the time of the code is over")]) }
            mail = ComposedMail(code, host: sender.host, in: words(code.language, provider))
        }
        guard let mail else { return .givenUp([("reason", "no words for this kind of mail")]) }
        return outlet.send(
            mail, to: to, id: item.idText, at: Timestamp(seconds: at), from: provider,
            believesRefusal: context.clock.now() >= end)
    }

    private func words(_ language: String?, _ provider: OperatorProfile) -> any Wording {
        (language.flatMap(Language.init(rawValue:)) ?? provider.language).wording
    }

    func interrupt() { outlet.interrupt() }
}
