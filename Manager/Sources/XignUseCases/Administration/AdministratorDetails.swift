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

extension AdministratorGrant.Role {
    /// The role in the output of commands.
    package var words: String {
        switch self {
        case .administrator: "an administrator"
        case .auditor: "an auditor"
        }
    }
}
