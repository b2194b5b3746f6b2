import XignDomain
import XignProtocol
import XignStorage

/// Stops the recovery of an account on behalf of an operator. The recovery code stays.
package struct StopRecovery: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Throws: `ManagerError` with the code `unknownUser`, and `noRecovery` where none was begun. Nothing has changed
    ///   then.
    package func callAsFunction(userName: String, by operatorName: String) throws {
        let now = context.clock.now()
        try context.database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(userName)
            let act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
            guard try transaction.recoveries.isBegun(of: account.id),
                try act.endRecovery(of: account.id, by: .operator, endsCode: false)
            else { throw ManagerError(.noRecovery, "\(account.name) has no recovery that goes on.") }
        }
    }
}
