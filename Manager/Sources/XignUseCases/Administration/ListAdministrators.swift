import XignDomain
import XignStorage

/// Lists the administrators and auditors of a scope.
package struct ListAdministrators: Sendable {
    package struct Entry: Sendable {
        package let grant: AdministratorGrant
        package let account: Account
        /// True if the account is active and has a device that is usable at the console.
        package let isUsable: Bool
        /// The name of the operator who gave the grant. For an operator of an organization nil, unless it is one of its
        /// administrators.
        package let grantedBy: String?
        /// Nil for an operator of an organization, who sees the user name alone: a time tells of another organization's
        /// service.
        package let ofManager: OfManager?
    }

    /// The part of an entry for operators of the manager.
    package struct OfManager: Sendable {
        /// The last confirmation with any device of the account.
        package let lastUsedAt: Timestamp?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: at most `AdministratorGrant.limitOfScope` entries, by name; nil where the operator may not see the
    ///   scope, and for an unknown organization: the same answer.
    package func callAsFunction(_ scope: Scope, for party: Actor) throws -> [Entry]? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .listAdministrators, at: now, transaction),
                authority.includes(scope), try transaction.hasScope(scope)
            else { return nil }
            let isOfManager = authority.includes(.manager)
            let found = try transaction.administratorGrants.all(in: scope).compactMap { grant in
                try transaction.accounts.find(id: grant.accountID).map { (grant, $0) }
            }
            return try found.map { grant, account in
                let devices = try transaction.activations.all(of: account.id)
                return Entry(
                    grant: grant, account: account,
                    isUsable: account.isActive && devices.contains(where: \.isUsableAtConsole),
                    grantedBy: isOfManager || found.contains { $1.name.hasSameBytes(as: grant.grantedBy) }
                        ? grant.grantedBy : nil,
                    ofManager: isOfManager ? .init(lastUsedAt: devices.compactMap(\.lastUsedAt).max()) : nil)
            }.sorted { $0.account.name < $1.account.name }
        }
    }
}

extension Transaction {
    fileprivate func hasScope(_ scope: Scope) throws -> Bool {
        switch scope {
        case .manager: true
        case .organization(let id): try organizations.find(id: id) != nil
        }
    }
}
