import XignDomain
import XignProtocol
import XignStorage

/// The merge of an invitation into an account that has an app already. It takes effect in `finish`, which has judged
/// `UtilityRules` and locked the account.
///
/// Its effect is a membership. The invited address becomes an unverified value that is never primary: an operator could
/// otherwise give an account the address of another person (protocol, section 4).
struct MergeInvitation {
    /// The activation that has confirmed it.
    let activation: Activation
    let call: DeviceCall
    let transaction: any Transaction

    /// Takes the invitation, and removes the placeholder that was made for it.
    /// - Throws: `policyChanged` where somebody else was first.
    func run(_ invitation: Invitation) throws {
        let activations = transaction.activations
        guard let terms = try transaction.invitations.find(invitation.activationID),
            let organization = terms.organizationID, let address = terms.address,
            let placeholder = try activations.find(invitation.activationID)?.accountID,
            try transaction.accounts.lock(placeholder)?.isActive == true,
            try activations.claimMerge(invitation.activationID, into: activation.accountID, at: call.now)
        else { throw ProtocolError(.policyChanged) }
        guard try transaction.takePlace(of: terms, with: activation, at: call.now) else {
            throw ProtocolError(.policyChanged)
        }
        try transaction.accounts.remove(placeholder)
        try transaction.organizations.add(account: activation.accountID, to: organization)
        for role in terms.roles { try transaction.services.assign(role: role, to: activation.accountID) }
        try store(address: address)
        let act = Performer(actor: .device(activation.id), now: call.now, transaction: transaction)
        try act.audit(
            .activationMerged, of: activation.accountID, device: try activations.find(invitation.activationID))
        try act.record(.membershipAdded, .membershipAdded, of: activation.accountID)
    }

    private func store(address: String) throws {
        let values = transaction.attributeValues
        let others = try values.all(of: activation.accountID).filter { $0.attribute == .email }
        guard !others.contains(where: { $0.text.hasSameBytes(as: address) }), others.count < AttributeValue.maximumCount
        else { return }
        guard let account = try transaction.accounts.find(id: activation.accountID) else { return }
        try values.save(
            .invited(address, account.id, in: transaction.language(of: account), besides: others), at: call.now)
    }

    /// Judges the invitation that a process is for.
    /// - Returns: true if it waits for its acceptance by this account, and its statement's names are the present ones.
    static func isCurrent(
        _ invitation: Invitation, for account: AccountID, at now: Timestamp, _ transaction: any Transaction
    ) throws -> Bool {
        guard let pending = try transaction.activations.find(invitation.activationID), pending.state == .pending,
            now < pending.expiresAt, pending.accountID != account,
            let placeholder = try Placeholder(of: pending, transaction)
        else { return false }
        let named = placeholder.terms.namedAccountID
        return placeholder.invitation == invitation && (named == nil || named == account)
    }
}
