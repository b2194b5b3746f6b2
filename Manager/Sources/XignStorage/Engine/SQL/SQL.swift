/// A statement whose interpolated values are typed parameters, never text.
///
///     let row = try transaction.row("SELECT state FROM session WHERE id = \(id)")   // ... WHERE id = $1
///
/// The text comes from `StaticString` literals alone, so a `String` cannot become SQL. Parameters are numbered in the
/// order in which they appear, since `$2` is a position to PostgreSQL but a mere name, numbered by first appearance, to
/// SQLite.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// A value of one of the four types that both engines store. Typed even when it is null: PostgreSQL prepares a
    /// statement for the types of its parameters.
    package enum Parameter: Sendable, Equatable {
        case integer(Int64?), text(String?), bytes([UInt8]?), boolean(Bool?)
    }

    /// Text that several statements share, such as a list of columns. A literal, like the statement's own text.
    package struct Fragment: ExpressibleByStringLiteral, Sendable {
        fileprivate let part: Text.Part
        var text: String { Text(parts: [part]).description }

        package init(stringLiteral text: StaticString) { part = Text.Part(text) }

        /// Makes a list of columns, which is never freed.
        init(_ columns: [String]) { part = Text.Part(keeping: columns.joined(separator: ", ")) }
    }

    /// Each connection caches its prepared statements by it.
    let text: Text
    let parameters: [Parameter]

    package init(stringLiteral text: StaticString) { self.init(text: Text(parts: [Text.Part(text)]), parameters: []) }

    package init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
        parameters = stringInterpolation.parameters
    }

    /// A statement after other words, such as `EXPLAIN`.
    init(_ words: StaticString, _ statement: SQL) {
        text = Text(parts: [Text.Part(words), Text.Part(" ")] + statement.text.parts)
        parameters = statement.parameters
    }

    /// Makes a `SELECT` of lists of columns, and of this text behind `FROM`.
    func selecting(_ lists: [Fragment]) -> SQL {
        var parts: [Text.Part] = []
        parts.reserveCapacity(2 * lists.count + 1 + text.parts.count)
        for list in lists {
            parts.append(Text.Part(parts.isEmpty ? "SELECT " : ", "))
            parts.append(list.part)
        }
        parts.append(Text.Part(" FROM "))
        return SQL(text: Text(parts: parts + text.parts), parameters: parameters)
    }

    private init(text: Text, parameters: [Parameter]) {
        (self.text, self.parameters) = (text, parameters)
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = Text()
        fileprivate var parameters: [Parameter] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.parts.reserveCapacity(2 * interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text.parts.append(Text.Part(literal)) }

        package mutating func appendInterpolation(_ fragment: Fragment) { text.parts.append(fragment.part) }

        mutating func appendInterpolation(_ lists: [Fragment]) {
            for (index, list) in lists.enumerated() {
                if index > 0 { appendLiteral(", ") }
                appendInterpolation(list)
            }
        }

        package mutating func appendInterpolation<V: SQLValue>(_ value: V?) {
            parameters.append(V.parameter(value))
            text.parts.append(.parameters(1))
        }

        /// The members of an `IN (...)`. An empty list becomes `NULL`, which no value is in.
        package mutating func appendInterpolation<V: SQLValue>(_ values: [V]) {
            if values.isEmpty { appendLiteral("NULL") } else { appendList(values.map(V.parameter)) }
        }

        /// The values of a row, with commas between them.
        mutating func appendInterpolation(list: [Parameter]) { appendList(list) }

        /// Appends parameters with commas between them.
        mutating func appendList(_ list: [Parameter]) {
            parameters += list
            text.parts.append(.parameters(list.count))
        }
    }
}
