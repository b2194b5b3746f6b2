import XignDomain
import XignProtocol
import XignStorage

/// The groups of organizations, and the users in them.
extension ApplyRun {
    /// Takes all members out of the groups that an organization no longer has.
    mutating func endGroups(of organization: Organization, former: GroupNames) throws {
        let ended = former.subtracting(organization.groups)
        guard !ended.all.isEmpty else { return }
        for id in try transaction.groups.members(of: ended, in: organization.id).sorted(by: { $0.text < $1.text }) {
            guard let account = try transaction.accounts.find(id: id) else { continue }
            let held = try transaction.groups.names(of: id, in: organization.id)
            try changeGroups(of: account, in: organization, to: held.subtracting(ended))
        }
    }

    /// Refuses groups of a service that its organization does not have.
    mutating func expectGroups(of service: ServiceDeclaration, _ organization: Organization, _ path: String) {
        guard case .named(let names)? = service.groups?.names else { return }
        for (index, name) in names.typed.enumerated()
        where isComplete && !organization.groups.contains(name) {
            refuse("\(path).groups[\(index)]", Self.unknown(name, in: organization.name))
        }
    }

    /// Refuses to end a group that a service asks for which the file does not mention.
    mutating func expectGroupsOfServices(
        in organization: Organization, former: GroupNames, _ path: String
    ) throws {
        let ended = former.subtracting(organization.groups)
        guard isSound, !ended.all.isEmpty else { return }
        for service in try transaction.services.all() where service.organizationID == organization.id {
            guard case .named(let names)? = service.groups?.names else { continue }
            for name in names.intersection(ended).all {
                refuse(
                    "\(path).groups",
                    "must keep \"\(name)\", which the service \(service.name) asks for: declare that service, too, without "
                        + "the group")
            }
        }
    }

    /// The groups of a user in one organization.
    /// - Parameter user: the declared user, whose memberships are known also after an error.
    mutating func apply(
        _ declared: Reading<GroupNames>, in name: String, of account: Account, _ user: Declaration.User,
        _ path: String
    ) throws {
        let (canonical, names) = (CanonicalText.canonical(name), declared.value.canonical)
        let organization = try transaction.organizations.find(name: name) ?? self.organization(named: canonical)
        guard let known = declaredGroups[canonical] ?? organization?.groups else {
            if isComplete { refuse(path, "there is no organization \"\(name)\"") }
            return
        }
        for (index, name) in names.typed.enumerated() where isComplete && !known.contains(name) {
            refuse("\(path)[\(index)]", Self.unknown(name, in: canonical))
        }
        expect(
            names.all.count <= GroupNames.maximumCountOfPerson, path,
            "at most \(GroupNames.maximumCountOfPerson) groups")
        let isMember =
            try user.memberships.map { $0.contains { CanonicalText.canonical($0).hasSameBytes(as: canonical) } }
            ?? organization.map { try transaction.organizations.memberID(of: account.id, in: $0.id) != nil } ?? false
        expect(
            isMember || names.all.isEmpty, path,
            "of an organization that the user is a member of: add \"\(canonical)\" to `memberships`")
        guard isSound, isMember, let organization else { return }
        try changeGroups(of: account, in: organization, to: names)
    }

    /// Changes the groups of a member, and reports it.
    mutating func changeGroups(of account: Account, in organization: Organization, to names: GroupNames) throws {
        let change = try ChangeGroups(
            account: account.id, organization: organization.id, actor: act.actor, now: now, transaction: transaction
        )(to: names)
        if !change.taken.all.isEmpty {
            report("took \(account.name) out of groups of \(organization.name): \(change.taken.text)")
        }
        if !change.given.all.isEmpty {
            report("put \(account.name) into groups of \(organization.name): \(change.given.text)")
        }
    }

    private static func unknown(_ name: String, in organization: String) -> String {
        "\(organization) has no group \"\(name)\": declare it in `groups` of the organization"
    }
}
