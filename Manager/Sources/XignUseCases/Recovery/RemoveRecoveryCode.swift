import XignDomain
import XignStorage

extension Performer {
    /// Removes the recovery code of an account, also one whose row somebody has altered.
    /// - Returns: false where there is none.
    func removeRecoveryCode(of account: AccountID) throws -> Bool {
        let former = try transaction.readableRecovery(of: account)
        guard try transaction.recoveries.remove(of: account) else { return false }
        try former.map { _ = try recordEnd($0, by: .use) }
        try record(.recoveryCodeChanged, .recoveryCodeChanged, of: account, detail: RecoveryCodeChange.removed)
        return true
    }
}

extension OwnActRules {
    func refusalOfRemovingRecoveryCode() throws -> ActRefusal? {
        guard try transaction.recoveries.exists(of: activation.accountID) else { return .notThere }
        return try refusalOfRecoveryCode()
    }
}
