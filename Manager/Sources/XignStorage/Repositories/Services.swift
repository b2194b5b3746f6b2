import XignDomain
import XignProtocol

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

    package func find(id: ServiceID) throws -> Service? {
        try transaction.row("SELECT \(Self.columns) FROM service WHERE id = \(id)").map(Self.service)
    }

    /// Finds a service together with its organization.
    package func findWithOrganization(id: ServiceID) throws -> (service: Service, organization: Organization)? {
        try transaction.row(
            """
            SELECT s.*, o.name AS organization_name, o.website AS organization_website, o.address AS organization_address,
                o.description AS organization_description
            FROM (SELECT \(Self.columns) FROM service WHERE id = \(id)) s
            JOIN organization o ON o.id = s.organization_id
            """
        ).map { row in
            (
                try Self.service(row),
                Organization(
                    id: try row("organization_id"), name: try row("organization_name"),
                    website: try row.optional("organization_website"),
                    address: try row.optional("organization_address"),
                    description: try row.optional("organization_description"))
            )
        }
    }

    package func find(name: String) throws -> Service? {
        try transaction.row("SELECT \(Self.columns) FROM service WHERE name = \(name)").map(Self.service)
    }

    package func all() throws -> [Service] {
        try transaction.rows("SELECT \(Self.columns) FROM service ORDER BY name").map(Self.service)
    }

    /// Returns the ids of the services of organizations.
    package func ids(of organizations: Set<OrganizationID>) throws -> Set<ServiceID> {
        let rows = try transaction.rows("SELECT id FROM service WHERE organization_id IN (\(Array(organizations)))")
        return Set(try rows.map { try $0("id") })
    }

    /// Inserts a service, or replaces the one with the same id, and notifies every manager on this database. Leaves the
    /// sealed secret as it is.
    package func save(_ service: Service) throws {
        let security = service.security == .none ? nil : try MessageCoding.encode(service.security)
        let others = service.declared.rendered(.stored, without: Self.membersWithColumns)
        try transaction.declare(
            """
            INSERT INTO service (\(Self.columns))
            VALUES (\(service.id), \(service.organizationID), \(service.name), \(service.displayName),
                \(service.description), \(service.website), \(TextList.join(service.redirectURIs)), \(service.signingAlgorithm),
                \(service.proofKey), \(service.secretHash), \(service.isActive), \(service.allowsInApp),
                \(service.openedQRCodes), \(service.sessionSeconds),
                \(TextList.join(service.attributes)), \(service.claimsIn),
                \(security.map { String(decoding: $0, as: UTF8.self) }),
                \(Self.isEmpty(others) ? nil : String(decoding: others.serialized, as: UTF8.self)),
                \(service.formerSecret?.hash), \(service.formerSecret?.expiresAt), \(service.policyVersion))
            ON CONFLICT (id) DO UPDATE SET organization_id = excluded.organization_id, name = excluded.name,
                display_name = excluded.display_name, description = excluded.description,
                website = excluded.website, redirect_uris = excluded.redirect_uris, signing_algorithm = excluded.signing_algorithm,
                proof_key = excluded.proof_key, secret_hash = excluded.secret_hash, is_active = excluded.is_active,
                allows_in_app = excluded.allows_in_app, opened_qr_codes = excluded.opened_qr_codes,
                session_seconds = excluded.session_seconds, attributes = excluded.attributes,
                claims_in = excluded.claims_in, security = excluded.security, client = excluded.client,
                former_secret_hash = excluded.former_secret_hash,
                former_secret_expires_at = excluded.former_secret_expires_at, policy_version = excluded.policy_version
            """)
        try transaction.notify(Settings.topic, "")
    }

    /// Makes the open statements of all services void, after a change of the policy.
    package func raisePolicyVersions() throws {
        try transaction.declare("UPDATE service SET policy_version = policy_version + 1")
    }

    // MARK: Roles

    package func roles(of service: ServiceID) throws -> [Role] {
        try transaction.rows("SELECT \(Self.roleColumns) FROM role WHERE service_id = \(service) ORDER BY name")
            .map(Self.role)
    }

    package func role(id: RoleID) throws -> Role? {
        try transaction.row("SELECT \(Self.roleColumns) FROM role WHERE id = \(id)").map(Self.role)
    }

    /// Inserts a role, or replaces the one with the same id.
    package func save(_ role: Role) throws {
        try transaction.declare(
            """
            INSERT INTO role (\(Self.roleColumns))
            VALUES (\(role.id), \(role.serviceID), \(role.name), \(TextList.join(role.alternatives)), \(role.isDefault),
                \(role.platforms.map { TextList.join($0.map(\.rawValue)) }),
                \(role.channels.map { TextList.join($0.map(\.rawValue)) }))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, alternatives = excluded.alternatives,
                is_default = excluded.is_default, platforms = excluded.platforms, channels = excluded.channels
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

    /// Takes a role from an account, with the remembered logins in it.
    package func withdraw(role: RoleID, from account: AccountID) throws {
        try transaction.execute("DELETE FROM role_assignment WHERE account_id = \(account) AND role_id = \(role)")
        try transaction.endRememberedLogins(of: account) { $1 == role }
        guard let role = try self.role(id: role) else { return }
        try transaction.endOfflineAccesses(to: account) {
            $0.serviceID == role.serviceID && $0.roleName.hasSameBytes(as: role.name)
        }
    }

    /// Returns the ids of a service's roles that are assigned to an account.
    package func assignedRoles(of service: ServiceID, to account: AccountID) throws -> Set<RoleID> {
        let rows = try transaction.rows(
            """
            SELECT a.role_id FROM role_assignment a JOIN role r ON r.id = a.role_id
            WHERE r.service_id = \(service) AND a.account_id = \(account)
            """)
        return Set(try rows.map { try $0("role_id") })
    }

    /// Returns the ids of all roles that are assigned to an account.
    package func assignedRoles(to account: AccountID) throws -> Set<RoleID> {
        Set(
            try transaction.rows("SELECT role_id FROM role_assignment WHERE account_id = \(account)").map {
                try $0("role_id")
            })
    }

    /// Returns the roles that an account holds, by service.
    package func roles(heldBy account: AccountID) throws -> [HeldRole] {
        try transaction.rows(
            """
            SELECT s.name AS service, s.display_name, r.name AS role FROM membership m
            JOIN service s ON s.organization_id = m.organization_id JOIN role r ON r.service_id = s.id
            LEFT JOIN role_assignment a ON a.role_id = r.id AND a.account_id = m.account_id
            WHERE m.account_id = \(account) AND (r.is_default = \(true) OR a.role_id IS NOT NULL)
            ORDER BY s.name, r.name
            """
        ).map { HeldRole(service: try $0("service"), displayName: try $0("display_name"), role: try $0("role")) }
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
        try transaction.row(
            "SELECT account_id FROM mapping WHERE mapping_id = \(mappingID) AND service_id = \(service)")?("account_id")
    }

    /// Finds the account and the service of a mapping id.
    package func mapping(_ id: MappingID) throws -> (account: AccountID, service: ServiceID)? {
        try transaction.row("SELECT account_id, service_id FROM mapping WHERE mapping_id = \(id)").map {
            (try $0("account_id"), try $0("service_id"))
        }
    }

    /// Returns the mapping ids of an account.
    package func mappingIDs(of account: AccountID) throws -> [ServiceID: MappingID] {
        let rows = try transaction.rows("SELECT service_id, mapping_id FROM mapping WHERE account_id = \(account)")
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0("service_id"), try $0("mapping_id")) })
    }

    /// Returns the mapping id of an account at a service; nil where it has none.
    package func mappingID(of account: AccountID, at service: ServiceID) throws -> MappingID? {
        try transaction.row(
            "SELECT mapping_id FROM mapping WHERE account_id = \(account) AND service_id = \(service)")?("mapping_id")
    }

    private static let columns: SQL.Fragment = """
        id, organization_id, name, display_name, description, website, redirect_uris, signing_algorithm, proof_key,
        secret_hash, is_active, allows_in_app, opened_qr_codes, session_seconds, attributes, claims_in, security,
        client, former_secret_hash, former_secret_expires_at, policy_version
        """

    private static let roleColumns: SQL.Fragment = "id, service_id, name, alternatives, is_default, platforms, channels"

    /// The members of a service's description that have a column, or follow from one. All others are in the column
    /// `client`: a JSON object of those that do not have their initial value.
    package static let membersWithColumns: Set<String> = [
        "name", "displayName", "description", "website", "redirectUris", "signingAlgorithm", "pkce", "legacy",
        "confidential", "active", "inApp", "openedQRCodes", "sessionSeconds", "attributes", "claimsIn", "security",
    ]

    private static func isEmpty(_ value: JSONValue) -> Bool {
        if case .object(let members) = value { members.isEmpty } else { false }
    }

    private static func service(_ row: Row) throws -> Service {
        var service = Service(
            id: try row("id"), organizationID: try row("organization_id"),
            declared: try description(try row.optional("client")), secretHash: try row.optional("secret_hash"),
            formerSecret: try formerSecret(row), policyVersion: try row("policy_version"))
        service.name = try row("name")
        service.displayName = try row("display_name")
        service.description = try row.optional("description")
        service.website = try row.optional("website")
        service.redirectURIs = TextList.split(try row("redirect_uris"))
        service.declared.signingAlgorithm = try row("signing_algorithm", as: Service.SigningAlgorithm.self)
        service.declared.isConfidential = service.isConfidential
        // A public client must use PKCE, also where the service had a secret before and needed none.
        service.proofKey = service.isConfidential ? try row("proof_key") : .required
        service.isActive = try row("is_active")
        service.allowsInApp = try row("allows_in_app")
        service.openedQRCodes = try row("opened_qr_codes")
        service.sessionSeconds = try row("session_seconds")
        service.attributes = TextList.attributes(try row("attributes"))
        service.claimsIn = try row("claims_in")
        service.security = try security(try row.optional("security"))
        return service
    }

    private static func security(_ json: String?) throws -> SecurityRequirements {
        guard let json else { return .none }
        let required = try MessageCoding.decode(SecurityRequirements.self, from: Array(json.utf8))
        guard required.refused.isSubset(of: SecurityRequirements.refusable) else {
            throw StorageError(.other, "a finding that a service cannot refuse")
        }
        return required
    }

    /// Reads the members without a column.
    private static func description(_ json: String?) throws -> ServiceDeclaration {
        guard let json else { return ServiceDeclaration() }
        let members = try MessageCoding.decode(Patch<ServiceDeclaration>.self, from: Array(json.utf8))
        guard members.names.isDisjoint(with: membersWithColumns) else {
            throw StorageError(.other, "a member of a service is there twice")
        }
        return members.applied(to: ServiceDeclaration())
    }

    private static func formerSecret(_ row: Row) throws -> Service.FormerSecret? {
        guard let hash: BearerHash = try row.optional("former_secret_hash"),
            let expiresAt: Timestamp = try row.optional("former_secret_expires_at")
        else { return nil }
        return Service.FormerSecret(hash: hash, expiresAt: expiresAt)
    }

    private static func role(_ row: Row) throws -> Role {
        Role(
            id: try row("id"), serviceID: try row("service_id"), name: try row("name"),
            alternatives: TextList.alternatives(try row("alternatives")), isDefault: try row("is_default"),
            platforms: try row.optional("platforms").map { TextList.split($0).compactMap(Platform.init) },
            channels: try row.optional("channels").map { TextList.split($0).compactMap(Channel.init) })
    }
}
