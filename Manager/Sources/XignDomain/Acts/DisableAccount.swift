/// Disables an account, which can then no longer log in.
public struct DisableAccount: ActDefinition {
    public let account: AccountID

    public static let name = ActName.disableAccount
    public static let useCase = UseCase.disableAccount
    public static let page: ActPage? = .account("disable", Administration.Effect.disableAccount)
    public static let takesAway = true

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        object.account.isActive ? scene.refusalOfLastAdministrator() : .alreadyDone
    }
}
