import XignDomain
import XignStorage

extension AccountAct {
    /// Enables or disables an account.
    /// - Returns: false, without an effect, where it was so already.
    func setActive(_ isActive: Bool, _ account: Account) throws -> Bool {
        guard account.isActive != isActive else { return false }
        try transaction.accounts.setActive(isActive, account: account.id)
        try record(
            isActive ? .accountEnabled : .accountDisabled, isActive ? .accountEnabled : .accountDisabled,
            of: account.id)
        return true
    }
}

extension Context {
    /// Enables or disables a user on behalf of an operator. A disabled user's devices stay, and confirm nothing.
    /// - Returns: false, without an effect, where the user was so already.
    /// - Throws: `ManagerError` with the code `unknownUser`.
    package func setActive(_ isActive: Bool, user name: String, by operatorName: String) throws -> Bool {
        let now = clock.now()
        return try database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(name)
            return try AccountAct(actor: .machine(operatorName), now: now, transaction: transaction)
                .setActive(isActive, account)
        }
    }
}
