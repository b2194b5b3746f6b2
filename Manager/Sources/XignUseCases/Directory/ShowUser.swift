import XignDomain
import XignStorage

/// Describes one user.
package struct ShowUser: Sendable {
    /// A user as an operator sees it. The members are named as in JSON.
    package struct User: Encodable, Sendable {
        package struct ServiceRoles: Encodable, Sendable {
            package let service: String
            package let roles: [String]
        }

        package let name: String
        package let active: Bool
        /// The names of the organizations that the user is a member of.
        package let organizations: [String]
        /// The roles in which the user can log in, by service.
        package let roles: [ServiceRoles]
        /// The names of the attributes that have a value.
        package let attributes: [String]
        package let devices: [DeviceDetails]
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Throws: `ManagerError` with the code `unknownUser`.
    package func callAsFunction(_ name: String) throws -> User {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let account = try UserNames(transaction: transaction).existing(name)
            let roles = try transaction.services.all().map { service in
                User.ServiceRoles(
                    service: service.name,
                    roles: try transaction.services.roles(of: service.id, heldBy: account.id).map(\.name))
            }
            let values = try transaction.attributeValues.all(of: account.id)
            return User(
                name: account.name, active: account.isActive,
                organizations: try transaction.organizations.organizations(of: account.id).map(\.name),
                roles: roles.filter { !$0.roles.isEmpty }, attributes: Set(values.map(\.attribute.rawValue)).sorted(),
                devices: try DeviceSelection(of: account, at: now, transaction).activations.map {
                    try DeviceDetails($0, at: now, transaction)
                })
        }
    }
}
