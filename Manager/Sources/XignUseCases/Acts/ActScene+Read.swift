import XignDomain
import XignProtocol
import XignStorage

extension ActScene {
    /// Reads all that decides about an act. A transaction that acts reads it by `LockedScene`.
    /// - Parameters:
    ///   - isApproval: true for the second confirmation of the act.
    ///   - actors: the accounts that act; none for the machine.
    init(
        of effect: Administration.Effect, isApproval: Bool = false, by actors: Set<AccountID>, policy: Policy,
        now: Timestamp,
        _ transaction: any Transaction
    ) throws {
        let object = try AdministeredObject(effect, transaction)
        var acting: [AccountID: Actor] = [:]
        for actor in actors {
            guard let account = try transaction.accounts.find(id: actor) else { continue }
            acting[actor] = Actor(
                account: account, grants: try transaction.administratorGrants.all(of: actor),
                openActs: try transaction.pendingActs.count(of: actor, begunAfter: now - PendingAct.maximumSeconds))
        }
        let since = now - policy.lockout.budgetSeconds
        let activations = transaction.activations
        self.init(
            effect: effect, isApproval: isApproval, object: object, actors: acting,
            memberships: Set(
                try object.map { try transaction.organizations.organizations(of: $0.account.id).map(\.id) } ?? []),
            usableAdministrators: try transaction.administratorGrants.usableAdministrators(),
            grantsInScope: try effect.grantScope.map { try transaction.administratorGrants.count(in: $0) } ?? 0,
            failuresInBudget: try object?.device.map { try activations.failures(of: $0.id, since: since) } ?? 0,
            wrongPINs: try object.map { try activations.wrongPINs(of: $0.account.id, since: since) } ?? 0,
            policy: policy, now: now)
    }
}

extension AdministeredObject {
    /// - Returns: nil where the object does not exist.
    init?(_ effect: Administration.Effect, _ transaction: any Transaction) throws {
        guard let (id, device) = try transaction.account(of: effect.definition.object),
            let account = try transaction.accounts.find(id: id)
        else { return nil }
        var organization: Organization?
        if let id = effect.grantScope?.organization {
            organization = try transaction.organizations.find(id: id)
            guard organization != nil else { return nil }
        }
        self.init(
            of: effect, account: account, device: device, login: try transaction.login(of: effect.definition.object),
            organization: organization, grants: try transaction.administratorGrants.all(of: id),
            devices: try transaction.activations.all(of: id))
    }
}

extension Transaction {
    /// Finds the account of an act's object, and the device where that is one.
    func account(of object: ActObject) throws -> (AccountID, Activation?)? {
        switch object {
        case .account(let account), .grant(let account, _): (account, nil)
        case .device(let id): try activations.find(id).map { ($0.accountID, $0) }
        case .login(let process): try evidence.login(process).map { ($0.accountID, nil) }
        }
    }

    /// Finds the login that is an act's object, with what is left of it.
    fileprivate func login(of object: ActObject) throws -> AdministeredLogin? {
        guard case .login(let process) = object, let found = try evidence.login(process),
            let service = try services.find(id: found.serviceID)
        else { return nil }
        return AdministeredLogin(
            process: process, serviceID: service.id, service: service.displayName, confirmedAt: found.at,
            leftUntil: try websiteSessionEnd(of: process))
    }
}
