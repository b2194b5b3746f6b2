import XignDomain
import XignProtocol
import XignStorage

/// Writes the declared state of the manager as a declaration, which `Apply` takes and which then changes nothing.
///
/// It has no secrets: of clients that have one, the declaration only says so. Everything is in a fixed order, so that
/// two databases with the same state have the same declaration, and a change is the difference of two of them.
package struct ExportDeclaration: Sendable {
    /// The part of the users' data that is included.
    package enum UserData: Sendable, Comparable {
        /// No users.
        case none
        /// Names, memberships, groups, roles and account names, with the administrators.
        case directory
        /// The values of the attributes, too.
        case attributes
    }

    private let database: any Database
    /// True for a database whose key-encryption key is lost.
    private let isWithoutKey: Bool

    package init(_ context: Context) { (database, isWithoutKey) = (context.database, false) }

    /// Exports what stands unsealed in a database whose key-encryption key is lost: everything but the values of
    /// attributes, and the roles of administrators.
    ///
    /// Brings the schema up to date. No key is needed for that: a migration that sealed or opened a value would throw.
    /// - Throws: `ManagerError` for a database that was never initialized, or that belongs to another issuer;
    ///   `StorageError`.
    package init(withoutKey database: any Database, issuer: ManagerOrigin) throws {
        try database.migrate(Schema.migrations)
        try Initialization.checkWithoutKey(database: database, issuer: issuer)
        (self.database, isWithoutKey) = (database, true)
    }

    /// Returns the declaration, read in one transaction.
    /// - Throws: `StorageError`; `Vault.OpeningError` for a value that somebody has altered.
    package func callAsFunction(_ users: UserData) throws -> JSONValue {
        try database.read { transaction in
            var members: [(name: String, value: JSONValue)] = [
                ("settings", try settings(transaction)), ("organizations", try organizations(transaction)),
            ]
            if users >= .directory {
                members.append(("users", try self.users(transaction, users)))
                // An empty list would be refused where somebody administers the manager.
                let grants = isWithoutKey ? [] : try administrators(transaction)
                if !grants.isEmpty { members.append(("administrators", .array(grants))) }
            }
            return .object(members)
        }
    }

    /// Returns the names of the users who administer or audit something, sorted. Their roles may be sealed.
    /// - Throws: `StorageError`.
    package func administratorNames() throws -> [String] {
        try database.read { transaction in
            try Set(transaction.administratorGrants.holders()).compactMap {
                try transaction.accounts.find(id: $0)?.name
            }
            .inOrder { $0 }
        }
    }

    // MARK: Settings

    private func settings(_ transaction: any Transaction) throws -> JSONValue {
        .members(
            [
                ("operator", try transaction.settings.operatorProfile().rendered(.declared))
            ], after: try transaction.settings.policy().declared.rendered(.complete, without: []))
    }

    // MARK: Organizations

    private func organizations(_ transaction: any Transaction) throws -> JSONValue {
        let services = Dictionary(grouping: try transaction.services.all(), by: \.organizationID)
        let organizations = try transaction.organizations.all().inOrder(\.name)
        return .array(
            try organizations.map { organization in
                let own = try (services[organization.id] ?? []).inOrder(\.name).map { service in
                    service.rendered(.declared, with: try transaction.services.roles(of: service.id).inOrder(\.name))
                }
                return .members(
                    [("services", .list(own))], after: organization.declared.rendered(.declared, without: []))
            })
    }

    // MARK: Users

    private func users(_ transaction: any Transaction, _ data: UserData) throws -> JSONValue {
        var roles: [RoleID: (service: String, role: String)] = [:]
        let services = try transaction.services.all()
        for service in services {
            for role in try transaction.services.roles(of: service.id) where !role.isDefault {
                roles[role.id] = (service.name, role.name)
            }
        }
        var users: [JSONValue] = []
        try transaction.accounts.forEach { account in
            let assigned = try transaction.services.assignedRoles(to: account.id).compactMap { roles[$0] }
            let byService = Dictionary(grouping: assigned) { $0.service }.sorted { $0.key < $1.key }
            let rolesHere: [(name: String, value: JSONValue)] = byService.map { entry in
                (entry.key, .array(entry.value.map { $0.role }.inOrder { $0 }.map(JSONValue.string)))
            }
            let organizations = try transaction.organizations.organizations(of: account.id).inOrder(\.name)
            let groups = try transaction.groups.all(of: account.id)
            let groupsHere: [(name: String, value: JSONValue)] = organizations.compactMap { organization in
                groups[organization.id].flatMap { $0.rendered(.declared) }.map { (name: organization.name, value: $0) }
            }
            // Without this, a disabled user would be active in another database.
            let declaresActive = account.isActiveDeclared || !account.isActive
            var user = [(name: "name", value: JSONValue.string(account.name))]
            if declaresActive { user.append(("active", .boolean(account.isActive))) }
            user.append(("memberships", .array(organizations.map { .string($0.name) })))
            if !groupsHere.isEmpty { user.append(("groups", .object(groupsHere))) }
            if !rolesHere.isEmpty { user.append(("roles", .object(rolesHere))) }
            let accountNames = try transaction.accountNames.all(of: account.id)
            let names: [(name: String, value: JSONValue)] = services.compactMap { service in
                guard service.accountName != nil, let name = accountNames[service.id] else { return nil }
                return (service.name, .string(name))
            }
            if !names.isEmpty { user.append(("accountNames", .object(names))) }
            if data >= .attributes,
                let attributes = try transaction.attributeValues.all(of: account.id).declared(
                    with: transaction.declaredAttributeValues(of: account.id))
            {
                user.append(("attributes", attributes))
            }
            users.append(.object(user))
        }
        return .array(users)
    }

    private func administrators(_ transaction: any Transaction) throws -> [JSONValue] {
        var grants: [(scope: String, name: String, declared: JSONValue)] = []
        for grant in try transaction.administratorGrants.all() {
            guard let account = try transaction.accounts.find(id: grant.accountID) else { continue }
            let organization = try transaction.organizationName(of: grant.scope)
            let declared = AdministratorDeclaration(
                name: account.name, role: grant.role, organization: organization)
            grants.append((organization ?? "", account.name, declared.rendered(.declared, without: [])))
        }
        return grants.inOrder { $0.name }.inOrder { $0.scope }.map { $0.declared }
    }
}
