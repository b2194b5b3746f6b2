import XignDomain
import XignStorage

/// The grants of administrators and auditors.
extension ApplyRun {
    /// A grant as it is declared.
    private struct Declared {
        /// The place in the file.
        let path: String
        let account: Account
        let scope: Scope
        let role: AdministratorGrant.Role
    }

    /// Brings all grants in line with the list. A grant that it does not name is withdrawn.
    mutating func apply(_ administrators: [AdministratorDeclaration]) throws {
        var declared: [Declared] = []
        for (index, administrator) in administrators.enumerated() {
            guard let grant = try self.grant(administrator, "administrators[\(index)]") else { continue }
            if declared.contains(where: { $0.account.id == grant.account.id && $0.scope == grant.scope }) {
                refuse("administrators[\(index)].name", "has one role in a scope: declared twice")
            }
            declared.append(grant)
        }
        try expectFew(declared)
        guard isSound else { return }
        for grant in declared { try give(grant) }
        for grant in try transaction.administratorGrants.all()
        where !declared.contains(where: { $0.account.id == grant.accountID && $0.scope == grant.scope }) {
            try withdraw(grant)
        }
    }

    /// Refuses a file after which nobody could administer the manager, where somebody can now.
    /// - Parameter path: the place of the file that takes the last one away.
    mutating func expectAnAdministrator(_ path: String) throws {
        guard isSound, hadAdministrator, try transaction.administratorGrants.usableAdministrators().isEmpty else {
            return
        }
        refuse(
            path,
            "would leave no active administrator of the manager with a usable device: let another one activate a "
                + "device first")
    }

    // MARK: One grant

    /// - Returns: nil where it cannot be given; the errors are noted.
    private mutating func grant(_ declared: AdministratorDeclaration, _ path: String) throws -> Declared? {
        let account = try UserNames(transaction: transaction).account(named: declared.name)
        // After an error, the users and organizations of the file are not in the database.
        if isSound, account == nil {
            refuse("\(path).name", "there is no user \"\(declared.name)\": declare it under users, or add it first")
        }
        var scope: Scope? = .manager
        if let name = declared.organization {
            scope = try transaction.findOrganization(named: name).map { .organization($0.id) }
            if isSound, scope == nil { refuse("\(path).organization", "there is no organization \"\(name)\"") }
        }
        guard let account, let scope else { return nil }
        return Declared(path: path, account: account, scope: scope, role: declared.role)
    }

    /// Refuses a new grant in a scope that would have more than the console lists. A scope that has more already keeps
    /// them, so that its export can be applied.
    private mutating func expectFew(_ declared: [Declared]) throws {
        let limit = AdministratorGrant.limitOfScope
        for (scope, grants) in Dictionary(grouping: declared, by: \.scope) where grants.count > limit {
            let present = Set(try transaction.administratorGrants.all(in: scope).map(\.accountID))
            guard let new = grants.last(where: { !present.contains($0.account.id) }) else { continue }
            refuse("\(new.path).name", "\(try name(of: scope)) has at most \(limit) administrators and auditors")
        }
    }

    private mutating func give(_ declared: Declared) throws {
        let (account, scope) = (declared.account, declared.scope)
        let present = try transaction.administratorGrants.all(of: account.id).first { $0.scope == scope }
        guard present?.role != declared.role else {
            // It stays as it is, and is the file's from now on.
            guard let present, !present.isDeclared else { return }
            return try transaction.administratorGrants.save(present.declared)
        }
        let drift =
            if let present {
                present.isDeclared ? nil : "changed by \(present.grantedBy) on \(present.grantedAt.day)"
            } else {
                try changeOnConsole(.grantWithdrawn, of: account, in: scope)
            }
        try act.grant(declared.role, of: scope, to: account, isDeclared: true)
        report(stating("made \(account.name) \(declared.role.words) of \(try name(of: scope))", undoing: drift))
    }

    private mutating func withdraw(_ grant: AdministratorGrant) throws {
        guard let object = try AdministeredObject(.withdrawGrant(grant.accountID, grant.scope), transaction) else {
            return
        }
        try act.withdrawGrant(of: grant.scope, from: object)
        report(
            stating(
                "\(object.account.name) is no longer \(grant.role.words) of \(try name(of: grant.scope))",
                undoing: grant.isDeclared ? nil : "made so by \(grant.grantedBy) on \(grant.grantedAt.day)"))
    }

    private func name(of scope: Scope) throws -> String {
        try transaction.organizationName(of: scope) ?? "the manager"
    }
}

extension AdministratorGrant {
    /// This grant as one that a file declares.
    fileprivate var declared: AdministratorGrant {
        AdministratorGrant(
            accountID: accountID, scope: scope, role: role, grantedBy: grantedBy, grantedAt: grantedAt,
            isDeclared: true)
    }
}
