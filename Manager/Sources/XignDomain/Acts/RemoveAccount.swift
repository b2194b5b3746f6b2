/// Removes an account with everything of it.
public struct RemoveAccount: ActDefinition {
    public let account: AccountID

    public static let name = ActName.removeAccount
    public static let useCase = UseCase.removeAccount
    public static let page: ActPage? = .account("remove", Administration.Effect.removeAccount)
    public static let takesAway = true
    public static let concernsAllDevices = true

    public var object: ActObject { .account(account) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        scene.refusalOfLastAdministrator()
    }
}
