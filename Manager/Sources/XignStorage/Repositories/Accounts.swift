import XignDomain

/// The accounts of users.
package struct Accounts {
    let transaction: any Transaction

    package func find(id: AccountID) throws -> Account? {
        try transaction.row(Column.self, from: "account WHERE id = \(id)").map(Self.account)
    }

    package func find(_ id: PublicAccountID) throws -> Account? {
        try transaction.row(Column.self, from: "account WHERE public_id = \(id)").map(Self.account)
    }

    /// Finds the account with this name, compared byte by byte.
    package func find(name: String) throws -> Account? {
        try transaction.row(Column.self, from: "account WHERE name = \(name)").map(Self.account)
    }

    /// Returns the accounts whose name has this `UserName.key`, 20 at most: the one that has the key itself, then those
    /// without one.
    package func all(key: String) throws -> [Account] {
        let first = Self.sortKey(key)
        return try transaction.rows(
            Column.self,
            from: """
                account WHERE sort_key >= \(first) AND sort_key < \(first + [1])
                ORDER BY sort_key LIMIT 20
                """
        ).map(Self.account)
    }

    /// Returns the accounts without a key: when the rule of the keys was made or changed, an older account had the same
    /// key.
    package func withoutKey() throws -> [Account] {
        try transaction.rows(Column.self, from: "account WHERE name_key IS NULL ORDER BY name")
            .map(Self.account)
    }

    /// - Throws: `StorageError.uniqueViolation` where the name, or one with the same `UserName.key`, is taken.
    package func insert(_ account: Account, at now: Timestamp) throws {
        let key = UserName.key(of: account.name)
        let values = Column.values { column in
            switch column {
            case .id: .of(account.id)
            case .publicID: .of(account.publicID)
            case .name: .of(account.name)
            case .isActive: .of(account.isActive)
            case .isActiveDeclared: .of(account.isActiveDeclared)
            case .language: .of(account.language)
            }
        }
        let order = OrderColumn.values { column in
            switch column {
            case .nameKey: .of(key)
            case .sortKey: .of(Self.sortKey(key))
            case .createdAt: .of(now)
            }
        }
        try transaction.execute("INSERT INTO account \(values + order)")
    }

    /// Locks an account, and returns it as it is behind the lock; nil for an unknown id.
    ///
    /// The order of all locks is: the account, then activations by id, then the counter of notices.
    package func lock(_ id: AccountID) throws -> Account? {
        guard try transaction.changedRows("UPDATE account SET is_active = is_active WHERE id = \(id)") == 1 else {
            return nil
        }
        return try find(id: id)
    }

    /// Keeps the language that the person has chosen; nil where they take back their choice.
    package func setLanguage(_ language: Language?, account: AccountID) throws {
        try transaction.execute("UPDATE account SET language = \(language) WHERE id = \(account)")
    }

    /// Keeps that a file declares whether the account is active.
    package func setActiveDeclared(_ isDeclared: Bool, account: AccountID) throws {
        try transaction.execute("UPDATE account SET is_active_declared = \(isDeclared) WHERE id = \(account)")
    }

    /// Switches an account on, or off with its browser sessions, remembered logins and lasting accesses.
    package func setActive(_ isActive: Bool, account: AccountID) throws {
        try transaction.execute("UPDATE account SET is_active = \(isActive) WHERE id = \(account)")
        guard !isActive else { return }
        _ = try transaction.browserSessions.endAll(of: account)
        try transaction.endRememberedLogins(of: account)
        try transaction.sharedLogins.endAll(of: account)
        try transaction.endOfflineAccesses(to: account)
    }

    /// Gives every account its key. Of several accounts with the same key, only the oldest gets it.
    static func addKeys(_ transaction: any Transaction) throws {
        var taken: Set<String> = []
        for row in try transaction.rows("SELECT id, name FROM account ORDER BY created_at, id") {
            let (id, key): (String, String) = (try row("id"), UserName.key(of: try row("name")))
            guard taken.insert(key).inserted else { continue }
            try transaction.execute("UPDATE account SET name_key = \(key) WHERE id = \(id)")
        }
    }

    enum Column: Int, ColumnSet {
        case id, publicID, name, isActive, isActiveDeclared, language
        static let names = ColumnNames(Self.self, of: "account")
    }

    /// The columns by which lists are ordered.
    enum OrderColumn: Int, ColumnSet {
        case nameKey, sortKey, createdAt
        static let names = ColumnNames(Self.self)
    }

    static func account(_ row: TableRow<Column>) throws -> Account {
        Account(
            id: try row(.id), publicID: try row(.publicID), name: try row(.name), isActive: try row(.isActive),
            language: try row.optional(.language), isActiveDeclared: try row.optional(.isActiveDeclared) ?? false)
    }
}
