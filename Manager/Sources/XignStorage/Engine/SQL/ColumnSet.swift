/// Columns that statements read or write together, in the order of their cases: those of a table, or some of them.
///
///     enum Column: Int, ColumnSet {
///         case id, accountID, createdAt
///         static let names = ColumnNames(Self.self)
///     }
///
///     let rows = try transaction.rows(Column.self, from: "browser_session WHERE account_id = \(account)")
///     let created: Timestamp = try rows[0](.createdAt)
///
/// The list of a `SELECT`, that of an `INSERT` and the place of a value in a row all follow from the cases.
protocol ColumnSet: CaseIterable, RawRepresentable, Sendable where RawValue == Int {
    static var names: ColumnNames { get }
}

/// The names of the columns of a set, as statements have them.
struct ColumnNames: Sendable {
    let count: Int
    /// The list of a `SELECT`.
    let selected: SQL.Fragment
    /// The list of an `INSERT`.
    let inserted: SQL.Fragment

    /// Makes the name of each column of its case: `accountID` is `account_id`.
    /// - Parameter table: selects the columns by this table, where a join has others of the same name.
    init<Set: ColumnSet>(_ set: Set.Type, of table: StaticString? = nil) {
        let names = Set.allCases.map { Self.name(of: "\($0)") }
        count = names.count
        selected = SQL.Fragment(names.map { name in table.map { "\($0).\(name)" } ?? name })
        inserted = SQL.Fragment(names)
    }

    /// - Parameter list: the list of a `SELECT` with an expression for each case. No `INSERT` can have it.
    init<Set: ColumnSet>(_ set: Set.Type, selecting list: SQL.Fragment) {
        (count, selected, inserted) = (Set.allCases.count, list, "")
    }

    private static func name(of word: String) -> String {
        var (name, afterCapital) = ("", true)
        for letter in word {
            if letter.isUppercase, !afterCapital { name += "_" }
            name += letter.lowercased()
            afterCapital = letter.isUppercase
        }
        return name
    }
}

extension ColumnSet {
    /// Names the value of each column, for an `INSERT`.
    static func values(_ value: (Self) throws -> SQL.Parameter) rethrows -> SQL.Values {
        SQL.Values(columns: [names.inserted], parameters: try allCases.map(value))
    }
}

extension SQL {
    /// The columns of an `INSERT` with their values: `"INSERT INTO account \(values)"`.
    struct Values {
        fileprivate let columns: [Fragment]
        fileprivate let parameters: [Parameter]

        fileprivate init(columns: [Fragment], parameters: [Parameter]) {
            (self.columns, self.parameters) = (columns, parameters)
        }

        static func + (left: Values, right: Values) -> Values {
            Values(columns: left.columns + right.columns, parameters: left.parameters + right.parameters)
        }
    }
}

extension SQL.Parameter {
    static func of<V: SQLValue>(_ value: V?) -> Self { V.parameter(value) }
}

extension SQL.Interpolation {
    mutating func appendInterpolation(_ values: SQL.Values) {
        appendLiteral("(")
        appendInterpolation(values.columns)
        appendLiteral(") VALUES (")
        appendList(values.parameters)
        appendLiteral(")")
    }
}

extension Transaction {
    /// Reads a set of columns.
    /// - Parameter tail: the statement behind `FROM`.
    func rows<Set: ColumnSet>(_ set: Set.Type, from tail: SQL) throws(StorageError) -> [TableRow<Set>] {
        try rows(tail.selecting([set.names.selected])).map { TableRow($0) }
    }

    /// Reads the first row of `rows`; nil where there is none.
    func row<Set: ColumnSet>(_ set: Set.Type, from tail: SQL) throws(StorageError) -> TableRow<Set>? {
        try rows(set, from: tail).first
    }

    /// Reads the sets of a join, which stand one after the other in each row.
    func rows<each Set: ColumnSet>(
        _ sets: repeat (each Set).Type, from tail: SQL
    ) throws(StorageError) -> [(repeat TableRow<each Set>)] {
        var lists: [SQL.Fragment] = []
        for set in repeat each sets { lists.append(set.names.selected) }
        return try rows(tail.selecting(lists)).map { row in
            var place = 0
            return (repeat TableRow<each Set>(row, at: &place))
        }
    }

    func row<each Set: ColumnSet>(
        _ sets: repeat (each Set).Type, from tail: SQL
    ) throws(StorageError) -> (repeat TableRow<each Set>)? {
        try rows(repeat each sets, from: tail).first
    }

    /// Reads the only column of each row.
    package func values<V: SQLValue>(_ sql: SQL, as type: V.Type = V.self) throws(StorageError) -> [V] {
        try rows(sql).map { row throws(StorageError) in
            guard let value = V(column: row.values[0]) else { throw StorageError(.unexpectedType, "the only column") }
            return value
        }
    }

    /// Reads the only column of the first row; nil where it is null, or there is no row.
    package func value<V: SQLValue>(_ sql: SQL, as type: V.Type = V.self) throws(StorageError) -> V? {
        guard let column = try row(sql)?.values[0], column != .null else { return nil }
        guard let value = V(column: column) else { throw StorageError(.unexpectedType, "the only column") }
        return value
    }
}
