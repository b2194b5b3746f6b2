/// A statement with its parameters apart: what is interpolated becomes a typed parameter, never text.
///
///     let row = try transaction.row("SELECT state FROM session WHERE id = \(id)")   // ... WHERE id = $1
///
/// The text comes from `StaticString` literals alone, so a `String` cannot become SQL. Parameters are numbered in the order
/// in which they appear, since `$2` is a position to PostgreSQL but a mere name, numbered by first appearance, to SQLite.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// Typed even when it is null: PostgreSQL prepares a statement for the types of its parameters.
    package enum Parameter: Sendable, Equatable {
        case integer(Int64?), text(String?), bytes([UInt8]?), boolean(Bool?)
    }

    /// Text that several statements share, such as a list of columns. A literal, like the statement's own text.
    package struct Fragment: ExpressibleByStringLiteral, Sendable {
        let text: StaticString
        package init(stringLiteral text: StaticString) { self.text = text }
    }

    let text: String
    let parameters: [Parameter]

    package init(stringLiteral text: StaticString) {
        self.text = text.description
        parameters = []
    }

    package init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
        parameters = stringInterpolation.parameters
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var parameters: [Parameter] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            parameters.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        package mutating func appendInterpolation(_ fragment: Fragment) { text += fragment.text.description }

        package mutating func appendInterpolation<V: SQLValue>(_ value: V?) {
            parameters.append(V.parameter(value))
            text += parameters.count < Self.names.count ? Self.names[parameters.count] : "$\(parameters.count)"
        }

        /// The members of an `IN (...)`. An empty list becomes `NULL`, which nothing is in.
        package mutating func appendInterpolation<V: SQLValue>(_ values: [V]) {
            if values.isEmpty { text += "NULL" }
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                appendInterpolation(value)
            }
        }

        private static let names = (0..<32).map { "$\($0)" }
    }
}
