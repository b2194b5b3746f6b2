import Logging
import XignDomain
import XignStorage
import XignUseCases
import XignWording

/// Mails invitations to an organization.
///
/// It has a thread and connections of its own, so that thousands of invitations delay no code and no notice. A mail is
/// composed when it is sent, from the join link as it is then: nothing is mailed of one that is no longer open.
final class InvitationDelivery: Delivery {
    private let context: Context
    private let sender: MailSender
    private let outlet: MailOutlet

    init(_ context: Context, _ log: Log, _ sender: MailSender) {
        (self.context, self.sender) = (context, sender)
        outlet = MailOutlet(sender, log, context.clock)
    }

    var kind: Outbox.Kind { .invitationMail }
    var events: DeliveryEvents { MailOutlet.events }
    var leaseSeconds: Int64 { MailOutlet.leaseSeconds }

    /// Does nothing: invitations are written by a command that has found a mail server in `manager.yaml`.
    func prepare() {}

    func canDeliver() -> Bool { outlet.isReady() }

    func attempt(_ item: Outbox.Item) throws -> DeliveryOutcome {
        let payload: InvitationMailPayload = try item.payload(context.database.vault)
        guard let invitation = try FindMailedInvitation(context)(payload) else {
            return .givenUp([("reason", "the invitation is no longer open"), ("invitation", "\(payload.link)")])
        }
        let provider = try context.operatorProfile()
        let mail = ComposedMail(
            invitation, host: sender.host, from: provider, in: (invitation.language ?? provider.language).wording)
        // Another mail about the same invitation has another end, and mail systems drop the second one of an id.
        let outcome = outlet.send(
            mail, to: invitation.address, id: "\(item.idText)-\(invitation.expiresAt.rawValue)",
            at: context.clock.now(), from: provider, believesRefusal: true)
        guard case .givenUp(let reason) = outcome else { return outcome }
        return .givenUp(reason + [("invitation", "\(payload.link)")])
    }

    func interrupt() { outlet.interrupt() }
}
