/// Issues an activation for an account without a usable device, to be handed over on paper.
public struct IssueRecovery: ActDefinition {
    public let account: AccountID

    public static let name = ActName.issueRecovery
    public static let useCase = UseCase.issueRecovery
    public static let page: ActPage? = .account("recover", Administration.Effect.issueRecovery)
    public static let needsIdentityCheck = true
    public static let concernsAllDevices = true

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard object.account.isActive else { return .accountDisabled }
        // A usable device is revoked first, by an act of its own.
        guard !object.devices.contains(where: \.isUsable) else { return .deviceInUse }
        return scene.wrongPINs < LockoutPolicy.accountActivationLimit ? nil : .limit
    }
}
