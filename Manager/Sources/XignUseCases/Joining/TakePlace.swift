import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Uses up the place of a join link that the account of a first device holds.
    /// - Returns: false where the link has no place left, or was withdrawn: then the transaction must not commit.
    func takePlace(with device: Activation, at now: Timestamp) throws -> Bool {
        guard device.kind == .invitation, let terms = try invitations.find(device.id) else { return true }
        return try takePlace(of: terms, with: device, at: now)
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
        return true
    }
}
