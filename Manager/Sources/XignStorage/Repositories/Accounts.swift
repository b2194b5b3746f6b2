import XignDomain

/// The people at this manager.
package struct Accounts {
    let transaction: any Transaction

    package func find(id: String) throws -> Account? {
        try transaction.row("SELECT id, name, is_active FROM account WHERE id = \(id)").map(Self.account)
    }

    package func find(name: String) throws -> Account? {
        try transaction.row("SELECT id, name, is_active FROM account WHERE name = \(name)").map(Self.account)
    }

    package func all() throws -> [Account] {
        try transaction.rows("SELECT id, name, is_active FROM account ORDER BY name").map(Self.account)
    }

    /// - Throws: `StorageError.uniqueViolation` where the name is taken.
    package func insert(_ account: Account, at now: Timestamp) throws {
        try transaction.execute(
            """
            INSERT INTO account (id, name, is_active, created_at)
            VALUES (\(account.id), \(account.name), \(account.isActive), \(now))
            """)
    }

    package func setActive(_ isActive: Bool, account: String) throws {
        try transaction.execute("UPDATE account SET is_active = \(isActive) WHERE id = \(account)")
    }

    private static func account(_ row: Row) throws -> Account {
        Account(id: try row("id"), name: try row("name"), isActive: try row("is_active"))
    }
}
