/// The keys of the vault and the token of the declared things, as one transaction sees them.
package struct Head: Sendable {
    /// The token under which a transaction may use what other transactions have read of the declared things.
    enum Token: Sendable, Equatable {
        case stored(String)
        /// The setting was removed by hand: each transaction reads the rows themselves.
        case missing
        /// This transaction has changed a declared thing: it has replaced the token, and reads the rows themselves.
        case replaced
    }

    let keys: Vault.State
    var token: Token
}

extension Head {
    /// The names of the settings, also spelled in `Column`, since SQL is made from literals. A test compares both.
    fileprivate static let names = [Vault.Setting.current, Vault.Setting.former, tokenName]
    /// The setting that has the token.
    static let tokenName = "declarationToken"

    /// Columns by which another statement reads the head, which saves one.
    enum Column: Int, ColumnSet {
        case key, formerKey, token
        static let names = ColumnNames(
            Self.self,
            selecting: """
                (SELECT value FROM setting WHERE name = 'key-encryption key'),
                (SELECT value FROM setting WHERE name = 'key-encryption key, former'),
                (SELECT value FROM setting WHERE name = 'declarationToken')
                """)
    }
}

extension Transaction {
    /// Returns the head, which is read once in a transaction. If the manager uses other keys, the next transaction
    /// reads again which ones are right: this one may have an older snapshot.
    /// - Throws: `StorageError` with the code `.keyMissing` where this manager does not have the key.
    func currentHead() throws -> Head {
        if let head { return head }
        return take(try readHead())
    }

    /// Returns the head, and lets the whole manager use its keys: for a transaction that seals, or derives from the
    /// manager's secret.
    func confirmedHead() throws -> Head {
        let head = try currentHead()
        if !head.keys.hasSameKeys(as: sharedVault.state) { sharedVault.adoptForNow(head.keys) }
        return head
    }

    /// Takes the head from the columns `Head.Column` of a row, unless this transaction has it.
    func takeHead(_ row: TableRow<Head.Column>) throws {
        guard head == nil else { return }
        _ = take(
            try makeHead(
                current: try row.optional(.key), former: try row.optional(.formerKey),
                token: try row.optional(.token)))
    }

    /// Reads the head.
    func readHead() throws -> Head {
        let values = Dictionary(
            uniqueKeysWithValues: try rows(Settings.Column.self, from: "setting WHERE name IN (\(Head.names))").map {
                (try $0(.name, as: String.self), try $0(.value, as: String.self))
            })
        return try makeHead(
            current: values[Vault.Setting.current], former: values[Vault.Setting.former],
            token: values[Head.tokenName])
    }

    /// - Parameter current: the identifier of the key that seals; nil: the vault's own key does.
    private func makeHead(current: String?, former: String?, token: String?) throws -> Head {
        Head(
            keys: try current.map { try sharedVault.keys(current: $0, former: former) } ?? sharedVault.state,
            token: token.map { .stored($0) } ?? .missing)
    }

    private func take(_ head: Head) -> Head {
        if !head.keys.hasSameKeys(as: sharedVault.state) { sharedVault.invalidate() }
        self.head = head
        return head
    }
}
