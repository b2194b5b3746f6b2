import XignDomain
import XignProtocol
import XignStorage

/// The rules under which an administrator may act: their rights, and the state of the object.
///
/// Pages ask them before they offer an act, and each transaction asks them again: the one that begins the process, the
/// one that judges the signed statement, and the one that acts. Commands ask them without the part about rights.
struct AdministrationRules {
    /// Grants in one scope: the list of administrators has no pages.
    static let grantsPerScope = 100

    let effect: Administration.Effect
    /// The account that acts; nil for the machine.
    let actor: AccountID?
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// - Returns: nil where the act may be done.
    func refusal() throws -> ActRefusal? {
        let object = try AdministeredObject(effect, transaction)
        if let actor, let refusal = try refusal(of: actor, object) { return refusal }
        guard let object else { return .notThere }
        return try refusal(at: object)
    }

    // MARK: Rights

    private func refusal(of actor: AccountID, _ object: AdministeredObject?) throws -> ActRefusal? {
        let useCase = effect.useCase(of: actor)
        guard let account = try transaction.accounts.find(id: actor),
            let authority = try Authority(of: account, for: useCase, transaction)
        else { return .notPermitted }
        // Nobody grants more than they hold, nor in another scope: judged before the object, so that the refusal does
        // not tell if there is such a scope.
        guard effect.grantScope.map(authority.includes) ?? true else { return .notPermitted }
        guard let object, try authority.findAccount(object.account.id) != nil else { return .notThere }
        // One's own account has pages of its own. Grants are given up, and not taken.
        guard object.account.id != actor || useCase == .giveUpAdministration else { return .ownAccount }
        // An organization's administrator does nothing to the manager's, nor to another organization's.
        guard object.grants.allSatisfy({ authority.includes($0.scope) }) else { return .protectedAccount }
        return nil
    }

    // MARK: The object

    private func refusal(at object: AdministeredObject) throws -> ActRefusal? {
        let account = object.account
        switch effect {
        case .disableAccount: return account.isActive ? try refusalOfLast(account) : .alreadyDone
        case .enableAccount: return account.isActive ? .alreadyDone : nil
        case .removeAccount: return try refusalOfLast(account)
        case .revokeDevice(let id):
            guard let device = object.device, device.isCurrent(at: now) else { return .notThere }
            return try refusalOfLast(account, losing: id)
        case .unlockDevice:
            guard let device = object.device, device.state == .active else { return .notThere }
            return try refusal(ofUnlocking: device)
        case .issueRecovery: return try refusal(ofRecovering: account)
        case .grant(_, let role, let scope): return try refusal(ofGranting: role, in: scope, object)
        case .withdrawGrant(_, let scope):
            guard let role = object.role(in: scope) else { return .notThere }
            return scope == .manager && role == .administrator ? try refusalOfLast(account) : nil
        }
    }

    private func refusalOfLast(_ account: Account, losing device: ActivationID? = nil) throws -> ActRefusal? {
        try transaction.isLastAdministrator(account.id, losing: device) ? .lastAdministrator : nil
    }

    /// A permanent lockout is ended where the policy says so, and only one that wrong PINs in a row have caused: one of
    /// the budget would let a guesser go on, and one by the person's own hand is theirs.
    private func refusal(ofUnlocking device: Activation) throws -> ActRefusal? {
        guard device.lockout.isPermanent else {
            return device.lockout.pending(at: now) == nil ? .notLocked : nil
        }
        let since = now - policy.lockout.budgetSeconds
        let failures = try transaction.activations.failures(of: device.id, since: since)
        let isBySeries = policy.lockout.isPermanentBySeries(device.lockout, failuresInBudget: failures)
        return policy.allowsPermanentUnlock && isBySeries ? nil : .lockedForGood
    }

    /// A usable device is revoked first, by an act of its own.
    private func refusal(ofRecovering account: Account) throws -> ActRefusal? {
        guard account.isActive else { return .accountDisabled }
        guard try !transaction.activations.all(of: account.id).contains(where: \.isUsable) else { return .deviceInUse }
        let wrongPINs = try transaction.activations.wrongPINs(of: account.id, since: now - policy.lockout.budgetSeconds)
        return wrongPINs < LockoutPolicy.accountActivationLimit ? nil : .limit
    }

    private func refusal(
        ofGranting role: AdministratorGrant.Role, in scope: Scope, _ object: AdministeredObject
    ) throws -> ActRefusal? {
        guard object.account.isActive else { return .accountDisabled }
        guard let present = object.role(in: scope) else {
            return try transaction.administratorGrants.all(in: scope).count < Self.grantsPerScope ? nil : .limit
        }
        guard present != role else { return .alreadyDone }
        // An administrator who becomes an auditor.
        return scope == .manager && present == .administrator ? try refusalOfLast(object.account) : nil
    }
}

extension Activation {
    /// True for an active activation, and for one that still waits for its device.
    func isCurrent(at now: Timestamp) -> Bool { state == .active || state == .pending && now < expiresAt }
}
