import XignDomain
import XignProtocol
import XignStorage

/// People: their memberships, roles and attributes.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.User, _ path: String) throws {
        try requireDisplayText(declared.name, "\(path).name")
        let account: Account
        if let old = try transaction.accounts.find(name: declared.name) {
            account = old
        } else {
            account = Account(id: TimeOrderedID.text(at: now), name: declared.name, isActive: declared.active ?? true)
            try transaction.accounts.insert(account, at: now)
            try transaction.audit.append(AuditEvent(.accountCreated, at: now, accountID: account.id))
            changes.append("added user \(declared.name)")
        }
        if let active = declared.active, active != account.isActive {
            try transaction.accounts.setActive(active, account: account.id)
            changes.append("\(active ? "enabled" : "disabled") user \(declared.name)")
        }
        if let memberships = declared.memberships { try apply(memberships, of: account, "\(path).memberships") }
        for (name, roles) in (declared.roles ?? [:]).sorted(by: { $0.key < $1.key }) {
            try assign(roles, at: name, to: account, "\(path).roles.\(name)")
        }
        try apply(declared.attributes ?? [:], of: account, "\(path).attributes")
    }

    private mutating func apply(_ memberships: [String], of account: Account, _ path: String) throws {
        let old = try transaction.organizations.organizations(of: account.id)
        for (index, name) in memberships.enumerated() where !old.contains(where: { $0.name == name }) {
            guard let organization = try transaction.organizations.find(name: name) else {
                throw DeclarationError(path: "\(path)[\(index)]", reason: "there is no organization “\(name)”")
            }
            try transaction.organizations.add(account: account.id, to: organization.id)
            changes.append("made \(account.name) a member of \(name)")
        }
        for organization in old where !memberships.contains(organization.name) {
            try transaction.organizations.remove(account: account.id, from: organization.id)
            changes.append("ended the membership of \(account.name) in \(organization.name)")
        }
    }

    private mutating func assign(_ names: [String], at service: String, to account: Account, _ path: String) throws {
        guard let service = try transaction.services.find(name: service) else {
            throw DeclarationError(path: path, reason: "there is no such service")
        }
        let roles = try transaction.services.roles(of: service.id)
        for (index, name) in names.enumerated() {
            guard roles.contains(where: { $0.name == name }) else {
                throw DeclarationError(path: "\(path)[\(index)]", reason: "\(service.name) has no role “\(name)”")
            }
        }
        let held = try transaction.services.assignedRoles(of: service.id, to: account.id)
        for role in roles where !role.isDefault {
            if names.contains(role.name), !held.contains(role.id) {
                try transaction.services.assign(role: role.id, to: account.id)
                changes.append("gave \(account.name) the role \(role.name) at \(service.name)")
            } else if !names.contains(role.name), held.contains(role.id) {
                try transaction.services.withdraw(role: role.id, from: account.id)
                changes.append("took the role \(role.name) at \(service.name) from \(account.name)")
            }
        }
    }
}
