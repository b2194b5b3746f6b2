import Glibc

/// One row of an answer, read by the names of its columns.
///
///     let name: String = try row("name")
///     let lockedUntil: Int64? = try row.optional("locked_until")
package struct Row: Sendable {
    /// What a column holds.
    package enum Value: Sendable, Equatable {
        case null, integer(Int64), text(String), bytes([UInt8]), boolean(Bool)
    }

    let columns: Columns
    let values: [Value]

    /// The value of a column that is not null. Throws `.unexpectedType` if it is null, missing or of another type.
    package func callAsFunction<V: SQLValue>(_ name: StaticString, as type: V.Type = V.self) throws(StorageError) -> V {
        guard let value = try V(column: self.value(name)) else { throw StorageError(.unexpectedType, "column \(name)") }
        return value
    }

    /// The value of a column that may be null. Throws `.unexpectedType` if it is missing or of another type.
    package func optional<V: SQLValue>(_ name: StaticString, as type: V.Type = V.self) throws(StorageError) -> V? {
        let value = try self.value(name)
        if value == .null { return nil }
        guard let value = V(column: value) else { throw StorageError(.unexpectedType, "column \(name)") }
        return value
    }

    private func value(_ name: StaticString) throws(StorageError) -> Value {
        guard let index = columns.index(of: name) else {
            throw StorageError(.unexpectedType, "no column \(name)")
        }
        return values[index]
    }
}

/// The names of a statement's columns, shared by its rows. Searched from the left: rows are narrow.
final class Columns: Sendable {
    /// One behind the other.
    private let names: [UInt8]
    private let lengths: [Int]

    init(_ names: [String]) {
        self.names = names.flatMap(\.utf8)
        lengths = names.map(\.utf8.count)
    }

    /// Compares bytes, and few of them: this happens for each value of each row.
    func index(of name: StaticString) -> Int? {
        name.withUTF8Buffer { name in
            unsafe names.withUnsafeBytes { names in
                guard let first = names.baseAddress, let wanted = name.baseAddress else { return nil }
                var start = 0
                for (index, length) in lengths.enumerated() {
                    if length == name.count, unsafe memcmp(first + start, wanted, length) == 0 { return index }
                    start += length
                }
                return nil
            }
        }
    }
}
