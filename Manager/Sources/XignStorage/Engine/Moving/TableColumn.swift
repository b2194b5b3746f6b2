/// A column of a table, as the engine's catalogue describes it.
struct TableColumn: Sendable {
    /// The types of columns. SQLite has none for Booleans.
    enum Kind: Sendable {
        case integer, text, bytes, boolean
    }

    let name: String
    let kind: Kind
    /// The place in the primary key; nil for a column that is not part of it.
    let keyPlace: Int?

    private static let kinds: [String: Kind] = [
        "INTEGER": .integer, "bigint": .integer, "TEXT": .text, "text": .text, "BLOB": .bytes, "bytea": .bytes,
        "boolean": .boolean,
    ]

    /// - Parameter row: has `name`, `type` as the engine spells it, and `key_place`.
    init(_ row: Row) throws(StorageError) {
        name = try row("name")
        let type: String = try row("type")
        guard let kind = Self.kinds[type] else { throw StorageError(.unexpectedType, "column \(name): \(type)") }
        self.kind = kind
        keyPlace = try row.optional("key_place")
    }
}

extension TableColumn.Kind {
    /// Makes a parameter for a column of this kind of a value that either engine has read.
    ///
    /// Throws `.unexpectedType`.
    func parameter(_ value: Row.Value) throws(StorageError) -> SQL.Parameter {
        switch (self, value) {
        case (.integer, .null): .integer(nil)
        case (.integer, .integer(let number)): .integer(number)
        // A Boolean of PostgreSQL, on its way to SQLite.
        case (.integer, .boolean(let flag)): .integer(flag ? 1 : 0)
        case (.boolean, .null): .boolean(nil)
        case (.boolean, .boolean(let flag)): .boolean(flag)
        case (.boolean, .integer(0)): .boolean(false)
        case (.boolean, .integer(1)): .boolean(true)
        case (.text, .null): .text(nil)
        case (.text, .text(let text)): .text(text)
        case (.bytes, .null): .bytes(nil)
        case (.bytes, .bytes(let bytes)): .bytes(bytes)
        default: throw StorageError(.unexpectedType, "a value of another type than its column")
        }
    }
}
