extension RequestedAct.Act {
    /// The scope of the grant that the act changes; nil where it changes none.
    public var grantScope: Scope? {
        switch self {
        case .administration(let administration): administration.effect.grantScope
        case .own, .approve: nil
        }
    }
}

/// The rows of `PermissionTable` for the acts of administrators.
extension Administration.Effect {
    /// The use case of the effect.
    /// - Parameter actor: the account that acts; nil for the machine.
    public func useCase(of actor: AccountID?) -> UseCase {
        switch self {
        case .disableAccount: .disableAccount
        case .enableAccount: .enableAccount
        case .removeAccount: .removeAccount
        case .revokeDevice: .revokeDevice
        case .unlockDevice: .unlockDevice
        case .issueRecovery: .issueRecovery
        case .grant: .grantAdministration
        case .withdrawGrant(let account, _): account == actor ? .giveUpAdministration : .withdrawAdministration
        }
    }

    /// The scope of the grant that the effect changes; nil where it changes none.
    public var grantScope: Scope? {
        switch self {
        case .grant(_, _, let scope), .withdrawGrant(_, let scope): scope
        case .disableAccount, .enableAccount, .removeAccount, .revokeDevice, .unlockDevice, .issueRecovery: nil
        }
    }

    /// Returns the confirmation that the effect demands.
    ///
    /// The rights of the manager's administrators and auditors, and all that could take over an account of theirs, take
    /// two administrators, so that one device with its PIN does not take over the manager.
    public func level(by actor: AccountID, onHolderOfManagerGrant: Bool) -> ConfirmationLevel {
        let useCase = useCase(of: actor)
        let level = PermissionTable.permission(useCase).level
        guard useCase != .giveUpAdministration else { return level }
        return onHolderOfManagerGrant || grantScope == .manager ? .twoPersons : level
    }
}
