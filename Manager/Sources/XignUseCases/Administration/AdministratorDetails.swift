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
            try transaction.administratorGrants.all().compactMap { grant in
                guard let account = try transaction.accounts.find(id: grant.accountID) else { return nil }
                let hasDevice = try transaction.activations.all(of: account.id).contains(where: \.isUsableAtConsole)
                return AdministratorDetails(
                    user: account.name, role: grant.role,
                    organization: try transaction.organizationName(of: grant.scope), grantedBy: grant.grantedBy,
                    grantedAt: grant.grantedAt.iso8601, declared: grant.isDeclared,
                    usable: account.isActive && hasDevice)
            }.sorted { ($0.organization ?? "", $0.user) < ($1.organization ?? "", $1.user) }
        }
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
