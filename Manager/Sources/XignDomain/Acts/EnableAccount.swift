/// Enables an account again.
public struct EnableAccount: ActDefinition {
    public let account: AccountID

    public static let name = ActName.enableAccount
    public static let useCase = UseCase.enableAccount
    public static let page: ActPage? = .account("enable", Administration.Effect.enableAccount)

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        object.account.isActive ? .alreadyDone : nil
    }
}
