import XignProtocol

// The catalogue of administrators' acts: all that the domain has of an act, but for the rules that all acts share
// (`ActScene`). Its effect is in `XignUseCases/Acts/ActEffects.swift`, its words are in `EnglishConsoleActs` and
// `GermanConsoleActs` of XignWording.

extension Administration {
    /// The acts, with the objects that they change. This is what is stored: a case and its members keep their names and
    /// their order.
    public enum Effect: Sendable, Equatable, Codable {
        case disableAccount(AccountID)
        case enableAccount(AccountID)
        case issueRecovery(AccountID)
        case removeAccount(AccountID)
        case unlockDevice(ActivationID)
        case replaceDevice(ActivationID)
        case revokeDevice(ActivationID)
        case endLogin(SessionID)
        case grant(AccountID, AdministratorGrant.Role, Scope)
        case withdrawGrant(AccountID, Scope)

        /// The definition of the act, about its object.
        public var definition: any ActDefinition {
            switch self {
            case .disableAccount(let account): DisableAccount(account: account)
            case .enableAccount(let account): EnableAccount(account: account)
            case .issueRecovery(let account): IssueRecovery(account: account)
            case .removeAccount(let account): RemoveAccount(account: account)
            case .unlockDevice(let device): UnlockDevice(device: device)
            case .replaceDevice(let device): ReplaceDevice(device: device)
            case .revokeDevice(let device): RevokeDevice(device: device)
            case .endLogin(let login): EndLogin(login: login)
            case .grant(let account, let role, let scope): GiveGrant(account: account, role: role, scope: scope)
            case .withdrawGrant(let account, let scope): WithdrawGrant(account: account, scope: scope)
            }
        }
    }
}

/// The names of administrators' acts, as audit events, signed texts and databases contain them. A page offers acts in
/// this order.
public enum ActName: String, Sendable, CaseIterable {
    case disableAccount, enableAccount, issueRecovery, removeAccount, unlockDevice, replaceDevice, revokeDevice
    case endLogin, grant, withdrawGrant

    public var definition: any ActDefinition.Type {
        switch self {
        case .disableAccount: DisableAccount.self
        case .enableAccount: EnableAccount.self
        case .issueRecovery: IssueRecovery.self
        case .removeAccount: RemoveAccount.self
        case .unlockDevice: UnlockDevice.self
        case .replaceDevice: ReplaceDevice.self
        case .revokeDevice: RevokeDevice.self
        case .endLogin: EndLogin.self
        case .grant: GiveGrant.self
        case .withdrawGrant: WithdrawGrant.self
        }
    }
}

/// Disables an account, which can then no longer log in.
public struct DisableAccount: ActDefinition {
    public let account: AccountID

    public static let name = ActName.disableAccount
    public static let permission = Permission([.manager], .device)
    public static let page: ActPage? = .account("disable", Administration.Effect.disableAccount)
    public static let done: String? = "accountDisabled"
    public static let changesAccount = true
    public static let takesAway = true

    public static func isOffered(at place: ActPlace) -> Bool { place.account.isActive }

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        object.account.isActive ? scene.refusalOfLastAdministrator() : .alreadyDone
    }
}

/// Enables an account again.
public struct EnableAccount: ActDefinition {
    public let account: AccountID

    public static let name = ActName.enableAccount
    public static let permission = Permission([.manager], .device)
    public static let page: ActPage? = .account("enable", Administration.Effect.enableAccount)
    public static let done: String? = "accountEnabled"
    public static let changesAccount = true

    public static func isOffered(at place: ActPlace) -> Bool { !place.account.isActive }

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        object.account.isActive ? .alreadyDone : nil
    }
}

/// Issues an activation for an account without a usable device, to be handed over on paper.
public struct IssueRecovery: ActDefinition {
    public let account: AccountID

    public static let name = ActName.issueRecovery
    public static let permission = Permission([.manager], .twoPersons)
    public static let page: ActPage? = .account("recover", Administration.Effect.issueRecovery)
    public static let done: String? = nil
    public static let needsIdentityCheck = true
    public static let concernsAllDevices = true
    public static let issuesActivation = true

    public static func isOffered(at place: ActPlace) -> Bool { place.account.isActive }

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        Self.refusal(at: object, in: scene)
    }

    /// - Parameter lost: the device that the same act revokes. Any other usable one is revoked first, by an act of its
    ///   own.
    static func refusal(
        at object: AdministeredObject, in scene: ActScene, replacing lost: ActivationID? = nil
    ) -> ActRefusal? {
        guard object.account.isActive else { return .accountDisabled }
        guard !object.devices.contains(where: { $0.isUsable && $0.id != lost }) else { return .deviceInUse }
        return scene.wrongPINs < LockoutPolicy.accountActivationLimit ? nil : .limit
    }
}

/// Removes an account with everything of it.
public struct RemoveAccount: ActDefinition {
    public let account: AccountID

    public static let name = ActName.removeAccount
    public static let permission = Permission([.manager], .twoPersons)
    public static let page: ActPage? = .account("remove", Administration.Effect.removeAccount)
    public static let done: String? = "accountRemoved"
    public static let changesAccount = true
    public static let takesAway = true
    public static let concernsAllDevices = true

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        scene.refusalOfLastAdministrator()
    }
}

/// Ends a timed lockout; a permanent one only where the policy allows it.
public struct UnlockDevice: ActDefinition {
    public let device: ActivationID

    public static let name = ActName.unlockDevice
    public static let permission = Permission([.manager], .device)
    public static let page: ActPage? = .device("unlock", Administration.Effect.unlockDevice)
    public static let done: String? = "deviceUnlocked"
    public static let needsIdentityCheck = true

    public static func isOffered(at place: ActPlace) -> Bool { place.device?.isLocked == true }

    public var object: ActObject { .device(device) }

    /// A permanent lockout is ended where the policy says so, and only one that wrong PINs in a row have caused: one of
    /// the budget would let a guesser go on, and one by the person's own hand is theirs.
    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let found = object.device, found.state == .active else { return .notThere }
        guard found.lockout.isPermanent else {
            return found.lockout.pending(at: scene.now) == nil ? .notLocked : nil
        }
        let isBySeries = scene.policy.lockout.isPermanentBySeries(
            found.lockout, failuresInBudget: scene.failuresInBudget)
        return scene.policy.allowsPermanentUnlock && isBySeries ? nil : .lockedForGood
    }
}

/// Revokes the last usable device of an account, and issues an activation in its place, to be handed over on paper.
///
/// The device is lost, so its revocation does not wait for the second administrator.
public struct ReplaceDevice: ActDefinition {
    public let device: ActivationID

    public static let name = ActName.replaceDevice
    public static let permission = Permission([.manager], .twoPersons)
    public static let page: ActPage? = .device("replace", Administration.Effect.replaceDevice)
    public static let needsIdentityCheck = true
    public static let takesAway = true
    public static let concernsAllDevices = true
    public static let issuesActivation = true

    public static func isOffered(at place: ActPlace) -> Bool { place.account.isActive && place.isLastUsableDevice }

    public var object: ActObject { .device(device) }
    public var firstEffect: Administration.Effect? { .revokeDevice(device) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let found = object.device else { return .notThere }
        if found.isUsable {
            if let refusal = RevokeDevice(device: device).refusal(at: object, in: scene) { return refusal }
        } else {
            // The first effect has taken place.
            guard scene.isApproval, found.state == .revoked else { return .notThere }
        }
        return IssueRecovery.refusal(at: object, in: scene, replacing: device)
    }
}

/// Revokes a device, or voids an activation that waits for one.
public struct RevokeDevice: ActDefinition {
    public let device: ActivationID

    public static let name = ActName.revokeDevice
    public static let permission = Permission([.manager], .device)
    public static let page: ActPage? = .device("revoke", Administration.Effect.revokeDevice)
    public static let done: String? = "deviceRevoked"
    public static let takesAway = true

    public var object: ActObject { .device(device) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let found = object.device, found.isCurrent(at: scene.now) else { return .notThere }
        return scene.refusalOfLastAdministrator(losing: device)
    }
}

extension Activation {
    /// True for an active activation, and for one that still waits for its device.
    fileprivate func isCurrent(at now: Timestamp) -> Bool { state == .active || state == .pending && now < expiresAt }
}

/// Ends a login at a website, with all that the website and the browser have of it.
public struct EndLogin: ActDefinition {
    public let login: SessionID

    public static let name = ActName.endLogin
    public static let permission = Permission([.manager], .device)
    public static let page: ActPage? = .login("end", Administration.Effect.endLogin)
    public static let takesAway = true

    public var object: ActObject { .login(login) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let login = object.login else { return .notThere }
        return login.isLeft(at: scene.now) ? nil : .alreadyDone
    }
}

/// Gives an account a grant, in place of the one that it has in the scope.
public struct GiveGrant: ActDefinition {
    public let account: AccountID
    public let role: AdministratorGrant.Role
    public let scope: Scope

    public static let name = ActName.grant
    public static let permission = Permission([.manager, .organization], .device)
    public static let done: String? = "grantGiven"

    public var object: ActObject { .grant(account, scope) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard object.account.isActive else { return .accountDisabled }
        guard let present = object.role(in: scope) else {
            return scene.grantsInScope < AdministratorGrant.limitOfScope ? nil : .limit
        }
        guard present != role else { return .alreadyDone }
        // An administrator who becomes an auditor.
        return scope == .manager && present == .administrator ? scene.refusalOfLastAdministrator() : nil
    }
}

/// Withdraws the grant of an account in a scope.
public struct WithdrawGrant: ActDefinition {
    public let account: AccountID
    public let scope: Scope

    public static let name = ActName.withdrawGrant
    public static let permission = Permission([.manager, .organization], .device)
    public static let done: String? = "grantWithdrawn"

    public var object: ActObject { .grant(account, scope) }

    /// An account gives up its own grant, and withdraws those of others.
    public func useCase(of actor: AccountID?) -> UseCase {
        account == actor ? .giveUpAdministration : .act(Self.name)
    }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let role = object.role(in: scope) else { return .notThere }
        return scope == .manager && role == .administrator ? scene.refusalOfLastAdministrator() : nil
    }
}
