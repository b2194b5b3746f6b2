import XignDomain
import XignProtocol
import XignStorage

extension LockedScene {
    /// Does the act of the scene, which its rules have allowed. What commands and files do as well is a function of
    /// `Performer`.
    /// - Parameter handout: inserted by a recovery; nil for any other act.
    /// - Returns: the activation to hand over; nil for any other act than a recovery.
    func perform(by performer: Performer, handout: ActivationHandout? = nil) throws -> ConnectedDevice? {
        guard let object = scene.object else { return nil }
        switch scene.effect {
        case .disableAccount: _ = try performer.setActive(false, object.account)
        case .enableAccount: _ = try performer.setActive(true, object.account)
        case .removeAccount: try performer.remove(object.account.id)
        case .revokeDevice: _ = try object.device.map(performer.end)
        case .unlockDevice: try object.device.map(performer.unlock)
        case .issueRecovery: return try handout.map { try performer.recover(object, with: $0) }
        case .grant(_, let role, let scope): try performer.grant(role, of: scope, to: object.account)
        case .withdrawGrant(_, let scope): try performer.withdrawGrant(of: scope, from: object)
        }
        return nil
    }
}

extension Performer {
    /// Ends a lockout. Wrong PINs in a row stay counted after a timed one, and those of the budget after any.
    fileprivate func unlock(_ device: Activation) throws {
        try transaction.activations.unlock(device.id, to: device.lockout.unlocked)
        try record(.deviceUnlocked, .deviceUnlocked, of: device.accountID, device: device)
    }

    /// Issues an activation for an account whose devices are lost. Those that were issued before become void.
    fileprivate func recover(_ object: AdministeredObject, with handout: ActivationHandout) throws -> ConnectedDevice {
        let account = object.account
        for pending in object.devices where pending.state == .pending {
            guard try transaction.activations.void(pending.id) else { continue }
            try audit(.activationVoided, of: account.id, device: pending)
        }
        let kind: Activation.Kind = object.devices.contains { $0.state == .active } ? .additional : .registration
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
                accountID: account.id, scope: scope, role: role, grantedBy: operatorName ?? "",
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
