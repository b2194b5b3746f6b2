import XignDomain
import XignProtocol
import XignStorage

/// The acts of a person on their recovery code. Each is confirmed on a device, with its PIN, and is a use that ends a
/// recovery which somebody has begun.
extension Performer {
    /// Draws a recovery code, in place of the former one.
    /// - Returns: the code, which is shown once. The database has its hash.
    func makeRecoveryCode(of account: AccountID) throws -> RecoveryCode {
        let former = try transaction.readableRecovery(of: account)
        try former.map { _ = try recordEnd($0, by: .use) }
        let code = RecoveryCode.random()
        try transaction.recoveries.save(.code(code.hash, of: account, replacing: former, at: now))
        try record(.recoveryCodeChanged, .recoveryCodeChanged, of: account, detail: RecoveryCodeChange.made)
        return code
    }
}

extension OwnActRules {
    /// A new device waits for the end of its cool-down, unless it is the only one: its person has nothing else.
    func refusalOfRecoveryCode() throws -> ActRefusal? {
        let isOnly = try transaction.activations.all(of: activation.accountID).allSatisfy {
            !$0.isUsable || $0.id == activation.id
        }
        return isOnly ? nil : activation.coolDown(at: now).map { .coolDown(seconds: $0) }
    }
}
