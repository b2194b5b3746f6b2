/// A numbered change of the schema. Once released, it is never edited.
package struct Migration: Sendable {
    package let number: Int
    package let statements: [Definition]
    /// Computes values that SQL cannot. Runs after the statements, in the same transaction.
    let fill: (@Sendable (any Transaction) throws -> Void)?

    package init(
        _ number: Int, _ statements: [Definition], fill: (@Sendable (any Transaction) throws -> Void)? = nil
    ) {
        self.number = number
        self.statements = statements
        self.fill = fill
    }
}

/// A statement that defines part of the schema, with placeholders for the words that the engines spell differently.
///
///     "CREATE TABLE service (id \(.bytes) PRIMARY KEY, \(.boolean("active")) NOT NULL) \(.byKey)"
package struct Definition: ExpressibleByStringInterpolation, Sendable {
    package enum Word: Sendable {
        case integer, text, bytes
        /// A column with this name; its constraints may follow. SQLite needs a check where PostgreSQL has a type.
        case boolean(StaticString)
        /// The end of `CREATE TABLE`: rows are stored in the order of their primary key.
        case byKey
        /// The end of `CREATE TABLE`: rows are stored in the order of their insertion, with an index for the primary
        /// key.
        case byInsertion
    }

    fileprivate enum Part {
        case literal(StaticString), word(Word)
    }

    private let parts: [Part]

    package init(stringLiteral value: StaticString) { parts = [.literal(value)] }
    package init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []
        package init(literalCapacity: Int, interpolationCount: Int) {}
        package mutating func appendLiteral(_ literal: StaticString) { parts.append(.literal(literal)) }
        package mutating func appendInterpolation(_ word: Word) { parts.append(.word(word)) }
    }

    func text(_ dialect: Dialect) -> String {
        parts.map {
            switch $0 {
            case .literal(let text): text.description
            case .word(let word): dialect.spell(word)
            }
        }.joined()
    }
}

/// An engine's spelling of the placeholders in a definition.
enum Dialect: Sendable {
    case sqlite, postgreSQL

    fileprivate func spell(_ word: Definition.Word) -> String {
        switch (self, word) {
        case (_, .text): "TEXT"
        case (.sqlite, .integer): "INTEGER"
        case (.sqlite, .bytes): "BLOB"
        case (.sqlite, .boolean(let column)): "\(column) INTEGER CHECK (\(column) IN (0, 1))"
        case (.sqlite, .byKey): "STRICT, WITHOUT ROWID"
        case (.sqlite, .byInsertion): "STRICT"
        case (.postgreSQL, .integer): "BIGINT"
        case (.postgreSQL, .bytes): "BYTEA"
        case (.postgreSQL, .boolean(let column)): "\(column) BOOLEAN"
        case (.postgreSQL, .byKey), (.postgreSQL, .byInsertion): ""
        }
    }
}
