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
        let text: String
        package init(stringLiteral text: StaticString) { self.text = text.description }

        /// Makes a list of columns.
        init(_ columns: [String]) { text = columns.joined(separator: ", ") }
    }

    /// The text as the engines read it. Each connection caches its prepared statements by it.
    let text: String
    let parameters: [Parameter]

    package init(stringLiteral text: StaticString) {
        self.text = text.description
        parameters = []
    }

    package init(stringInterpolation: Interpolation) {
        text = String(decoding: stringInterpolation.text, as: UTF8.self)
        parameters = stringInterpolation.parameters
    }

    /// A statement after other words, such as `EXPLAIN`.
    init(_ words: StaticString, _ statement: SQL) {
        text = "\(words) \(statement.text)"
        parameters = statement.parameters
    }

    /// Makes a `SELECT` of lists of columns, and of this text behind `FROM`.
    func selecting(_ lists: [Fragment]) -> SQL {
        SQL(text: "SELECT \(lists.map(\.text).joined(separator: ", ")) FROM \(text)", parameters: parameters)
    }

    private init(text: String, parameters: [Parameter]) {
        (self.text, self.parameters) = (text, parameters)
    }

    package struct Interpolation: StringInterpolationProtocol {
        /// The text in UTF-8. Appending to a `String` instead costs a login 2 % more instructions
        /// (docs/performance.md).
        fileprivate var text: [UInt8] = []
        fileprivate var parameters: [Parameter] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * "$10".utf8.count)
            parameters.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            literal.withUTF8Buffer { unsafe text.append(contentsOf: $0) }
        }

        package mutating func appendInterpolation(_ fragment: Fragment) { text.append(contentsOf: fragment.text.utf8) }

        package mutating func appendInterpolation<V: SQLValue>(_ value: V?) {
            append(V.parameter(value))
        }

        /// The members of an `IN (...)`. An empty list becomes `NULL`, which no value is in.
        package mutating func appendInterpolation<V: SQLValue>(_ values: [V]) {
            if values.isEmpty { appendLiteral("NULL") } else { appendList(values.map(V.parameter)) }
        }

        mutating func appendList(_ list: [Parameter]) {
            for (index, parameter) in list.enumerated() {
                if index > 0 { appendLiteral(", ") }
                append(parameter)
            }
        }

        private mutating func append(_ parameter: Parameter) {
            parameters.append(parameter)
            text.append(UInt8(ascii: "$"))
            text.append(contentsOf: String(parameters.count).utf8)
        }
    }
}
