import XignDomain
import XignStorage

/// Finds the person whom an administrator names for a grant.
package struct FindGrantee: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter typed: a user name.
    /// - Returns: the account; nil where no account within the operator's scopes has the name, or the operator may give
    ///   no grants.
    package func callAsFunction(_ typed: String, for party: Actor) throws -> AccountID? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .act(.grant), at: now, transaction),
                let account = try UserNames(transaction: transaction).meant(typed)
            else { return nil }
            return try authority.findAccount(account.id)?.id
        }
    }
}
