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

    /// Which statement this is.
    let template: Template
    let parameters: [Parameter]

    /// A statement's literals with the places of its parameters between them. Statements are told apart by where their literals
    /// lie in the program: neither text is made nor characters are compared where a statement was prepared before.
    struct Template: Hashable, Sendable {
        fileprivate var pieces: [Piece]

        fileprivate enum Piece: Sendable {
            case literal(StaticString), parameter
        }

        /// As the engines read it.
        var text: String {
            var text = "", parameters = 0
            for piece in pieces {
                switch piece {
                case .literal(let literal): text += literal.description
                case .parameter:
                    parameters += 1
                    text += "$\(parameters)"
                }
            }
            return text
        }
    }

    package init(stringLiteral text: StaticString) {
        template = Template(pieces: [.literal(text)])
        parameters = []
    }

    package init(stringInterpolation: Interpolation) {
        template = Template(pieces: stringInterpolation.pieces)
        parameters = stringInterpolation.parameters
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Template.Piece] = []
        fileprivate var parameters: [Parameter] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: StaticString) { pieces.append(.literal(literal)) }

        package mutating func appendInterpolation(_ fragment: Fragment) { pieces.append(.literal(fragment.text)) }

        package mutating func appendInterpolation<V: SQLValue>(_ value: V?) {
            parameters.append(V.parameter(value))
            pieces.append(.parameter)
        }

        /// The members of an `IN (...)`. An empty list becomes `NULL`, which nothing is in.
        package mutating func appendInterpolation<V: SQLValue>(_ values: [V]) {
            if values.isEmpty { pieces.append(.literal("NULL")) }
            for (index, value) in values.enumerated() {
                if index > 0 { pieces.append(.literal(", ")) }
                appendInterpolation(value)
            }
        }
    }
}

extension SQL.Template {
    /// Where it begins and of how many pieces it is: most statements differ in that, and this happens for each.
    func hash(into hasher: inout Hasher) {
        hasher.combine(pieces.first?.place?.start)
        hasher.combine(pieces.count)
    }
}

extension SQL.Template.Piece: Equatable {
    /// Where a literal lies, and its length; nil for a parameter. A literal of one character may be a value instead.
    fileprivate var place: (start: UInt, count: Int)? {
        guard case .literal(let text) = self else { return nil }
        guard text.hasPointerRepresentation else { return (UInt(text.unicodeScalar.value), 0) }
        return unsafe (UInt(bitPattern: text.utf8Start), text.utf8CodeUnitCount)
    }

    static func == (left: Self, right: Self) -> Bool {
        switch (left.place, right.place) {
        case (nil, nil): true
        case (let left?, let right?): left == right
        default: false
        }
    }
}
