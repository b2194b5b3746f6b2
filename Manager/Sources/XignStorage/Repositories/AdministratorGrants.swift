import XignDomain

/// The grants of administrators and auditors.
///
/// The role is sealed at its account and scope: who can write to the database, and has no grant, can give none. Such a
/// row makes each read of it fail.
package struct AdministratorGrants {
    let transaction: any Transaction

    /// Returns the grants of an account.
    package func all(of account: AccountID) throws -> [AdministratorGrant] {
        try transaction.rows(
            Column.self, from: "administrator_grant WHERE account_id = \(account) ORDER BY scope"
        ).map(grant)
    }

    /// Returns the grants of all scopes.
    package func all() throws -> [AdministratorGrant] {
        try transaction.rows(Column.self, from: "administrator_grant ORDER BY scope, account_id")
            .map(grant)
    }

    /// Returns the grants of a scope.
    package func all(in scope: Scope) throws -> [AdministratorGrant] {
        try transaction.rows(
            Column.self, from: "administrator_grant WHERE scope = \(scope) ORDER BY account_id"
        ).map(grant)
    }

    /// Counts the grants of a scope, and opens none.
    package func count(in scope: Scope) throws -> Int {
        try transaction.value("SELECT count(*) FROM administrator_grant WHERE scope = \(scope)") ?? 0
    }

    /// Returns the accounts with a grant, whatever its role, which is not read.
    package func holders() throws -> [AccountID] {
        try transaction.values("SELECT DISTINCT account_id FROM administrator_grant")
    }

    /// Returns the administrators of the manager who can act: active, with a device that is usable at the console.
    package func usableAdministrators() throws -> Set<AccountID> {
        let usable: [AccountID] = try transaction.values(
            """
            SELECT DISTINCT g.account_id FROM administrator_grant g
            JOIN account a ON a.id = g.account_id JOIN activation d ON d.account_id = g.account_id
            WHERE g.scope = \(Scope.manager) AND a.is_active = \(true)
                AND d.state = \(Activation.State.active) AND d.is_locked_for_good = \(false)
                AND (d.platform IS NULL OR d.platform <> \(Platform.web.rawValue))
            """)
        return Set(try all(in: .manager).filter { $0.role == .administrator }.map(\.accountID)).intersection(usable)
    }

    /// Gives a grant, in place of the one that the account has in its scope.
    package func save(_ grant: AdministratorGrant) throws {
        let sealed = try transaction.vault.seal(
            Array(grant.role.rawValue.utf8), at: Self.place(grant.accountID, grant.scope))
        let values = Column.values { column in
            switch column {
            case .accountID: .of(grant.accountID)
            case .scope: .of(grant.scope)
            case .sealedRole: .of(sealed)
            case .grantedBy: .of(grant.grantedBy)
            case .grantedAt: .of(grant.grantedAt)
            case .isDeclared: .of(grant.isDeclared)
            }
        }
        try transaction.execute(
            """
            INSERT INTO administrator_grant \(values) ON CONFLICT (account_id, scope) DO UPDATE SET
                sealed_role = excluded.sealed_role, granted_by = excluded.granted_by, granted_at = excluded.granted_at,
                is_declared = excluded.is_declared
            """)
    }

    /// Withdraws the grant of an account in a scope.
    /// - Returns: false where there is none.
    package func remove(of account: AccountID, in scope: Scope) throws -> Bool {
        try transaction.changedRows(
            "DELETE FROM administrator_grant WHERE account_id = \(account) AND scope = \(scope)") == 1
    }

    /// Removes the grants of an account that is removed.
    func removeAll(of account: AccountID) throws {
        try transaction.execute("DELETE FROM administrator_grant WHERE account_id = \(account)")
    }

    private enum Column: Int, ColumnSet {
        case accountID, scope, sealedRole, grantedBy, grantedAt, isDeclared
        static let names = ColumnNames(Self.self)
    }

    static func place(_ account: AccountID, _ scope: Scope) -> Vault.Place {
        Vault.Place(column: "administrator_grant.role", account: account, item: scope.rawValue)
    }

    private func grant(_ row: TableRow<Column>) throws -> AdministratorGrant {
        let (account, scope): (AccountID, Scope) = (try row(.accountID), try row(.scope))
        let role = String(
            decoding: try transaction.vault.open(try row(.sealedRole), at: Self.place(account, scope)), as: UTF8.self)
        return AdministratorGrant(
            accountID: account, scope: scope, role: AdministratorGrant.Role(rawValue: role) ?? .auditor,
            grantedBy: try row(.grantedBy), grantedAt: try row(.grantedAt), isDeclared: try row(.isDeclared))
    }
}
