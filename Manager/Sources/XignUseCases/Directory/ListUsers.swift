import XignStorage

/// Lists the users, with their devices and organizations.
package struct ListUsers: Sendable {
    /// A user as an operator sees it. The members are named as in JSON.
    package struct User: Encodable, Sendable {
        package let name: String
        package let active: Bool
        /// The number of active devices.
        package let devices: Int
        /// The names of the organizations that the user is a member of.
        package let organizations: [String]
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: all users by name.
    package func callAsFunction() throws -> [User] {
        try context.database.read { transaction in
            try transaction.accounts.all().map { account in
                User(
                    name: account.name, active: account.isActive,
                    devices: try transaction.activations.all(of: account.id).count { $0.state == .active },
                    organizations: try transaction.organizations.organizations(of: account.id).map(\.name))
            }
        }
    }
}
