import XignDomain
import XignStorage

/// Finds the scopes whose administrators and auditors an operator may see.
package struct FindScopes: Sendable {
    package struct Found: Sendable {
        /// True for an operator of the manager, who may see every organization's.
        package let includesManager: Bool
        /// The organizations in which the operator has a grant, by name.
        package let organizations: [Organization]
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil where the operator may see none.
    package func callAsFunction(for party: Actor) throws -> Found? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .listAdministrators, at: now, transaction) else {
                return nil
            }
            let organizations = try authority.scopes.compactMap { (scope) -> Organization? in
                switch scope {
                case .manager: nil
                case .organization(let id): try transaction.organizations.find(id: id)
                }
            }
            return Found(
                includesManager: authority.scopes.contains(.manager),
                organizations: organizations.sorted { $0.name < $1.name })
        }
    }

    /// Finds an organization that the operator may see.
    /// - Parameter typed: the exact name.
    package func organization(named typed: String, for party: Actor) throws -> Organization? {
        try organization(for: party) { try $0.organizations.find(name: typed) }
    }

    package func organization(_ id: OrganizationID, for party: Actor) throws -> Organization? {
        try organization(for: party) { try $0.organizations.find(id: id) }
    }

    private func organization(
        for party: Actor, _ find: @Sendable (any Transaction) throws -> Organization?
    ) throws -> Organization? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .listAdministrators, at: now, transaction),
                let found = try find(transaction), authority.includes(.organization(found.id))
            else { return nil }
            return found
        }
    }
}
