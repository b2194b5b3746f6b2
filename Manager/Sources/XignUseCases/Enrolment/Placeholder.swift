import XignDomain
import XignProtocol
import XignStorage

/// The account that an invitation has made, as long as nobody uses it. A person who has an account already accepts the
/// invitation with that one, and the placeholder goes (protocol, section 4).
struct Placeholder {
    let terms: InvitationTerms
    /// The invitation by the present names, as its statement shows it.
    let invitation: Invitation

    /// - Returns: nil where the activation is no invitation of an address, or where its account is more than a
    ///   placeholder: two accounts with data are never joined. Nil also where an operator has disabled the account, or
    ///   changed its membership or roles: the merge would give back what was taken.
    init?(of activation: Activation, _ transaction: any Transaction) throws {
        guard activation.kind == .invitation, let terms = try transaction.invitations.find(activation.id),
            let organizationID = terms.organizationID, let address = terms.address,
            try transaction.invitations.isPlaceholder(activation.accountID, of: terms),
            try transaction.accounts.find(id: activation.accountID)?.isActive == true,
            try transaction.organizations.organizations(of: activation.accountID).map(\.id) == [organizationID],
            try transaction.services.assignedRoles(to: activation.accountID) == Set(terms.roles),
            let organization = try transaction.organizations.find(id: organizationID)
        else { return nil }
        let roles = try terms.roles.compactMap { id -> InvitationSubject.Role? in
            guard let role = try transaction.services.role(id: id),
                let service = try transaction.services.find(id: role.serviceID)
            else { return nil }
            return InvitationSubject.Role(service: service.displayName, role: role.name)
        }
        // A role was removed meanwhile: the invitation would give less than it says.
        guard roles.count == terms.roles.count, !roles.isEmpty else { return nil }
        self.terms = terms
        invitation = Invitation(
            activationID: activation.id,
            subject: InvitationSubject(
                organization: .init(id: organization.id.text, name: organization.name), address: address,
                roles: roles))
    }
}
