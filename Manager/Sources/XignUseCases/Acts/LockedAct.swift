import XignDomain
import XignProtocol
import XignStorage

/// The administrator's act that a requested act does or approves.
struct ActSubject {
    let effect: Administration.Effect
    /// The act that is approved; nil for one that is confirmed first.
    let pending: PendingAct?

    /// The accounts that act.
    func actors(with account: AccountID) -> Set<AccountID> { [account, pending?.accountID ?? account] }
}

/// A requested act behind the locks of all that it may change.
struct LockedAct {
    /// Nil for an act on the own account, and where the act to be approved is over; the next one, too.
    let subject: ActSubject?
    let scene: LockedScene?

    /// - Parameter account: the account that acts.
    /// - Returns: nil where an account that acts was removed.
    init?(
        _ act: RequestedAct.Act, by account: AccountID, policy: Policy, now: Timestamp, _ transaction: any Transaction
    ) throws {
        subject = try transaction.subject(of: act)
        guard let subject else {
            scene = nil
            guard try transaction.accounts.lock(account) != nil else { return nil }
            if case .own(let own) = act, own.takesAway { try transaction.lockAdministrators(losing: account) }
            return
        }
        let actors = subject.actors(with: account)
        let locked = try LockedScene(
            subject.effect, isApproval: subject.pending != nil, by: actors, policy: policy, now: now, transaction)
        guard locked.scene.actors.count == actors.count else { return nil }
        scene = locked
    }

    /// Returns true for an act that hands an activation over.
    func needsHandout(_ act: RequestedAct.Act, at now: Timestamp) -> Bool {
        if case .own(.connectDevice) = act { return true }
        return subject?.pending.map { $0.act.effect.issuesActivation && $0.isOpen(at: now) } ?? false
    }
}

extension Transaction {
    /// Finds the administrator's act that a requested act does or approves.
    /// - Returns: nil for an act on the own account, and where the act to be approved is over.
    func subject(of act: RequestedAct.Act) throws -> ActSubject? {
        switch act {
        case .own: nil
        case .administration(let administration): ActSubject(effect: administration.effect, pending: nil)
        case .approve(let id): try pendingActs.find(id).map { ActSubject(effect: $0.act.effect, pending: $0) }
        }
    }
}

extension OwnAct {
    /// True for an act that could take away the last administrator.
    fileprivate var takesAway: Bool {
        switch self {
        case .deleteAccount, .removeDevice, .lockDevice: true
        case .connectDevice, .exportData, .removeAddress, .makeRecoveryCode, .removeRecoveryCode, .acceptJoin: false
        }
    }
}
