import Glibc
import Synchronization

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

/// The names of a statement's columns, all different, shared by its rows. Searched from behind the one that was found last: most
/// rows are read in the order of their columns.
final class Columns: Sendable {
    /// One behind the other.
    private let names: [UInt8]
    private let ranges: [Range<Int>]
    private let next = Atomic(0)

    init(_ names: [String]) {
        var all: [UInt8] = []
        ranges = names.map { name in
            let start = all.count
            all += name.utf8
            return start..<all.count
        }
        self.names = all
        assert(Set(names).count == names.count, "two columns have one name, and which is meant cannot be said")
    }

    /// Compares bytes, and few of them: this happens for each value of each row.
    func index(of name: StaticString) -> Int? {
        name.withUTF8Buffer { name in
            unsafe names.withUnsafeBytes { names in
                guard let names = names.baseAddress, let wanted = name.baseAddress else { return nil }
                var index = next.load(ordering: .relaxed)
                for _ in 0..<ranges.count {
                    if index == ranges.count { index = 0 }
                    let range = ranges[index]
                    index += 1
                    if unsafe range.count == name.count && memcmp(names + range.lowerBound, wanted, range.count) == 0 {
                        next.store(index, ordering: .relaxed)
                        return index - 1
                    }
                }
                return nil
            }
        }
    }
}
