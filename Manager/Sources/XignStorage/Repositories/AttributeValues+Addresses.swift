import XignDomain
import XignProtocol

/// Mail addresses, which are found by a keyed hash: the values themselves are sealed.
extension AttributeValues {
    /// Returns the values that are a mail address, the verified ones first.
    /// - Parameter address: in any case.
    package func withAddress(_ address: String, limit: Int) throws -> [AttributeValue] {
        let lookup = vault.lookup(ofAddress: address)
        return try transaction.rows(
            Column.self,
            from: """
                attribute_value WHERE lookup IN (\(vault.lookups(ofAddress: address)))
                ORDER BY is_verified DESC, id DESC LIMIT \(limit)
                """
        ).map(value).filter { vault.lookup(of: $0) == lookup }
    }

    /// Returns true if `addLookups` has values left.
    package func hasValuesWithoutLookup() throws -> Bool {
        try transaction.row(
            "SELECT id FROM attribute_value WHERE attribute = 'email' AND lookup IS NULL LIMIT \(1)") != nil
    }

    /// Adds the keyed hashes of mail addresses that an older version stored.
    /// - Returns: the number of values; fewer than `limit` means that none is left.
    package func addLookups(limit: Int) throws -> Int {
        let rows = try transaction.rows(
            Column.self,
            from: """
                attribute_value WHERE attribute = 'email' AND lookup IS NULL
                ORDER BY id LIMIT \(limit)
                """)
        for row in rows {
            let id: [UInt8] = try row(.id)
            let lookup: [UInt8]
            // No address has an empty hash, so that a value that somebody has damaged is not found, nor tried again.
            do { lookup = vault.lookup(of: try value(row)) ?? [] } catch is Vault.OpeningError { lookup = [] }
            try transaction.execute("UPDATE attribute_value SET lookup = \(lookup) WHERE id = \(id)")
        }
        return rows.count
    }
}

extension TransactionVault {
    /// Returns the keyed hash of a mail address; nil for a value of another attribute.
    func lookup(of value: AttributeValue) -> [UInt8]? {
        value.attribute == .email ? lookup(ofAddress: value.text) : nil
    }
}
