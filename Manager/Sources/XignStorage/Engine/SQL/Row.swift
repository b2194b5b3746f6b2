/// One row of an answer, read by the names of its columns: for statements that no set of columns belongs to.
///
///     let name: String = try row("name")
///     let lockedUntil: Int64? = try row.optional("locked_until")
package struct Row: Sendable {
    /// The value of one column, as the engine stores it.
    package enum Value: Sendable, Hashable {
        case null, integer(Int64), text(String), bytes([UInt8]), boolean(Bool)
    }

    let columns: Columns
    let values: [Value]

    /// Reads a column that is not null. Throws `.unexpectedType` if it is null, missing or of another type.
    package func callAsFunction<V: SQLValue>(_ name: String, as type: V.Type = V.self) throws(StorageError) -> V {
        guard let value = try V(column: self.value(name)) else { throw StorageError(.unexpectedType, "column \(name)") }
        return value
    }

    /// Reads a column that may be null. Throws `.unexpectedType` if it is missing or of another type.
    package func optional<V: SQLValue>(_ name: String, as type: V.Type = V.self) throws(StorageError) -> V? {
        let value = try self.value(name)
        if value == .null { return nil }
        guard let value = V(column: value) else { throw StorageError(.unexpectedType, "column \(name)") }
        return value
    }

    private func value(_ name: String) throws(StorageError) -> Value {
        guard let index = columns.indices[name] else { throw StorageError(.unexpectedType, "no column \(name)") }
        return values[index]
    }
}

/// The values of a set of columns in a row, each read by its place.
struct TableRow<Column: ColumnSet>: Sendable {
    private let values: [Row.Value]
    private let start: Int

    /// - Parameter place: that of the set's first value; afterwards that of the first value behind the set.
    init(_ row: Row, at place: inout Int) {
        (values, start) = (row.values, place)
        place += Column.names.count
    }

    /// Reads a row that has this set alone.
    init(_ row: Row) { (values, start) = (row.values, 0) }

    /// Reads a column that is not null. Throws `.unexpectedType` if it is null or of another type.
    func callAsFunction<V: SQLValue>(_ column: Column, as type: V.Type = V.self) throws(StorageError) -> V {
        guard let value = V(column: values[start + column.rawValue]) else { throw Self.unexpectedType(column) }
        return value
    }

    /// Reads a column that may be null. Throws `.unexpectedType` if it is of another type.
    func optional<V: SQLValue>(_ column: Column, as type: V.Type = V.self) throws(StorageError) -> V? {
        let value = values[start + column.rawValue]
        if case .null = value { return nil }
        guard let value = V(column: value) else { throw Self.unexpectedType(column) }
        return value
    }

    private static func unexpectedType(_ column: Column) -> StorageError {
        StorageError(.unexpectedType, "column \(column)")
    }
}

/// The column names of a prepared statement, resolved once and shared by all of its rows.
struct Columns: Sendable {
    /// The places of columns, without those that share a name: it is not clear which of them is meant.
    fileprivate let indices: [String: Int]

    init(_ names: [String]) {
        let places = Dictionary(grouping: names.indices) { names[$0] }
        indices = places.compactMapValues { $0.count == 1 ? $0[0] : nil }
    }
}
