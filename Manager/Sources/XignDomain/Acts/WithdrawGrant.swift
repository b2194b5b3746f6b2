/// Withdraws the grant of an account in a scope.
public struct WithdrawGrant: ActDefinition {
    public let account: AccountID
    public let scope: Scope

    public static let name = ActName.withdrawGrant
    public static let useCase = UseCase.withdrawAdministration

    public var object: ActObject { .grant(account, scope) }

    /// One's own grant is given up.
    public func useCase(of actor: AccountID?) -> UseCase {
        account == actor ? .giveUpAdministration : Self.useCase
    }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let role = object.role(in: scope) else { return .notThere }
        return scope == .manager && role == .administrator ? scene.refusalOfLastAdministrator() : nil
    }
}
