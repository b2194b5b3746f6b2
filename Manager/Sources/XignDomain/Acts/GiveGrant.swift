/// Gives an account a grant, in place of the one that it has in the scope.
public struct GiveGrant: ActDefinition {
    public let account: AccountID
    public let role: AdministratorGrant.Role
    public let scope: Scope

    public static let name = ActName.grant
    public static let useCase = UseCase.grantAdministration

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
