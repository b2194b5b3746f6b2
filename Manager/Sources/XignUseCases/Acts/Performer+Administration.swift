import XignDomain
import XignProtocol
import XignStorage

extension Performer {
    /// Does an act of an operator, which `AdministrationRules` have allowed. The caller has locked the account and the
    /// administrators.
    /// - Parameter handout: inserted by a recovery; nil for any other act.
    /// - Returns: the activation to hand over; nil for any other act than a recovery.
    func perform(
        _ effect: Administration.Effect, on object: AdministeredObject, handout: ActivationHandout? = nil
    ) throws -> ConnectedDevice? {
        switch effect {
        case .disableAccount: _ = try setActive(false, object.account)
        case .enableAccount: _ = try setActive(true, object.account)
        case .removeAccount: try remove(object.account.id)
        case .revokeDevice: _ = try object.device.map(end)
        case .unlockDevice: try object.device.map(unlock)
        case .issueRecovery: return try handout.map { try recover(object.account, with: $0) }
        case .grant(_, let role, let scope): try grant(role, of: scope, to: object.account)
        case .withdrawGrant(_, let scope): try withdrawGrant(of: scope, from: object)
        }
        return nil
    }

    /// Ends a lockout. Wrong PINs in a row stay counted after a timed one, and those of the budget after any.
    private func unlock(_ device: Activation) throws {
        try transaction.activations.unlock(device.id, to: device.lockout.unlocked)
        try record(.deviceUnlocked, .deviceUnlocked, of: device.accountID, device: device)
    }

    /// Issues an activation for an account whose devices are lost. Those that were issued before become void.
    private func recover(_ account: Account, with handout: ActivationHandout) throws -> ConnectedDevice {
        let devices = try transaction.activations.all(of: account.id)
        for pending in devices where pending.state == .pending {
            guard try transaction.activations.void(pending.id) else { continue }
            try audit(.activationVoided, of: account.id, device: pending)
        }
        let kind: Activation.Kind = devices.contains { $0.state == .active } ? .additional : .registration
        let issued = try handout.insert(kind, for: account, transaction, at: now)
        try record(.recoveryIssued, .recoveryIssued, of: account.id, device: issued)
        return ConnectedDevice(
            activationID: issued.id, link: handout.link, pin: handout.pin, expiresAt: issued.expiresAt)
    }

    // MARK: Grants

    /// Gives a grant, in place of the one that the account has in its scope.
    /// - Parameter isDeclared: true for a grant that a file declares.
    func grant(
        _ role: AdministratorGrant.Role, of scope: Scope, to account: Account, isDeclared: Bool = false
    ) throws {
        try transaction.administratorGrants.save(
            AdministratorGrant(
                accountID: account.id, scope: scope, role: role, grantedBy: actor.operatorName ?? "",
                grantedAt: now, isDeclared: isDeclared))
        try record(
            .grantGiven, .grantChanged, of: account.id, scope: scope, detail: "\(role.rawValue), \(scope.auditText)")
    }

    /// Withdraws the grant of an account in a scope. Without another one, its sessions at the console end.
    func withdrawGrant(of scope: Scope, from object: AdministeredObject) throws {
        let account = object.account
        guard let role = object.role(in: scope),
            try transaction.administratorGrants.remove(of: account.id, in: scope)
        else { return }
        if object.grants.count == 1 {
            for session in try transaction.browserSessions.all(of: account.id) where session.surface == .console {
                _ = try transaction.browserSessions.end(session.id, of: account.id)
            }
        }
        try record(
            .grantWithdrawn, .grantChanged, of: account.id, scope: scope, detail: "\(role.rawValue), \(scope.auditText)"
        )
    }
}

extension Scope {
    /// The scope in the words of the audit log.
    var auditText: String {
        switch self {
        case .manager: "manager"
        case .organization(let id): "organization \(id)"
        }
    }
}
