import XignDomain
import XignStorage

extension Performer {
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
    /// - Parameter isForced: disables the last administrator, too.
    /// - Returns: false, without an effect, where the user was so already.
    /// - Throws: `ManagerError` with the code `unknownUser` or `lastAdministrator`.
    package func setActive(
        _ isActive: Bool, user name: String, by operatorName: String, because reason: Reason? = nil,
        isForced: Bool = false
    ) throws -> Bool {
        try atMachine(by: operatorName, because: reason, isForced: isForced) { act in
            let account = try UserNames(transaction: act.transaction).existing(name)
            return try act(isActive ? .enableAccount(account.id) : .disableAccount(account.id))
        }
    }
}
