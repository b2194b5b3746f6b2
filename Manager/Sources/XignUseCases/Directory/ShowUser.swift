import XignDomain
import XignProtocol
import XignStorage

/// Describes one user for the commands: `ViewAccount` as JSON.
package struct ShowUser: Sendable {
    /// A user as an operator sees it. The members are named as in JSON.
    package struct User: Encodable, Sendable {
        package struct ServiceRoles: Encodable, Sendable {
            package let service: String
            package let roles: [String]
        }

        package struct Groups: Encodable, Sendable {
            package let organization: String
            package let groups: [String]
        }

        package struct AccountName: Encodable, Sendable {
            package let service: String
            package let name: String
        }

        package let name: String
        /// The id by which pages and exports name the user.
        package let publicId: String
        package let active: Bool
        /// The names of the organizations that the user is a member of.
        package let organizations: [String]
        /// The groups of the user, by organization, without the organizations where the user is in none.
        package let groups: [Groups]
        /// The roles in which the user can log in, by service.
        package let roles: [ServiceRoles]
        /// The names of the user's accounts, by service.
        package let accountNames: [AccountName]
        /// The names of the attributes that have a value.
        package let attributes: [String]
        package let devices: [DeviceDetails]

        fileprivate init(_ details: ViewAccount.Details, at now: Timestamp) {
            name = details.account.name
            publicId = details.account.publicID.description
            active = details.account.isActive
            organizations = details.organizations.map(\.organization.name)
            groups = details.organizations.filter { !$0.groups.all.isEmpty }.map {
                Groups(organization: $0.organization.name, groups: $0.groups.all)
            }
            roles = details.roles.map { ServiceRoles(service: $0.name, roles: $0.roles) }
            accountNames = details.accountNames.map { AccountName(service: $0.service.name, name: $0.name) }
            attributes = (details.attributes.map(\.rawValue) + details.declaredAttributes.map(\.name)).sorted()
            devices = details.devices.map { DeviceDetails($0.activation, attestation: $0.attestation, at: now) }
        }
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter typed: the name of the user, or the public id.
    /// - Throws: `ManagerError` with the code `unknownUser`.
    package func callAsFunction(_ typed: String) throws -> User {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let names = UserNames(transaction: transaction)
            let account =
                try names.meant(typed)
                ?? PublicAccountID(text: typed).flatMap { try transaction.accounts.find($0) } ?? names.existing(typed)
            return User(try transaction.details(of: account, at: now), at: now)
        }
    }
}
