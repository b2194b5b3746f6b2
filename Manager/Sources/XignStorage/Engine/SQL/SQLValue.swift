/// A Swift type that both engines store alike, as one of four: a 64-bit integer, text, bytes, or a Boolean.
///
/// An id or an enumeration that is `RawRepresentable` by one of them conforms with an empty extension:
///
///     extension ServiceID: SQLValue {}
package protocol SQLValue: Sendable {
    /// Makes a parameter of `value`; of nil a null of the same type.
    static func parameter(_ value: Self?) -> SQL.Parameter
    /// Reads a column that is not null. Nil if the column has another type, or none of this type's values.
    init?(column: Row.Value)
}

extension SQLValue where Self: RawRepresentable, RawValue: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { RawValue.parameter(value?.rawValue) }
    package init?(column: Row.Value) {
        guard let raw = RawValue(column: column) else { return nil }
        self.init(rawValue: raw)
    }
}

extension Int64: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .integer(value) }
    package init?(column: Row.Value) {
        guard case .integer(let number) = column else { return nil }
        self = number
    }
}

extension Int: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .integer(value.map(Int64.init)) }
    package init?(column: Row.Value) {
        guard case .integer(let number) = column, let exact = Int(exactly: number) else { return nil }
        self = exact
    }
}

extension Bool: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .boolean(value) }
    package init?(column: Row.Value) {
        switch column {
        case .boolean(let flag): self = flag
        case .integer(0): self = false  // SQLite has no type for Booleans.
        case .integer(1): self = true
        default: return nil
        }
    }
}

/// Text without NUL, which PostgreSQL cannot store: a statement with such a parameter throws `.invalidText`.
extension String: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .text(value) }
    package init?(column: Row.Value) {
        guard case .text(let text) = column else { return nil }
        self = text
    }
}

extension [UInt8]: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .bytes(value) }
    package init?(column: Row.Value) {
        guard case .bytes(let bytes) = column else { return nil }
        self = bytes
    }
}
