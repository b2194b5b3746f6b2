import XignDomain
import XignProtocol
import XignStorage

/// The rule that a manager which has an administrator keeps one: somebody active with the manager's grant and a device
/// that is usable at the console.
///
/// A lockout by wrong PINs is never refused for it, and neither is a device that ends itself: both protect an account.
extension Transaction {
    /// Lets the transactions that could take away the last administrator come one after the other. The caller has
    /// locked all accounts that it locks, and locks activations afterwards.
    /// - Parameter account: the only account that could be taken away; nil where it may be another one.
    func lockAdministrators(losing account: AccountID? = nil) throws {
        let grants = try account.map { try administratorGrants.all(of: $0) } ?? administratorGrants.all(in: .manager)
        guard grants.contains(where: { $0.scope == .manager }) else { return }
        try settings.set("administrators", to: "")
    }

    /// Returns true if the manager has an administrator now, and would have none without this account.
    /// - Parameter device: the activation that the account would lose; nil where it would lose its grant, or more.
    func isLastAdministrator(_ account: AccountID, losing device: ActivationID? = nil) throws -> Bool {
        try ActScene.isLastAdministrator(
            account, among: administratorGrants.usableAdministrators(), losing: device,
            of: activations.all(of: account))
    }
}
