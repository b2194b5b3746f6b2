import XignProtocol

/// An act of an administrator, which changes somebody else's account or the rights of administrators.
public struct Administration: Sendable, Equatable, Codable {
    /// The effects, with the objects that they change. This is what is stored: a case and its members keep their names
    /// and their order.
    public enum Effect: Sendable, Equatable, Codable {
        case disableAccount(AccountID)
        case enableAccount(AccountID)
        case removeAccount(AccountID)
        case revokeDevice(ActivationID)
        case unlockDevice(ActivationID)
        case issueRecovery(AccountID)
        case grant(AccountID, AdministratorGrant.Role, Scope)
        case withdrawGrant(AccountID, Scope)
    }

    public let effect: Effect
    public let reason: Reason

    public init(_ effect: Effect, because reason: Reason) {
        self.effect = effect
        self.reason = reason
    }
}

extension Administration.Effect {
    /// The definition of the act, about its object.
    public var definition: any ActDefinition {
        switch self {
        case .disableAccount(let account): DisableAccount(account: account)
        case .enableAccount(let account): EnableAccount(account: account)
        case .removeAccount(let account): RemoveAccount(account: account)
        case .revokeDevice(let device): RevokeDevice(device: device)
        case .unlockDevice(let device): UnlockDevice(device: device)
        case .issueRecovery(let account): IssueRecovery(account: account)
        case .grant(let account, let role, let scope): GiveGrant(account: account, role: role, scope: scope)
        case .withdrawGrant(let account, let scope): WithdrawGrant(account: account, scope: scope)
        }
    }

    public var name: ActName { type(of: definition).name }

    /// The row of `PermissionTable` for the act.
    /// - Parameter actor: the account that acts; nil for the machine.
    public func useCase(of actor: AccountID?) -> UseCase { definition.useCase(of: actor) }

    /// The scope of the grant that the act changes; nil where it changes none.
    public var grantScope: Scope? {
        if case .grant(_, let scope) = definition.object { scope } else { nil }
    }

    /// Returns the confirmation that the act demands.
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
