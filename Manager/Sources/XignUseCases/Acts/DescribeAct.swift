import XignDomain
import XignStorage

/// Reads the object of an administrator's act, as the page of the act shows it.
package struct DescribeAct: Sendable {
    package struct Description: Sendable {
        package let object: AdministeredObject
        package let level: ConfirmationLevel
        /// The reason why the operator cannot do the act now; nil where they can.
        package let refusal: ActRefusal?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil where the operator may not see the object, and where there is none: the same answer.
    package func callAsFunction(_ effect: Administration.Effect, for party: Actor) throws -> Description? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let looking: UseCase = effect.grantScope == nil ? .viewAccount : .listAdministrators
            guard let authority = try Authority(party, for: looking, at: now, transaction),
                case let actor = authority.account?.id,
                case let scene = try ActScene(
                    of: effect, by: actor.map { [$0] } ?? [], policy: transaction.declared.policy(), now: now,
                    transaction),
                let object = scene.object, try authority.findAccount(object.account.id) != nil
            else { return nil }
            return Description(
                object: object, level: actor.map(scene.level) ?? .none, refusal: scene.refusal(of: actor))
        }
    }
}
