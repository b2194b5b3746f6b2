import Metrics
import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Uses up the place of a join link that the account of a first device holds, or makes an account that somebody has
    /// registered a member.
    /// - Returns: false where the link has no place left, or was withdrawn, or nobody can register now: then the
    ///   transaction must not commit.
    func takePlace(with device: Activation, at now: Timestamp) throws -> Bool {
        guard device.kind == .invitation, let terms = try invitations.find(device.id) else { return true }
        return try terms.isRegistration
            ? completeRegistration(of: terms, with: device, at: now) : takePlace(of: terms, with: device, at: now)
    }

    /// Uses up the place of a join link.
    /// - Parameters:
    ///   - terms: the place; other invitations are left as they are.
    ///   - device: the first device of the account that joins, or the one with which it has accepted.
    /// - Returns: false where the link has no place left, or was withdrawn: then the transaction must not commit.
    func takePlace(of terms: InvitationTerms, with device: Activation, at now: Timestamp) throws -> Bool {
        guard let link = terms.linkID else { return true }
        guard try joinLinks.take(link) else { return false }
        try invitations.remove(terms.activationID)
        try Performer(actor: .device(device.id), now: now, transaction: self).audit(
            .accountJoined, of: device.accountID, device: device, scope: terms.organizationID.map(Scope.organization),
            detail: AuditEvent.detail(naming: link))
        count(.completed, of: terms)
        return true
    }

    /// Makes an account that somebody has registered a member of the declared organizations, and of no others.
    private func completeRegistration(
        of terms: InvitationTerms, with device: Activation, at now: Timestamp
    ) throws -> Bool {
        guard let organizations = try registrationOrganizations() else { return false }
        try invitations.remove(device.id)
        let act = Performer(actor: .device(device.id), now: now, transaction: self)
        for organization in organizations {
            try self.organizations.add(account: device.accountID, to: organization.id)
            try act.audit(
                .accountJoined, of: device.accountID, device: device, scope: .organization(organization.id))
        }
        if organizations.isEmpty { try act.audit(.accountJoined, of: device.accountID, device: device) }
        count(.completed, of: terms)
        return true
    }

    /// Counts a step of somebody who joins by a link, or registers. Other invitations are not counted.
    func count(_ outcome: JoinOutcome, of terms: InvitationTerms) {
        guard terms.isRegistration || terms.linkID != nil else { return }
        count(metrics.joins[Both(terms.isRegistration ? .registration : .link, outcome)])
    }

    /// Returns the organizations of which those who register become members, by name; nil where nobody can register.
    func registrationOrganizations() throws -> [Organization]? {
        let registration = try declared.policy().registration
        guard registration.isOpen else { return nil }
        return try organizations.all().filter(registration.makesMembers).inOrder(\.name)
    }
}
