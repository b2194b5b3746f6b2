import XignDomain
import XignProtocol
import XignStorage

/// A change of a person's groups in one organization, with its events in the audit log. Only what changes is recorded.
struct ChangeGroups {
    let account: AccountID
    let organization: OrganizationID
    let actor: Actor
    let now: Timestamp
    let transaction: any Transaction

    /// The groups that the person was put into, and those that the person was taken out of.
    struct Change: Equatable {
        let given: GroupNames
        let taken: GroupNames

        var isNone: Bool { given.all.isEmpty && taken.all.isEmpty }
    }

    /// Replaces the groups of a member.
    /// - Parameter names: groups of the organization, at most `GroupNames.maximumCountOfPerson`.
    @discardableResult
    func callAsFunction(to names: GroupNames) throws -> Change {
        let held = try transaction.groups.names(of: account, in: organization)
        let change = Change(given: names.subtracting(held), taken: held.subtracting(names))
        for name in change.taken.all { try transaction.groups.remove(account, from: name, in: organization) }
        for name in change.given.all { try transaction.groups.add(account, to: name, in: organization) }
        try record(.taken(change.taken))
        try record(.given(change.given))
        return change
    }

    /// Takes the person out of groups.
    @discardableResult
    func callAsFunction(without names: GroupNames) throws -> Change {
        try self(to: try transaction.groups.names(of: account, in: organization).subtracting(names))
    }

    private func record(_ change: AuditedGroups) throws {
        guard !change.names.all.isEmpty else { return }
        try transaction.audit.append(
            AuditEvent(
                .groupsChanged, at: now, accountID: account, organizationID: organization, actor: actor,
                detail: change.detail))
    }
}

extension Context {
    /// Puts a user into a group of an organization, or takes the user out of it, on behalf of an operator.
    /// - Returns: false, without an effect, where it was so already.
    /// - Throws: `ManagerError` with the code `unknownUser`, `unknownOrganization`, `unknownGroup` or `groups`.
    package func setGroup(
        _ typedGroup: String, of typedOrganization: String, user typedUser: String, isMember: Bool,
        by operatorName: String
    ) throws -> Bool {
        let now = clock.now()
        return try database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(typedUser)
            let organization = try transaction.organization(named: typedOrganization)
            let group = try organization.group(named: typedGroup)
            guard try transaction.organizations.memberID(of: account.id, in: organization.id) != nil else {
                throw ManagerError(
                    .groups,
                    "\(account.name) is no member of \(organization.name): add it to the user's `memberships` in the "
                        + "declaration, and apply that.")
            }
            let held = try transaction.groups.names(of: account.id, in: organization.id)
            let wanted = isMember ? GroupNames(held.all + [group]) : held.subtracting(GroupNames([group]))
            guard wanted != held else { return false }
            guard !isMember || wanted.all.count <= GroupNames.maximumCountOfPerson else {
                throw ManagerError(
                    .groups,
                    "\(account.name) is in \(held.all.count) groups of \(organization.name), and nobody can be in more: "
                        + "take the user out of another one first.")
            }
            try ChangeGroups(
                account: account.id, organization: organization.id, actor: .machine(operatorName), now: now,
                transaction: transaction)(to: wanted)
            return true
        }
    }
}

extension Organization {
    /// Finds the group that an operator names.
    /// - Throws: `ManagerError` with the code `unknownGroup`.
    fileprivate func group(named typed: String) throws -> String {
        let name = CanonicalText.canonical(typed)
        if let group = declared.groups.all.first(where: { $0.hasSameBytes(as: name) }) { return group }
        let others = declared.groups.all.isEmpty ? "" : ", but \(declared.groups.text)"
        throw ManagerError(
            .unknownGroup,
            "\(self.name) has no group \"\(typed)\"\(others): declare it in `groups` of the organization, and apply that."
        )
    }
}
