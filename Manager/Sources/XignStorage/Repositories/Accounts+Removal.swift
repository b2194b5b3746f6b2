import XignDomain
import XignProtocol

/// The removal of an account.
extension Accounts {
    /// Removes an account with everything that names it or belongs to it: values, mapping ids, memberships with their
    /// groups, account names, activations with their keys, processes, codes, tokens, browser sessions, remembered and
    /// shared logins, lasting accesses, notices, grants of administration, acts that wait for a second administrator,
    /// the recovery code, and the statements in the evidence.
    ///
    /// Notices that wait for the operator's program and logouts that wait for websites are still delivered, so that the
    /// person and the websites learn of the removal.
    /// The hashes of consents, the grants of utility processes and the audit log stay: they hold ids alone. Mailed
    /// codes stay for the limits, and count for nothing. No mapping id is used again, since they are random. The caller
    /// has locked the account and its activations.
    package func remove(_ account: AccountID) throws {
        let activations = try transaction.activations.all(of: account).map(\.id)
        try transaction.evidence.erase(of: activations)
        try transaction.endRememberedLogins(of: account)
        try transaction.sharedLogins.endAll(of: account)
        try transaction.endOfflineAccesses(to: account)
        try transaction.processes.removeAll(of: activations)
        try transaction.grants.removeAll(of: account)
        try transaction.history.removeAll(of: account)
        _ = try transaction.browserSessions.endAll(of: account)
        try transaction.administratorGrants.removeAll(of: account)
        try transaction.pendingActs.removeAll(of: account)
        try transaction.mailCodes.eraseAll(of: account)
        try transaction.recoveries.remove(of: account)
        try transaction.activations.removeAll(activations)
        try transaction.execute("DELETE FROM alias_choice WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM attribute_value WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM declared_value WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM account_name WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM mapping WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM role_assignment WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM group_member WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM membership WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM notice WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM notice_number WHERE account_id = \(account)")
        try transaction.execute("DELETE FROM account WHERE id = \(account)")
    }
}
