import XignDomain
import XignStorage

/// Withdraws a join link. People who have chosen a name but have no device must start again. Members stay.
package struct WithdrawJoinLink: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter typed: the id of the link, or its code.
    /// - Returns: the link; nil where it was withdrawn before.
    /// - Throws: `ManagerError` with the code `unknownJoinLink`. Nothing has changed then.
    package func callAsFunction(_ typed: String, by operatorName: String) throws -> JoinLink? {
        let now = context.clock.now()
        return try context.database.write { transaction in
            guard let link = try transaction.joinLink(typed) else {
                throw ManagerError(.unknownJoinLink, "There is no join link \"\(typed)\".", .listJoinLinks)
            }
            let act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
            return try act.withdrawJoinLink(link.id) ? link : nil
        }
    }
}

extension Performer {
    /// Withdraws a join link, and removes the accounts that wait for their first device with its places.
    /// - Returns: false where it was withdrawn before.
    func withdrawJoinLink(_ id: JoinLinkID) throws -> Bool {
        // Before the link, as a device does that uses up a place.
        try transaction.lockAccounts(waitingFor: id)
        guard try transaction.joinLinks.withdraw(id, at: now) else { return false }
        for place in try transaction.invitations.places(of: id) {
            _ = try transaction.removePlaceholder(of: place, at: now, isCancelled: true, by: actor)
        }
        try audit(.joinLinkWithdrawn, of: id, to: try transaction.joinLinks.find(id)?.organizationID)
        return true
    }

    /// Withdraws all join links whose time is not over. A row that somebody has changed admits nobody, but might be put
    /// right again.
    /// - Returns: their number.
    func withdrawOpenJoinLinks() throws -> Int {
        try transaction.joinLinks.all().count { try $0.expiresAt > now && withdrawJoinLink($0.id) }
            + transaction.joinLinks.withdrawAll(at: now)
    }
}

extension Transaction {
    /// Locks the accounts that hold the places of a link, in the order of their ids.
    fileprivate func lockAccounts(waitingFor id: JoinLinkID) throws {
        let holders = try invitations.places(of: id).compactMap { try activations.find($0)?.accountID }
        for account in holders.sorted(by: { $0.text < $1.text }) {
            _ = try accounts.lock(account)
        }
    }

    /// Finds a join link by its id or its code.
    fileprivate func joinLink(_ typed: String) throws -> JoinLink? {
        if let id = JoinLinkID(text: typed), let link = try joinLinks.find(id) { return link }
        return try JoinCode(typed: typed).flatMap { try joinLinks.find($0) }
    }
}
