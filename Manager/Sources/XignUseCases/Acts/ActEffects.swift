import XignDomain
import XignProtocol
import XignStorage

extension LockedScene {
    /// Does the act of the scene, which its rules have allowed. What commands and files do as well is a function of
    /// `Performer`.
    /// - Parameter handout: inserted by an act that hands an activation over; nil for any other.
    /// - Returns: the activation to hand over; nil for any other act.
    func perform(by performer: Performer, handout: ActivationHandout? = nil) throws -> ConnectedDevice? {
        guard let object = scene.object else { return nil }
        switch scene.effect {
        case .disableAccount: _ = try performer.setActive(false, object.account)
        case .enableAccount: _ = try performer.setActive(true, object.account)
        case .removeAccount: try performer.remove(object.account.id)
        case .replaceDevice: return try handout.map { try performer.replaceDevice(of: object, with: $0) }
        case .revokeDevice: _ = try object.device.map(performer.end)
        case .unlockDevice: try object.device.map(performer.unlock)
        case .issueRecovery:
            return try handout.map { try performer.recover(object.account, object.devices, with: $0) }
        case .endLogin: try object.login.map { try performer.endLogin($0, of: object.account.id) }
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

    /// Issues an activation in place of a lost device, which is revoked unless that was the first effect of the act.
    fileprivate func replaceDevice(
        of object: AdministeredObject, with handout: ActivationHandout
    ) throws -> ConnectedDevice {
        _ = try object.device.map(end)
        return try recover(
            object.account, try transaction.activations.all(of: object.account.id), with: handout)
    }

    /// Issues an activation for an account whose devices are lost. Those that were issued before become void.
    /// - Parameter devices: all devices of the account.
    fileprivate func recover(
        _ account: Account, _ devices: [Activation], with handout: ActivationHandout
    ) throws -> ConnectedDevice {
        for pending in devices where pending.state == .pending {
            guard try transaction.activations.void(pending.id) else { continue }
            try audit(.activationVoided, of: account.id, device: pending)
        }
        try endRecovery(of: account.id, by: .operator, endsCode: true)
        let kind: Activation.Kind = devices.contains { $0.state == .active } ? .additional : .registration
        let issued = try handout.insert(kind, for: account, transaction, at: now)
        try record(.recoveryIssued, .recoveryIssued, of: account.id, device: issued)
        return ConnectedDevice(
            activationID: issued.id, link: handout.link, pin: handout.pin, expiresAt: issued.expiresAt)
    }

    /// Ends all that a login gave the website, which is told.
    fileprivate func endLogin(_ login: AdministeredLogin, of account: AccountID) throws {
        try transaction.endLogin(login.process, of: account, at: login.serviceID)
        try record(
            .loginEnded, .loginEnded, of: account, service: login.serviceID, detail: "login \(login.process)")
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
