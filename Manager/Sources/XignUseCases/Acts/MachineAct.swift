import XignDomain
import XignProtocol
import XignStorage

/// An act of an operator at the machine. The rules are those of the console but for rights and confirmations: whoever
/// runs commands has the database.
struct MachineAct {
    let operatorName: String
    /// The reason that the operator gives, if any.
    var reason: Reason?
    /// Does the act even where no administrator would be left.
    var isForced = false
    let policy: Policy
    let now: Timestamp
    let transaction: any Transaction

    /// - Returns: false, without an effect, where the object is so already.
    /// - Throws: `ManagerError`.
    @discardableResult
    func callAsFunction(_ effect: Administration.Effect) throws -> Bool {
        guard !effect.issuesActivation else {
            throw ManagerError(.actRefused, "An activation is handed over with `xignin-manager activation issue`.")
        }
        let locked = try LockedScene(effect, policy: policy, now: now, transaction)
        switch locked.scene.refusal(of: nil) {
        case .alreadyDone: return false
        case .lastAdministrator where isForced: break
        case let refusal?: throw refusal.managerError
        case nil: break
        }
        _ = try locked.perform(
            by: Performer(actor: .machine(operatorName), reason: reason, now: now, transaction: transaction))
        return true
    }
}

extension Context {
    /// Runs acts of an operator at the machine in one transaction.
    /// - Parameter isForced: does them even where no administrator would be left.
    func atMachine<T: Sendable>(
        by operatorName: String, because reason: Reason? = nil, isForced: Bool = false,
        _ body: @escaping @Sendable (MachineAct) throws -> T
    ) throws -> T {
        let now = clock.now()
        return try database.write { transaction in
            try body(
                MachineAct(
                    operatorName: operatorName, reason: reason, isForced: isForced,
                    policy: try transaction.declared.policy(), now: now, transaction: transaction))
        }
    }

    /// Ends the lockout of a user's device.
    /// - Parameter typed: the device, as `DeviceSelection` takes it.
    /// - Returns: the device as it is then.
    /// - Throws: `ManagerError` for an unknown user or device, for one that is not locked, and for one that is locked
    ///   for good where the policy does not allow to unlock it.
    package func unlockDevice(
        _ typed: String, ofUser userName: String, by operatorName: String, because reason: Reason? = nil
    ) throws -> DeviceDetails {
        try atMachine(by: operatorName, because: reason) { act in
            let account = try UserNames(transaction: act.transaction).existing(userName)
            let device = try DeviceSelection(of: account, at: act.now, act.transaction).device(named: typed)
            try act(.unlockDevice(device.id))
            let unlocked = try act.transaction.activations.find(device.id) ?? device
            return try DeviceDetails(unlocked, at: act.now, act.transaction)
        }
    }

    /// Gives a user a grant, in place of the one that they have in the scope.
    /// - Parameter organization: the name of the organization; nil for a grant of the manager.
    /// - Returns: false, without an effect, where they have it already.
    /// - Throws: `ManagerError` for an unknown or disabled user, and for an unknown organization.
    package func grant(
        _ role: AdministratorGrant.Role, ofOrganization organization: String? = nil, toUser userName: String,
        by operatorName: String, because reason: Reason? = nil, isForced: Bool = false
    ) throws -> Bool {
        try atMachine(by: operatorName, because: reason, isForced: isForced) { act in
            let account = try UserNames(transaction: act.transaction).existing(userName)
            return try act(.grant(account.id, role, try act.transaction.scope(ofOrganization: organization)))
        }
    }

    /// Withdraws a user's grant.
    /// - Parameter organization: the name of the organization; nil for a grant of the manager.
    /// - Returns: false, without an effect, where they have none in the scope.
    /// - Throws: `ManagerError` for an unknown user or organization, and for the last administrator.
    package func withdrawGrant(
        ofOrganization organization: String? = nil, fromUser userName: String, by operatorName: String,
        because reason: Reason? = nil, isForced: Bool = false
    ) throws -> Bool {
        try atMachine(by: operatorName, because: reason, isForced: isForced) { act in
            let account = try UserNames(transaction: act.transaction).existing(userName)
            let scope = try act.transaction.scope(ofOrganization: organization)
            guard try act.transaction.administratorGrants.all(of: account.id).contains(where: { $0.scope == scope })
            else { return false }
            return try act(.withdrawGrant(account.id, scope))
        }
    }
}

extension Transaction {
    /// Finds the scope that an operator means.
    /// - Parameter organization: nil for the manager.
    /// - Throws: `ManagerError` with the code `unknownOrganization`.
    func scope(ofOrganization organization: String?) throws -> Scope {
        try organization.map { .organization(try self.organization(named: $0).id) } ?? .manager
    }
}

extension ActRefusal {
    /// The refusal as an operator at the machine reads it.
    var managerError: ManagerError {
        switch self {
        case .lastAdministrator:
            ManagerError(
                .lastAdministrator,
                "No administrator with a usable device would be left: let somebody else be one first, with `xignin-manager administrator add`."
            )
        case .accountDisabled:
            ManagerError(
                .accountDisabled, "The account is disabled: enable it first, with `xignin-manager user enable`.")
        case .notLocked: ManagerError(.actRefused, "The device is not locked.")
        case .lockedForGood:
            ManagerError(
                .actRefused,
                "The device is locked for good: revoke it, and then use `xignin-manager activation issue`."
            )
        case .secondAdministrator:
            ManagerError(.actRefused, "Another administrator can confirm it at the console, so no command does.")
        case .notThere: ManagerError(.actRefused, "It does not exist, or is over.")
        case .changed:
            ManagerError(.actRefused, "The account, device or grant is no longer as it was shown: ask for it again.")
        case .deviceEnded:
            ManagerError(.actRefused, "The device that confirmed it first was removed or locked: ask for it again.")
        case .notPermitted:
            ManagerError(.actRefused, "The administrator who asked for it has no right to it any longer.")
        case .limit: ManagerError(.actRefused, "The limit is reached: see docs/accounts.md, \"Administrators\".")
        default: ManagerError(.actRefused, "It cannot be done: \(name).")
        }
    }
}
