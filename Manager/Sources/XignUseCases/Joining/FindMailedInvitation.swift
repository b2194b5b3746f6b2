import XignDomain
import XignStorage

/// An invitation as it is mailed to one address.
package struct MailedInvitation: Sendable {
    /// The organization's name at present.
    package let organization: String
    package let address: String
    package let code: JoinCode
    /// The address of the page at which it is accepted. Secret, as the code is.
    package let link: String
    /// nil: the operator's.
    package let language: Language?
    package let expiresAt: Timestamp
}

/// Reads the invitation that a mail of the outbox is about, as it is at present.
package struct FindMailedInvitation: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil where the link is closed, and where a device is about to take its place.
    package func callAsFunction(_ payload: InvitationMailPayload) throws -> MailedInvitation? {
        let now = context.clock.now()
        return try context.database.read { [context] transaction in
            guard let link = try transaction.joinLinks.find(payload.link), let address = link.address,
                try transaction.state(of: link, at: now) == .open,
                let organization = try transaction.organizations.find(id: link.organizationID)
            else { return nil }
            return MailedInvitation(
                organization: organization.name, address: address, code: link.code,
                link: context.joinAddress(of: link.code), language: link.language, expiresAt: link.expiresAt)
        }
    }
}
