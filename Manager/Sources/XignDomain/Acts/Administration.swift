import XignProtocol

/// An act of an administrator, which changes somebody else's account or the rights of administrators.
public struct Administration: Sendable, Equatable, Codable {
    public let effect: Effect
    public let reason: Reason

    public init(_ effect: Effect, because reason: Reason) {
        self.effect = effect
        self.reason = reason
    }
}

extension Administration.Effect {
    public var name: ActName { type(of: definition).name }

    /// True for an act that hands an activation over.
    public var issuesActivation: Bool { type(of: definition).issuesActivation }

    /// The use case of `PermissionTable`.
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
