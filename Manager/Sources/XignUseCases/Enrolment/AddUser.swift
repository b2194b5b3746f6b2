import XignDomain
import XignProtocol

/// Adds a user, and issues an activation for their first device.
package struct AddUser: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - pin: the activation PIN; the user must replace it while activating.
    ///   - lifetime: the time for which the activation waits for its device.
    /// - Throws: `ManagerError` with the code `userExists`, or `userName` for a name that no user can get. Nothing has
    ///   changed then.
    package func callAsFunction(
        _ name: String, pin: PIN, lifetime: ActivationLifetime = .standard, by operatorName: String
    ) throws -> IssuedActivation {
        try context.issueActivation(pin: pin, lifetime, by: operatorName) { (try $0.newAccount(name), isNew: true) }
    }
}

extension Performer {
    /// Creates the account of a new user.
    fileprivate func newAccount(_ name: String) throws -> Account {
        let users = UserNames(transaction: transaction)
        if let found = try users.account(named: name) {
            throw ManagerError(.userExists, "The user \(found.name) exists", .issueActivation(user: found.name))
        }
        do { return try create(try users.free(name)) } catch let refusal as UserNames.Refusal {
            throw ManagerError(.userName, "A user's name \(refusal.description)")
        }
    }
}
