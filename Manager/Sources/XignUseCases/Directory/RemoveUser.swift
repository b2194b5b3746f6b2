import XignDomain
import XignStorage

extension Context {
    /// Removes a user on behalf of an operator: devices, attributes, memberships, roles, subjects and the bodies of
    /// signed statements. The audit log keeps its events, which name the account by its id alone, and the hashes of
    /// consents stay.
    ///
    /// No website gets one of the user's subjects (`sub`) for another user.
    /// - Parameter isForced: removes the last administrator, too.
    /// - Throws: `ManagerError` with the code `unknownUser` or `lastAdministrator`.
    package func removeUser(
        _ name: String, by operatorName: String, because reason: Reason? = nil, isForced: Bool = false
    ) throws {
        try atMachine(by: operatorName, because: reason, isForced: isForced) { act in
            let account = try UserNames(transaction: act.transaction).existing(name)
            try act(.removeAccount(account.id))
        }
    }
}

extension Performer {
    /// Removes an account with everything of it. The caller has locked the account.
    func remove(_ account: AccountID) throws {
        // The activations are locked before their processes go, as in every other transaction.
        let activations = try transaction.activations.all(of: account).map(\.id)
        for id in activations.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            _ = try transaction.activations.lock(id)
        }
        // A restored backup has the account again, and finds it by this id alone.
        let publicID = try transaction.accounts.find(id: account)?.publicID
        try record(
            .accountRemoved, .accountRemoved, of: account,
            detail: publicID.map { "\(AuditEvent.userIDPrefix)\($0)" })
        try transaction.accounts.remove(account)
    }
}
