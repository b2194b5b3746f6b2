import XignDomain

/// The grants of administrators and auditors.
package struct AdministratorGrants {
    let transaction: any Transaction

    /// Returns the grants of an account.
    package func all(of account: AccountID) throws -> [AdministratorGrant] {
        try transaction.rows(
            "SELECT \(Self.columns) FROM administrator_grant WHERE account_id = \(account) ORDER BY scope"
        ).map(Self.grant)
    }

    /// Returns the grants of a scope.
    package func all(in scope: Scope) throws -> [AdministratorGrant] {
        try transaction.rows(
            "SELECT \(Self.columns) FROM administrator_grant WHERE scope = \(scope) ORDER BY account_id"
        ).map(Self.grant)
    }

    /// Returns the administrators of the manager who can act: active, with a device that is not locked for good.
    package func usableAdministrators() throws -> Set<AccountID> {
        let rows = try transaction.rows(
            """
            SELECT DISTINCT g.account_id FROM administrator_grant g
            JOIN account a ON a.id = g.account_id JOIN activation d ON d.account_id = g.account_id
            WHERE g.scope = \(Scope.manager) AND g.role = \(AdministratorGrant.Role.administrator)
                AND a.is_active = \(true) AND d.state = \(Activation.State.active) AND d.is_locked_for_good = \(false)
            """)
        return Set(try rows.map { try $0("account_id") })
    }

    /// Gives a grant, in place of the one that the account has in its scope.
    package func save(_ grant: AdministratorGrant) throws {
        try transaction.execute(
            """
            INSERT INTO administrator_grant (\(Self.columns))
            VALUES (\(grant.accountID), \(grant.scope), \(grant.role), \(grant.grantedBy), \(grant.grantedAt),
                \(grant.isDeclared))
            ON CONFLICT (account_id, scope) DO UPDATE SET role = excluded.role, granted_by = excluded.granted_by,
                granted_at = excluded.granted_at, is_declared = excluded.is_declared
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

    private static let columns: SQL.Fragment = "account_id, scope, role, granted_by, granted_at, is_declared"

    private static func grant(_ row: Row) throws -> AdministratorGrant {
        AdministratorGrant(
            accountID: try row("account_id"), scope: try row("scope"), role: try row("role"),
            grantedBy: try row("granted_by"), grantedAt: try row("granted_at"), isDeclared: try row("is_declared"))
    }
}
