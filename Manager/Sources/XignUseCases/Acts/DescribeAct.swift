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
    package func callAsFunction(_ effect: Administration.Effect, for party: Operator) throws -> Description? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let looking: UseCase = effect.grantScope == nil ? .viewAccount : .listAdministrators
            guard let authority = try Authority(party, for: looking, at: now, transaction),
                let object = try AdministeredObject(effect, transaction),
                try authority.findAccount(object.account.id) != nil
            else { return nil }
            let rules = AdministrationRules(
                effect: effect, actor: authority.account?.id, policy: try transaction.declared.policy(), now: now,
                transaction: transaction)
            return Description(
                object: object,
                level: authority.account.map {
                    effect.level(by: $0.id, onHolderOfManagerGrant: object.holdsManagerGrant)
                } ?? .none,
                refusal: try rules.refusal())
        }
    }
}
