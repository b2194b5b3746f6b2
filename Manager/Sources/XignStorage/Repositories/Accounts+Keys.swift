import XignDomain

/// The keys of accounts after a change of the rule by which they are made.
extension Accounts {
    /// An account whose stored key is not that of its name.
    private struct Renamed {
        let id: AccountID
        let publicID: PublicAccountID
        let createdAt: Timestamp
        let key: String

        func isOlder(than other: (createdAt: Timestamp, id: AccountID)) -> Bool {
            (createdAt, id.text) < (other.createdAt, other.id.text)
        }
    }

    /// Gives each account the key of its name. Of several accounts with the same key, only the oldest has it.
    ///
    /// It holds only the accounts whose key changes, since a directory can be large.
    static func renewKeys(_ transaction: any Transaction) throws {
        let accounts = Accounts(transaction: transaction)
        let renamed = try accounts.renamed()
        // First of all their former keys become free.
        for account in renamed { try accounts.takeKey(from: account.id, account.publicID, key: account.key) }
        for account in renamed.sorted(by: { $0.isOlder(than: ($1.createdAt, $1.id)) }) {
            if let row = try transaction.row(
                "SELECT id, public_id, created_at FROM account WHERE name_key = \(account.key)")
            {
                let holder: AccountID = try row("id")
                guard account.isOlder(than: (try row("created_at"), holder)) else { continue }
                try accounts.takeKey(from: holder, try row("public_id"), key: account.key)
            }
            try transaction.execute(
                """
                UPDATE account SET name_key = \(account.key), sort_key = \(sortKey(account.key)) WHERE id = \(account.id)
                """)
        }
    }

    private func renamed() throws -> [Renamed] {
        var (renamed, last): ([Renamed], String) = ([], "")
        while true {
            let rows = try transaction.rows(
                """
                SELECT id, public_id, name, name_key, created_at FROM account WHERE id > \(last)
                ORDER BY id LIMIT \(500)
                """)
            guard let end = rows.last else { return renamed }
            for row in rows {
                let (key, stored): (String, String?) = (
                    UserName.key(of: try row("name")), try row.optional("name_key")
                )
                // Compared as bytes, as the engines do.
                if let stored, stored.utf8.elementsEqual(key.utf8) { continue }
                renamed.append(
                    Renamed(
                        id: try row("id"), publicID: try row("public_id"), createdAt: try row("created_at"), key: key))
            }
            last = try end("id")
        }
    }

    private func takeKey(from id: AccountID, _ publicID: PublicAccountID, key: String) throws {
        try transaction.execute(
            """
            UPDATE account SET name_key = NULL, sort_key = \(Self.sortKey(key, homonym: publicID)) WHERE id = \(id)
            """)
    }
}
