/// One row of an answer, read by the names of its columns.
///
///     let name: String = try row("name")
///     let lockedUntil: Int64? = try row.optional("locked_until")
package struct Row: Sendable {
    /// The value of one column, as the engine stores it.
    package enum Value: Sendable, Equatable {
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

/// The column names of a prepared statement, resolved once and shared by all of its rows.
struct Columns: Sendable {
    fileprivate let indices: [String: Int]

    /// - Parameter names: all different: with two columns of one name, it cannot be said which one is meant.
    init(_ names: [String]) {
        indices = Dictionary(zip(names, names.indices)) { first, second in
            assertionFailure("columns \(first) and \(second) have one name")
            return first
        }
    }
}
