import XignDomain
import XignStorage

/// Lists the devices of an account for its own person.
package struct ListOwnDevices: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the active activations, and those that still wait for their device; the oldest first.
    package func callAsFunction(_ account: AccountID) throws -> [Activation] {
        let now = context.clock.now()
        return try context.database.read { try $0.activations.current(of: account, at: now) }
    }
}
