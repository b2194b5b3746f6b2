import XignDomain
import XignStorage

/// A grant as an operator at the machine sees it. The members are named as in JSON.
package struct AdministratorDetails: Encodable, Sendable {
    package let user: String
    package let role: AdministratorGrant.Role
    /// The name of the organization; nil for a grant of the manager.
    package let organization: String?
    package let grantedBy: String
    /// UTC, by ISO 8601, in whole seconds.
    package let grantedAt: String
    /// True for a grant that a file declares.
    package let declared: Bool
    /// True if the account is active and has a device that is usable at the console.
    package let usable: Bool
}

extension Context {
    /// Lists the grants of all scopes: those of the manager, then those of the organizations by name.
    package func administrators() throws -> [AdministratorDetails] {
        try database.read { transaction in
            try transaction.administratorGrants.all().compactMap { try transaction.details(of: $0) }
                .sorted { ($0.organization ?? "", $0.user) < ($1.organization ?? "", $1.user) }
        }
    }

    /// Finds the grant of a user in a scope.
    /// - Parameter organization: the name of the organization; nil for a grant of the manager.
    /// - Returns: nil where the user has none.
    /// - Throws: `ManagerError` for an unknown user or organization.
    package func administrator(
        _ userName: String, ofOrganization organization: String? = nil
    ) throws -> AdministratorDetails? {
        try database.read { transaction in
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

extension AdministratorGrant.Role {
    /// The role in the output of commands.
    package var words: String {
        switch self {
        case .administrator: "an administrator"
        case .auditor: "an auditor"
        }
    }
}
