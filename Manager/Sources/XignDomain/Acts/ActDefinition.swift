import XignProtocol

/// The definition of an administrator's act: its object, its row of `PermissionTable`, and the rule about the object.
///
/// `Administration.Effect` lists the acts, `XignUseCases/Acts/ActEffects.swift` does them.
public protocol ActDefinition: Sendable {
    static var name: ActName { get }
    /// The row of `PermissionTable`.
    static var useCase: UseCase { get }
    /// Nil for an act on a grant, which the pages of administrators ask for.
    static var page: ActPage? { get }
    /// True for an act before which the administrator checks who asks for it.
    static var needsIdentityCheck: Bool { get }
    /// True for an act that takes something away from the account.
    static var takesAway: Bool { get }
    /// True for an act that is refused where any device of the account has changed since its page was shown.
    static var concernsAllDevices: Bool { get }

    var object: ActObject { get }

    /// The row of `PermissionTable` for an account that acts; nil for the machine.
    func useCase(of actor: AccountID?) -> UseCase

    /// Judges the state of the object. Rights are judged before, by `ActScene`.
    /// - Returns: nil where the act may be done.
    func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal?
}

extension ActDefinition {
    public static var page: ActPage? { nil }
    public static var needsIdentityCheck: Bool { false }
    public static var takesAway: Bool { false }
    public static var concernsAllDevices: Bool { false }

    public func useCase(of actor: AccountID?) -> UseCase { Self.useCase }
}

/// The page that asks for an act: the last part of its address, below the account or the device, and the act there.
public enum ActPage: Sendable {
    case account(_ address: String, @Sendable (AccountID) -> Administration.Effect)
    case device(_ address: String, @Sendable (ActivationID) -> Administration.Effect)

    public var address: String {
        switch self {
        case .account(let address, _), .device(let address, _): address
        }
    }

    public var isOnDevice: Bool { if case .device = self { true } else { false } }
}

/// The object that an administrator's act changes.
public enum ActObject: Sendable, Equatable {
    case account(AccountID)
    case device(ActivationID)
    /// The grant of an account in a scope.
    case grant(AccountID, Scope)
}

/// The names of administrators' acts, as audit events, signed texts and databases contain them.
public enum ActName: String, Sendable, CaseIterable {
    case disableAccount, enableAccount, removeAccount, issueRecovery, revokeDevice, unlockDevice, grant, withdrawGrant

    public var definition: any ActDefinition.Type {
        switch self {
        case .disableAccount: DisableAccount.self
        case .enableAccount: EnableAccount.self
        case .removeAccount: RemoveAccount.self
        case .issueRecovery: IssueRecovery.self
        case .revokeDevice: RevokeDevice.self
        case .unlockDevice: UnlockDevice.self
        case .grant: GiveGrant.self
        case .withdrawGrant: WithdrawGrant.self
        }
    }
}
