import XignProtocol

/// All that decides whether an administrator's act may be done, as one transaction has read it: values, and the rules
/// about them.
///
/// A page reads one before it offers the act. The transaction that begins the process, the one that judges the signed
/// statement and the one that acts read their own. Commands leave out the part about rights.
public struct ActScene: Sendable {
    /// An account that acts.
    public struct Actor: Sendable {
        public let account: Account
        public let grants: [AdministratorGrant]
        /// The number of acts that the account has confirmed, and that wait for a second administrator.
        public let openActs: Int

        public init(account: Account, grants: [AdministratorGrant], openActs: Int) {
            (self.account, self.grants, self.openActs) = (account, grants, openActs)
        }
    }

    public let effect: Administration.Effect
    /// True for the second confirmation of an act, whose first effect may have taken place.
    public let isApproval: Bool
    /// Nil where the object does not exist.
    public let object: AdministeredObject?
    /// The accounts that act, but for those that were removed; empty for the machine.
    public let actors: [AccountID: Actor]
    /// The organizations of which the object's account is a member.
    public let memberships: Set<OrganizationID>
    /// The administrators of the manager who can act now.
    public let usableAdministrators: Set<AccountID>
    /// The number of grants in the scope of the act; 0 where it changes none.
    public let grantsInScope: Int
    /// The number of failures of the object's device in the budget's days; 0 where the object is no device.
    public let failuresInBudget: Int
    /// The number of wrong PINs at activations of the account in the budget's days.
    public let wrongPINs: Int
    public let policy: Policy
    public let now: Timestamp

    public init(
        effect: Administration.Effect, isApproval: Bool, object: AdministeredObject?, actors: [AccountID: Actor],
        memberships: Set<OrganizationID>, usableAdministrators: Set<AccountID>, grantsInScope: Int,
        failuresInBudget: Int, wrongPINs: Int, policy: Policy, now: Timestamp
    ) {
        (self.effect, self.isApproval, self.object, self.actors) = (effect, isApproval, object, actors)
        (self.memberships, self.usableAdministrators) = (memberships, usableAdministrators)
        (self.grantsInScope, self.failuresInBudget, self.wrongPINs) = (grantsInScope, failuresInBudget, wrongPINs)
        (self.policy, self.now) = (policy, now)
    }

    /// Judges the act.
    /// - Parameter actor: the account that acts; nil for the machine.
    /// - Returns: nil where the act may be done.
    public func refusal(of actor: AccountID?) -> ActRefusal? {
        if let actor, let refusal = refusalOfRights(of: actor) { return refusal }
        guard let object else { return .notThere }
        return effect.definition.refusal(at: object, in: self)
    }

    /// Judges the rights of an account before the state of the object. Nobody learns of an object that they have no
    /// right to.
    private func refusalOfRights(of actor: AccountID) -> ActRefusal? {
        let useCase = effect.useCase(of: actor)
        let scopes = actors[actor].map { PermissionTable.scopes(of: $0.account, holding: $0.grants, for: useCase) }
        guard let scopes, !scopes.isEmpty else { return .notPermitted }
        // Nobody grants more than they hold, nor in another scope: judged before the object, so that the refusal does
        // not tell if there is such a scope.
        guard effect.grantScope.map(scopes.cover) ?? true else { return .notPermitted }
        guard let object, scopes.cover(object.grants, membershipsIn: memberships) else { return .notThere }
        // One's own account has pages of its own. Grants are given up, and not taken.
        guard object.account.id != actor || useCase == .giveUpAdministration else { return .ownAccount }
        // An organization's administrator does nothing to the manager's, nor to another organization's.
        guard object.grants.allSatisfy({ scopes.cover($0.scope) }) else { return .protectedAccount }
        return nil
    }

    /// Returns the confirmation that the act demands.
    public func level(by actor: AccountID) -> ConfirmationLevel {
        effect.level(by: actor, onHolderOfManagerGrant: object?.holdsManagerGrant ?? false)
    }

    /// True for an account that has to finish or withdraw acts before it confirms another one that waits.
    public func hasTooManyOpenActs(_ actor: AccountID) -> Bool {
        level(by: actor) == .twoPersons && (actors[actor]?.openActs ?? 0) >= PendingAct.openPerAccount
    }

    /// The refusal of an act that would leave a manager, which has an administrator now, without one.
    /// - Parameter device: the activation that the account would lose; nil where it would lose its grant, or more.
    public func refusalOfLastAdministrator(losing device: ActivationID? = nil) -> ActRefusal? {
        guard let object,
            Self.isLastAdministrator(
                object.account.id, among: usableAdministrators, losing: device, of: object.devices)
        else { return nil }
        return .lastAdministrator
    }

    /// Returns true if the manager has an administrator now, and would have none without this account.
    /// - Parameters:
    ///   - usable: the administrators of the manager who can act now.
    ///   - device: the activation that the account would lose; nil where it would lose its grant, or more.
    ///   - devices: the activations of the account, asked for only where they decide.
    public static func isLastAdministrator(
        _ account: AccountID, among usable: Set<AccountID>, losing device: ActivationID?,
        of devices: @autoclosure () throws -> [Activation]
    ) rethrows -> Bool {
        guard usable == [account] else { return false }
        guard let device else { return true }
        return try !devices().contains { $0.isUsableAtConsole && $0.id != device }
    }

    /// True where somebody can be the second person, so that the machine need not be: an administrator of the manager
    /// with a usable device, who has not confirmed the act already and is not its object.
    public func hasSecondAdministrator(beside first: AccountID) -> Bool {
        usableAdministrators.contains { $0 != first && $0 != object?.account.id }
    }
}

extension Set<Scope> {
    /// Returns true if a scope is one of these, or within one.
    public func cover(_ scope: Scope) -> Bool { contains(.manager) || contains(scope) }

    /// Returns true if an account is within these scopes: within an organization are its members, and those who have a
    /// grant there.
    public func cover(_ grants: [AdministratorGrant], membershipsIn organizations: Set<OrganizationID>) -> Bool {
        contains(.manager) || !isDisjoint(with: grants.map(\.scope) + organizations.map { .organization($0) })
    }
}
