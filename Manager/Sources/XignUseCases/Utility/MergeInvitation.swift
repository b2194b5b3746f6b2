import XignDomain
import XignProtocol
import XignStorage

/// The merge of an invitation into an account that has an app already. It takes effect in `finish`, which has judged
/// `UtilityRules` and locked the account.
///
/// Its effect is a membership, with the groups, the account names and the values of declared attributes that an
/// operator has given the placeholder. Account names and values of the person stay. The invited address becomes an
/// unverified value that is never primary: an operator could otherwise give an account the address of another person
/// (protocol, section 4).
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
        let groups = try transaction.groups.names(of: placeholder, in: organization)
        let names = try transaction.namesAtServices(of: placeholder)
        let kept = try transaction.declaredAttributeValues(of: placeholder)
        try transaction.accounts.remove(placeholder)
        try transaction.organizations.add(account: activation.accountID, to: organization)
        for role in terms.roles { try transaction.services.assign(role: role, to: activation.accountID) }
        try give(groups, in: organization)
        try give(names)
        try give(kept)
        try store(address: address)
        let act = Performer(actor: .device(activation.id), now: call.now, transaction: transaction)
        try act.audit(
            .activationMerged, of: activation.accountID, device: try activations.find(invitation.activationID))
        try act.record(.membershipAdded, .membershipAdded, of: activation.accountID)
    }

    /// Adds groups to those that the person has. An operator can give more than a person may have only by an
    /// invitation, and the last ones are then left out.
    private func give(_ groups: GroupNames, in organization: OrganizationID) throws {
        guard !groups.all.isEmpty else { return }
        let held = try transaction.groups.names(of: activation.accountID, in: organization)
        let room = max(0, GroupNames.maximumCountOfPerson - held.all.count)
        try ChangeGroups(
            account: activation.accountID, organization: organization, actor: .device(activation.id), now: call.now,
            transaction: transaction
        )(to: GroupNames(held.all + groups.subtracting(held).all.prefix(room)))
    }

    /// Gives the names of the placeholder at services where the account has none.
    private func give(_ names: [(service: Service, name: String)]) throws {
        guard !names.isEmpty, let account = try transaction.accounts.find(id: activation.accountID) else { return }
        let held = try transaction.accountNames.all(of: account.id)
        for (service, name) in names where held[service.id] == nil {
            let change = ChangeAccountName(
                account: account, service: service, actor: .device(activation.id), now: call.now,
                transaction: transaction)
            try change(to: change.free(name))
        }
    }

    /// Gives the values of the placeholder that the account does not have.
    private func give(_ kept: [DeclaredAttributeValue]) throws {
        let held = try kept.isEmpty ? [] : transaction.declaredValues.names(of: activation.accountID)
        let given = kept.filter { !held.contains($0.attribute.name) }
        guard !given.isEmpty else { return }
        for value in given {
            _ = try transaction.set(value.attribute, to: value.text, of: activation.accountID)
        }
        try transaction.audit.append(
            AuditEvent(
                .attributesChanged, at: call.now, accountID: activation.accountID, actor: .device(activation.id),
                detail: given.map(\.attribute.name).joined(separator: ", ")))
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
