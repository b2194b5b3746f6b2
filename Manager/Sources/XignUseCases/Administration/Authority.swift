import XignDomain
import XignProtocol
import XignStorage

/// The right of an operator to a use case, read in the transaction that acts or reads: a grant that was withdrawn
/// meanwhile gives no right, whatever a page has shown.
package struct Authority {
    package let useCase: UseCase
    /// The account of the operator; nil for the machine.
    package let account: Account?
    /// The scopes in which the operator may; never empty.
    package let scopes: Set<Scope>
    private let transaction: any Transaction

    /// - Returns: nil where the actor may not at all: the session has ended or is not the console's, no grant of its
    ///   account gives the permission, or the actor is no operator.
    package init?(_ actor: Actor, for useCase: UseCase, at now: Timestamp, _ transaction: any Transaction) throws {
        switch actor {
        case .administrator(let account, let session?):
            guard session.accountID == account, session.surface == .console,
                let found = try transaction.openSession(session, at: now)
            else { return nil }
            try self.init(of: found.account, for: useCase, transaction)
        case .machine:
            self.init(useCase, account: nil, scopes: [.manager], transaction)
        // An authority without an account is the machine's: a client never gets one.
        case .client: return nil
        case .person, .device, .administrator(_, nil), .website, .manager: return nil
        }
    }

    /// The right of an account, without a session: for the device that confirms an act.
    init?(of account: Account, for useCase: UseCase, _ transaction: any Transaction) throws {
        let grants = try transaction.administratorGrants.all(of: account.id)
        let scopes = PermissionTable.scopes(of: account, holding: grants, for: useCase)
        guard !scopes.isEmpty else { return nil }
        self.init(useCase, account: account, scopes: scopes, transaction)
    }

    private init(_ useCase: UseCase, account: Account?, scopes: Set<Scope>, _ transaction: any Transaction) {
        (self.useCase, self.account, self.scopes, self.transaction) = (useCase, account, scopes, transaction)
    }

    // MARK: Objects. One that is out of scope is as if it did not exist.

    /// Returns true if a scope is one of the operator's, or within it.
    package func includes(_ scope: Scope) -> Bool { scopes.cover(scope) }

    package func findAccount(_ id: PublicAccountID) throws -> Account? {
        try transaction.accounts.find(id).flatMap { try isWithin($0.id) ? $0 : nil }
    }

    package func findAccount(_ id: AccountID) throws -> Account? {
        try transaction.accounts.find(id: id).flatMap { try isWithin($0.id) ? $0 : nil }
    }

    private func isWithin(_ account: AccountID) throws -> Bool {
        if scopes.contains(.manager) { return true }
        return scopes.cover(
            try transaction.administratorGrants.all(of: account),
            membershipsIn: Set(try transaction.organizations.organizations(of: account).map(\.id)))
    }
}
