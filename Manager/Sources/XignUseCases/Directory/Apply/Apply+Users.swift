import XignDomain
import XignProtocol
import XignStorage

/// Users with their memberships, groups, roles, account names and attributes.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.User, _ path: String) throws {
        let account = try self.account(declared, path)
        if isSound, account.isActiveDeclared != (declared.active != nil) {
            try transaction.accounts.setActiveDeclared(declared.active != nil, account: account.id)
        }
        if isSound, let active = declared.active, active != account.isActive { try set(active, account) }
        if let memberships = declared.memberships { try apply(memberships, of: account, "\(path).memberships") }
        for (name, groups) in (declared.groups ?? [:]).sorted(by: { $0.key < $1.key }) {
            try apply(groups, in: name, of: account, declared, "\(path).groups.\(name)")
        }
        for (name, roles) in (declared.roles ?? [:]).sorted(by: { $0.key < $1.key }) {
            try assign(roles, at: name, to: account, "\(path).roles.\(name)")
        }
        if let names = declared.accountNames {
            try apply(accountNames: names, of: account, "\(path).accountNames")
        }
        try apply(declared.attributes ?? [:], of: account, "\(path).attributes")
    }

    /// Enables or disables an account.
    private mutating func set(_ active: Bool, _ account: Account) throws {
        let drift = try changeOnConsole(account.isActive ? .accountEnabled : .accountDisabled, of: account)
        guard try act.setActive(active, account) else { return }
        report(stating("\(active ? "enabled" : "disabled") user \(account.name)", undoing: drift))
    }

    /// Finds the account, or creates it.
    private mutating func account(_ declared: Declaration.User, _ path: String) throws -> Account {
        let users = UserNames(transaction: transaction)
        if let account = try users.account(named: declared.name) { return account }
        var account = Account(
            id: TimeOrderedID.account(at: now), name: declared.name, isActive: declared.active ?? true,
            isActiveDeclared: declared.active != nil)
        do { account.name = try users.free(declared.name) } catch let refusal as UserNames.Refusal {
            refuse("\(path).name", refusal.description)
        }
        if isSound {
            try transaction.accounts.insert(account, at: now)
            try record("added user \(account.name)", .accountCreated, audited: "added", account: account)
        }
        return account
    }

    private mutating func apply(_ memberships: [String], of account: Account, _ path: String) throws {
        let old = try transaction.organizations.organizations(of: account.id)
        var declared: Set<OrganizationID> = []  // ids: one organization's name can be typed in several ways
        for (index, name) in memberships.enumerated() {
            let canonical = CanonicalText.canonical(name)
            let organization =
                try transaction.organizations.find(name: name) ?? self.organization(named: canonical)
            if organization == nil, isComplete, !declaredOrganizations.contains(canonical) {
                refuse("\(path)[\(index)]", "there is no organization \"\(name)\"")
            }
            guard isSound, let organization, declared.insert(organization.id).inserted,
                !old.contains(where: { $0.id == organization.id })
            else { continue }
            try transaction.organizations.add(account: account.id, to: organization.id)
            try record(
                "made \(account.name) a member of \(organization.name)",
                audited: "made a member of \(organization.name)", account: account)
        }
        for organization in old where isSound && !declared.contains(organization.id) {
            try changeGroups(of: account, in: organization, to: .none)
            try transaction.organizations.remove(account: account.id, from: organization.id)
            try record(
                "ended the membership of \(account.name) in \(organization.name)",
                audited: "ended the membership in \(organization.name)", account: account)
        }
    }

    private mutating func assign(_ names: [String], at service: String, to account: Account, _ path: String) throws {
        let found = try transaction.services.find(name: service)
        let roles = try found.map { try transaction.services.roles(of: $0.id) } ?? []
        guard let known = declaredRoles[service] ?? found.map({ _ in roles.map(\.name) }) else {
            if isComplete { refuse(path, "there is no such service") }
            return
        }
        for (index, name) in names.enumerated() where isComplete && !known.contains(name) {
            refuse("\(path)[\(index)]", "\(service) has no role \"\(name)\"")
        }
        guard isSound, let service = found else { return }
        let held = try transaction.services.assignedRoles(of: service.id, to: account.id)
        for role in roles where !role.isDefault {
            if names.contains(role.name), !held.contains(role.id) {
                try transaction.services.assign(role: role.id, to: account.id)
                try record(
                    "gave \(account.name) the role \(role.name) at \(service.name)",
                    audited: "gave the role \(role.name) at \(service.name)", account: account, service: service)
            } else if !names.contains(role.name), held.contains(role.id) {
                try transaction.services.withdraw(role: role.id, from: account.id)
                try record(
                    "took the role \(role.name) at \(service.name) from \(account.name)",
                    audited: "took the role \(role.name) at \(service.name)", account: account, service: service)
            }
        }
    }
}
