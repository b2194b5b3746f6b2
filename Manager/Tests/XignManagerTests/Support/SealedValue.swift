@testable import XignStorage

/// A sealed value as the database has it.
struct SealedValue {
    /// The table and the column.
    let column: String
    /// Nil where nothing tells the place, and nobody can open the value.
    let place: Vault.Place?
    let bytes: [UInt8]
}

extension Transaction {
    /// Reads the values of all sealed columns.
    func sealedValues() throws -> [SealedValue] {
        var values: [SealedValue] = []
        for table in SealedTable.all {
            let keys = try table.keys.map { keys in
                try rows(keys([], 10_000)).map { try $0("id", as: [UInt8].self) }
            }
            for row in try rows(table.rows(keys ?? [])) {
                for column in table.columns {
                    guard let bytes: [UInt8] = try row.optional(column.name) else { continue }
                    values.append(
                        SealedValue(
                            column: "\(table.name).\(column.name)", place: try column.place(row), bytes: bytes))
                }
            }
        }
        return values
    }
}
