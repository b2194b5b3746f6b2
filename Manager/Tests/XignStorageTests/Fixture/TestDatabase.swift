import DatabaseFixture
import Testing
import XignCrypto
import XignDomain

@testable import XignStorage

/// The tests of the engines. They run one at a time, since most of them start as many threads as the machine can use.
@Suite(.serialized) enum Storage {}

extension Engine: CustomTestStringConvertible {
    public var testDescription: String { rawValue }
}

extension TemporaryDatabase {
    func open() throws -> any Database { try DatabaseAddress(address).open(vault: .test, creating: true) }
}

extension Vault {
    static let test = Vault(keyEncryptionKey: SymmetricKey(data: Array(repeating: UInt8(7), count: 32)))
}

extension PostgreSQLCluster {
    func connect(_ database: String = "postgres") throws -> PostgreSQLConnection {
        try PostgreSQLConnection(PostgreSQLAddress(url(database)))
    }
}

/// Two tables with a column of each type.
let testSchema = [
    Migration(
        1,
        [
            """
            CREATE TABLE item (id \(.integer) PRIMARY KEY, name \(.text) UNIQUE, data \(.bytes), number \(.integer),
            \(.boolean("flag")), CHECK (number <> -13)) \(.byInsertion)
            """,
            "CREATE TABLE part (id \(.bytes) PRIMARY KEY, item \(.integer) NOT NULL REFERENCES item (id)) \(.byKey)",
        ])
]

/// Runs `body` with a new database of `engine`, which has the tables of `schema`.
func withDatabase(
    _ engine: Engine, schema: [Migration] = testSchema, _ body: (any Database) throws -> Void
) throws {
    let place = try TemporaryDatabase(engine)
    let database = try place.open()
    defer { database.close() }
    try database.migrate(schema)
    try body(database)
}

/// Runs `body` with a new database of `engine`, which has the tables of the manager.
func withManagerDatabase(_ engine: Engine, _ body: (any Database) throws -> Void) throws {
    let place = try TemporaryDatabase(engine, copying: .managerSchema)
    let database = try place.open()
    defer { database.close() }
    try body(database)
}

extension DatabaseTemplate {
    static let managerSchema = DatabaseTemplate { address in
        let database = try DatabaseAddress(address).open(vault: .test, creating: true)
        defer { database.close() }
        try database.migrate(Schema.migrations)
    }
}

extension Transaction {
    /// Reads the first row; a test without one fails.
    func one(_ sql: SQL) throws -> Row { try #require(try row(sql)) }
}

/// Returns the code of the `StorageError` that `body` throws; nil for another error or none.
func code(_ body: () throws -> Void) -> StorageError.Code? {
    do { try body() } catch let error as StorageError { return error.code } catch { return nil }
    return nil
}

/// An error that a transaction's closure throws.
struct Refused: Error {}

extension TextID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension BearerHash: ExpressibleByArrayLiteral {
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes: bytes) }
}
