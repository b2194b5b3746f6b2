import XignDomain

/// A copy of one table's rows into another database, in the order of the primary key.
private struct TableCopy {
    /// The number of rows that one statement reads.
    private static let rowsRead = 500
    /// The number of parameters of a statement that writes: PostgreSQL takes 65,535, and SQLite 32,766.
    private static let parametersWritten = 1_000

    private let table: SQL.Fragment
    private let source: any SchemaTransaction
    private let target: any SchemaTransaction
    /// The list of the columns.
    private let columns: SQL.Fragment
    /// The kinds that the target's columns have.
    private let kinds: [TableColumn.Kind]
    /// The list of the key's columns, and their places among all.
    private let key: SQL.Fragment
    private let keyPlaces: [Int]

    /// Throws `.other` for a table that differs, or has no primary key.
    init(
        _ table: SQL.Fragment, from source: any SchemaTransaction, to target: any SchemaTransaction
    ) throws(StorageError) {
        let (former, new) = (try source.columns(of: table), try target.columns(of: table))
        let kinds = Dictionary(uniqueKeysWithValues: new.map { ($0.name, $0.kind) })
        let key = former.indices.filter { former[$0].keyPlace != nil }
            .sorted { (former[$0].keyPlace ?? 0) < (former[$1].keyPlace ?? 0) }
        guard Set(former.map(\.name)) == Set(kinds.keys), !key.isEmpty else {
            throw StorageError(.other, "the columns of \(table.text) differ")
        }
        (self.table, self.source, self.target) = (table, source, target)
        columns = SQL.Fragment(former.map(\.name))
        self.kinds = former.compactMap { kinds[$0.name] }
        self.key = SQL.Fragment(key.map { former[$0].name })
        keyPlaces = key
    }

    /// - Parameter advance: gets the number of rows after each page.
    func callAsFunction(_ advance: (Int) -> Void) throws(StorageError) {
        var last: [SQL.Parameter] = []
        while true {
            let page = try source.rows(
                last.isEmpty
                    ? "SELECT \(columns) FROM \(table) ORDER BY \(key) LIMIT \(Self.rowsRead)"
                    : "SELECT \(columns) FROM \(table) WHERE (\(key)) > (\(list: last)) ORDER BY \(key) LIMIT \(Self.rowsRead)"
            )
            guard let end = page.last else { return }
            try insert(page)
            advance(page.count)
            last = try keyPlaces.map { place throws(StorageError) in try end.values[place].parameter }
        }
    }

    private func insert(_ page: [Row]) throws(StorageError) {
        let size = max(1, Self.parametersWritten / kinds.count)
        for start in stride(from: 0, to: page.count, by: size) {
            var sql = SQL.Interpolation(literalCapacity: 0, interpolationCount: 0)
            sql.appendLiteral("INSERT INTO ")
            sql.appendInterpolation(table)
            sql.appendLiteral(" (")
            sql.appendInterpolation(columns)
            sql.appendLiteral(") VALUES ")
            for index in start..<min(start + size, page.count) {
                sql.appendLiteral(index == start ? "(" : ", (")
                sql.appendList(
                    try zip(kinds, page[index].values).map { kind, value throws(StorageError) in
                        try kind.parameter(value)
                    })
                sql.appendLiteral(")")
            }
            try target.execute(SQL(stringInterpolation: sql))
        }
    }
}

extension Row.Value {
    /// The value as a parameter for its own column. No column of a key is null.
    fileprivate var parameter: SQL.Parameter {
        get throws(StorageError) {
            switch self {
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            case .bytes(let bytes): .bytes(bytes)
            case .boolean(let flag): .boolean(flag)
            case .null: throw StorageError(.unexpectedType, "a null in a primary key")
            }
        }
    }
}

extension Transaction {
    /// Replaces the rows of all tables by those of another database with the same schema.
    /// - Parameter source: a transaction of the other database, whose one snapshot is copied.
    /// - Returns: the number of the source's rows in each table, in the order of `Schema.tables`.
    /// - Throws: `StorageError`; `.foreignDatabase` where the source has a table that the schema does not have.
    package func copyTables(
        from source: any Transaction, reporting progress: ReportProgress = ignoreProgress
    ) throws -> [Int64] {
        let unknown = try source.schema.tableNames().subtracting(Schema.tables.map(\.text))
        guard unknown.isEmpty else {
            throw StorageError(.foreignDatabase, "tables of others: \(unknown.sorted().joined(separator: ", "))")
        }
        // Migrations have made rows, such as a token.
        for table in Schema.tables.reversed() { try execute("DELETE FROM \(table)") }
        let counts = try source.countRows()
        let total = counts.reduce(0, +)
        var done: Int64 = 0
        for table in Schema.tables {
            progress(WorkProgress(.copyingRows, done: done, of: total))
            let copy = try TableCopy(table, from: source.schema, to: schema)
            try copy { count in
                done += Int64(count)
                progress(WorkProgress(.copyingRows, done: done, of: total))
            }
        }
        // A migration has read another one.
        head = nil
        return counts
    }

    /// Counts the rows of each table, in the order of `Schema.tables`.
    package func countRows() throws(StorageError) -> [Int64] {
        try Schema.tables.map { table throws(StorageError) in
            try value("SELECT count(*) AS count FROM \(table)") ?? 0
        }
    }
}
