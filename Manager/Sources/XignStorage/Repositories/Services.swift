import XignDomain

/// A role that an account holds at a service, by their names.
package struct HeldRole: Sendable, Equatable {
    package let service: String
    /// The name of the service as people see it.
    package let displayName: String
    package let role: String
}

/// Services, with their roles, role assignments and mapping ids.
package struct Services {
    let transaction: any Transaction

    private enum Column: Int, ColumnSet {
        case id, organizationID, name, document, secretHash, formerSecretHash, formerSecretExpiresAt, policyVersion
        static let names = ColumnNames(Self.self, of: "service")
    }

    private enum RoleColumn: Int, ColumnSet {
        case id, serviceID, name, document
        static let names = ColumnNames(Self.self)
    }

    /// - Throws: like `all`, also in the other functions that read a service or its roles.
    package func find(id: ServiceID) throws -> Service? {
        try transaction.row(Column.self, from: "service WHERE id = \(id)").map(Self.service)
    }

    /// Finds a service together with its organization.
    package func findWithOrganization(id: ServiceID) throws -> (service: Service, organization: Organization)? {
        try transaction.row(
            Column.self, Organizations.Column.self,
            from: "service JOIN organization ON organization.id = service.organization_id WHERE service.id = \(id)"
        ).map { (try Self.service($0), try Organizations.organization($1)) }
    }

    package func find(name: String) throws -> Service? {
        try transaction.row(Column.self, from: "service WHERE name = \(name)").map(Self.service)
    }

    /// Returns all services by name.
    /// - Throws: `StorageError` with the code `.unknownDeclaration` where this version cannot read one of them.
    package func all() throws -> [Service] { try rows().map(Self.service) }

    /// Returns the services that this version can read, by name: for what must not fail because of one of them.
    package func readable() throws -> [Service] {
        try rows().compactMap { row in
            do { return try Self.service(row) } catch let error as StorageError where error.code == .unknownDeclaration
            {
                return nil
            }
        }
    }

    private func rows() throws -> [TableRow<Column>] {
        try transaction.rows(Column.self, from: "service ORDER BY name")
    }

    /// Returns the ids of the services of organizations.
    package func ids(of organizations: Set<OrganizationID>) throws -> Set<ServiceID> {
        try Set(
            transaction.values("SELECT id FROM service WHERE organization_id IN (\(Array(organizations)))"))
    }

    /// Inserts a service, or replaces the one with the same id, and notifies every manager on this database. Leaves the
    /// sealed secret as it is.
    package func save(_ service: Service) throws {
        let values = Column.values { column in
            switch column {
            case .id: .of(service.id)
            case .organizationID: .of(service.organizationID)
            case .name: .of(service.name)
            case .document: .of(service.declared.document)
            case .secretHash: .of(service.secretHash)
            case .formerSecretHash: .of(service.formerSecret?.hash)
            case .formerSecretExpiresAt: .of(service.formerSecret?.expiresAt)
            case .policyVersion: .of(service.policyVersion)
            }
        }
        try transaction.declare(
            """
            INSERT INTO service \(values) ON CONFLICT (id) DO UPDATE SET
                organization_id = excluded.organization_id, name = excluded.name, document = excluded.document,
                secret_hash = excluded.secret_hash, former_secret_hash = excluded.former_secret_hash,
                former_secret_expires_at = excluded.former_secret_expires_at, policy_version = excluded.policy_version
            """)
        try transaction.notify(Settings.topic, "")
    }

    /// Makes the open statements of all services void, after a change of the policy.
    package func raisePolicyVersions() throws {
        try transaction.declare("UPDATE service SET policy_version = policy_version + 1")
    }

    // MARK: Roles

    /// Returns the roles of a service by name.
    package func roles(of service: ServiceID) throws -> [Role] {
        try transaction.rows(RoleColumn.self, from: "role WHERE service_id = \(service) ORDER BY name").map(Self.role)
    }

    package func role(id: RoleID) throws -> Role? {
        try transaction.row(RoleColumn.self, from: "role WHERE id = \(id)").map(Self.role)
    }

    /// Inserts a role, or replaces the one with the same id.
    package func save(_ role: Role) throws {
        let values = RoleColumn.values { column in
            switch column {
            case .id: .of(role.id)
            case .serviceID: .of(role.serviceID)
            case .name: .of(role.name)
            case .document: .of(role.declared.document)
            }
        }
        try transaction.declare(
            """
            INSERT INTO role \(values)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, document = excluded.document
            """)
    }

    /// Removes a role, with the remembered logins and the lasting accesses in it.
    package func remove(role: RoleID) throws {
        if let role = try self.role(id: role) { try transaction.endLogins(in: role) }
        try transaction.execute("DELETE FROM role_assignment WHERE role_id = \(role)")
        try transaction.declare("DELETE FROM role WHERE id = \(role)")
    }

    /// Assigns a role to an account. Has no effect on an assigned role.
    package func assign(role: RoleID, to account: AccountID) throws {
        try transaction.execute(
            """
            INSERT INTO role_assignment (account_id, role_id) VALUES (\(account), \(role))
            ON CONFLICT (account_id, role_id) DO NOTHING
            """)
    }

    /// Takes a role from an account, with the remembered logins in it, and the consent at its service.
    package func withdraw(role: RoleID, from account: AccountID) throws {
        try transaction.execute("DELETE FROM role_assignment WHERE account_id = \(account) AND role_id = \(role)")
        try transaction.endRememberedLogins(of: account) { $1 == role }
        guard let role = try self.role(id: role) else { return }
        try transaction.evidence.endConsents(of: account, at: [role.serviceID])
        try transaction.endOfflineAccesses(to: account) {
            $0.serviceID == role.serviceID && $0.roleName.hasSameBytes(as: role.name)
        }
    }

    /// Returns the ids of a service's roles that are assigned to an account.
    package func assignedRoles(of service: ServiceID, to account: AccountID) throws -> Set<RoleID> {
        try Set(
            transaction.values(
                """
                SELECT a.role_id FROM role_assignment a JOIN role r ON r.id = a.role_id
                WHERE r.service_id = \(service) AND a.account_id = \(account)
                """))
    }

    /// Returns the ids of all roles that are assigned to an account.
    package func assignedRoles(to account: AccountID) throws -> Set<RoleID> {
        try Set(transaction.values("SELECT role_id FROM role_assignment WHERE account_id = \(account)"))
    }

    /// Returns the roles that an account holds, by service, without those at services whose declaration this version
    /// does not know.
    package func roles(heldBy account: AccountID) throws -> [HeldRole] {
        let assigned = try assignedRoles(to: account)
        let services: [ServiceID] = try transaction.values(
            """
            SELECT s.id FROM membership m JOIN service s ON s.organization_id = m.organization_id
            WHERE m.account_id = \(account) ORDER BY s.name
            """)
        return try services.compactMap { try transaction.declared.readableService($0) }.flatMap { found in
            found.roles.filter { $0.isDefault || assigned.contains($0.id) }.map {
                HeldRole(service: found.service.name, displayName: found.service.displayName, role: $0.name)
            }
        }
    }

    // MARK: Mapping ids

    /// Stores the pairwise subject of an account at a service (OpenID Connect Core, section 8), unless it has one.
    /// - Parameter new: a random mapping id.
    /// - Returns: the subject that is stored.
    package func addMappingID(_ new: MappingID, of account: AccountID, at service: ServiceID) throws -> MappingID {
        let added = try transaction.changedRows(
            """
            INSERT INTO mapping (account_id, service_id, mapping_id) VALUES (\(account), \(service), \(new))
            ON CONFLICT (account_id, service_id) DO NOTHING
            """)
        if added == 1 { return new }
        guard let stored = try mappingID(of: account, at: service) else { throw StorageError(.other, "no mapping id") }
        return stored
    }

    /// Finds the account with this mapping id at a service.
    package func account(withMapping mappingID: MappingID, at service: ServiceID) throws -> AccountID? {
        try transaction.value(
            "SELECT account_id FROM mapping WHERE mapping_id = \(mappingID) AND service_id = \(service)")
    }

    /// Finds the account and the service of a mapping id.
    package func mapping(_ id: MappingID) throws -> (account: AccountID, service: ServiceID)? {
        try transaction.row(MappingColumn.self, from: "mapping WHERE mapping_id = \(id)").map {
            (try $0(.accountID), try $0(.serviceID))
        }
    }

    /// Returns the mapping ids of an account.
    package func mappingIDs(of account: AccountID) throws -> [ServiceID: MappingID] {
        let rows = try transaction.rows(MappingColumn.self, from: "mapping WHERE account_id = \(account)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0(.serviceID), try $0(.mappingID)) })
    }

    /// Returns the mapping id of an account at a service; nil where it has none.
    package func mappingID(of account: AccountID, at service: ServiceID) throws -> MappingID? {
        try transaction.value(
            "SELECT mapping_id FROM mapping WHERE account_id = \(account) AND service_id = \(service)")
    }

    private enum MappingColumn: Int, ColumnSet {
        case accountID, serviceID, mappingID
        static let names = ColumnNames(Self.self)
    }

    // MARK: Rows

    private static func service(_ row: TableRow<Column>) throws -> Service {
        let name: String = try row(.name)
        var service = Service(
            id: try row(.id), organizationID: try row(.organizationID),
            declared: try ServiceDeclaration(document: try row(.document), of: "service \(name)"),
            secretHash: try row.optional(.secretHash), formerSecret: try formerSecret(row),
            policyVersion: try row(.policyVersion))
        service.declared.isConfidential = service.isConfidential
        // A public client must use PKCE, also where the service had a secret before and needed none.
        if !service.isConfidential { service.proofKey = .required }
        return service
    }

    private static func formerSecret(_ row: TableRow<Column>) throws -> Service.FormerSecret? {
        guard let hash: BearerHash = try row.optional(.formerSecretHash),
            let expiresAt: Timestamp = try row.optional(.formerSecretExpiresAt)
        else { return nil }
        return Service.FormerSecret(hash: hash, expiresAt: expiresAt)
    }

    private static func role(_ row: TableRow<RoleColumn>) throws -> Role {
        let (service, name): (ServiceID, String) = (try row(.serviceID), try row(.name))
        return Role(
            id: try row(.id), serviceID: service,
            declared: try RoleDeclaration(document: try row(.document), of: "role \(name) of service \(service.text)"))
    }
}
