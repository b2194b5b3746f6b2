import XignDomain
import XignStorage

/// Lists the grants of all scopes, for an operator at the machine.
package struct ListGrants: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: those of the manager, then those of the organizations by name.
    package func callAsFunction() throws -> [AdministratorDetails] {
        try context.database.read { transaction in
            try transaction.administratorGrants.all().compactMap { try transaction.details(of: $0) }
                .sorted { ($0.organization ?? "", $0.user) < ($1.organization ?? "", $1.user) }
        }
    }

    /// Finds the grant of a user in a scope.
    /// - Parameter organization: the name of the organization; nil for a grant of the manager.
    /// - Returns: nil where the user has none.
    /// - Throws: `ManagerError` for an unknown user or organization.
    package func one(
        _ userName: String, ofOrganization organization: String? = nil
    ) throws -> AdministratorDetails? {
        try context.database.read { transaction in
            let account = try UserNames(transaction: transaction).existing(userName)
            let scope = try transaction.scope(ofOrganization: organization)
            let grant = try transaction.administratorGrants.all(of: account.id).first { $0.scope == scope }
            return try grant.flatMap { try transaction.details(of: $0) }
        }
    }
}

extension Transaction {
    fileprivate func details(of grant: AdministratorGrant) throws -> AdministratorDetails? {
        guard let account = try accounts.find(id: grant.accountID) else { return nil }
        let hasDevice = try activations.all(of: account.id).contains(where: \.isUsableAtConsole)
        return AdministratorDetails(
            user: account.name, role: grant.role, organization: try organizationName(of: grant.scope),
            grantedBy: grant.grantedBy, grantedAt: grant.grantedAt.iso8601, declared: grant.isDeclared,
            usable: account.isActive && hasDevice)
    }
}
