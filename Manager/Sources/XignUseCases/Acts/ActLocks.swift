import XignDomain
import XignProtocol
import XignStorage

/// The locks of acts. The account comes before its activations in every transaction that changes several of them, and
/// several accounts come in the order of their ids.
extension Transaction {
    /// Locks all that an act may change.
    /// - Parameter account: the account that acts.
    /// - Returns: false where that account was removed.
    func lock(_ act: RequestedAct.Act, by account: AccountID) throws -> Bool {
        switch act {
        case .own(let act):
            guard try accounts.lock(account) != nil else { return false }
            switch act {
            case .deleteAccount, .removeDevice, .lockDevice: try lockAdministrators(losing: account)
            case .connectDevice, .exportData: break
            }
            return true
        case .administration(let administration): return try lock(administration.effect, by: [account])
        case .approve(let id):
            guard let pending = try pendingActs.find(id) else { return try accounts.lock(account) != nil }
            return try lock(pending.act.effect, by: [account, pending.accountID])
        }
    }

    /// Locks all that an operator's act may change.
    /// - Parameter actors: the accounts that act.
    /// - Returns: false where one of these accounts was removed.
    @discardableResult
    func lock(_ effect: Administration.Effect, by actors: Set<AccountID> = []) throws -> Bool {
        let object = try AdministeredObject(effect, self)?.account.id
        let concerned = actors.union(object.map { [$0] } ?? [])
        var missing = actors
        for account in concerned.sorted(by: { $0.text < $1.text }) where try accounts.lock(account) != nil {
            missing.remove(account)
        }
        try lockAdministrators()
        return missing.isEmpty
    }

    /// The object of an operator's act, as it is now; nil for any other act.
    func object(of act: RequestedAct.Act) throws -> AdministeredObject? {
        switch act {
        case .administration(let administration): try AdministeredObject(administration.effect, self)
        case .approve(let id):
            try pendingActs.find(id).flatMap { try AdministeredObject($0.act.effect, self) }
        case .own: nil
        }
    }

    /// Returns true for an act that hands an activation over.
    func needsHandout(_ act: RequestedAct.Act, at now: Timestamp) throws -> Bool {
        switch act {
        case .own(.connectDevice): true
        case .approve(let id): try pendingActs.find(id).map { $0.act.effect.isRecovery && $0.isOpen(at: now) } ?? false
        case .own, .administration: false
        }
    }
}
