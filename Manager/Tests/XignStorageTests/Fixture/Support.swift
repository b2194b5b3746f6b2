import DatabaseFixture
import Testing
import Threads
import XignCrypto

@testable import XignStorage

extension Engine: CustomTestStringConvertible {
    public var testDescription: String { rawValue }
}

extension Place {
    func open() throws -> any Database { try DatabaseAddress(address).open(vault: .test) }
}

extension Vault {
    static let test = Vault(keyEncryptionKey: SymmetricKey(data: Array(repeating: UInt8(7), count: 32)))
}

extension PostgreSQLCluster {
    func connect(_ database: String = "postgres") throws -> PostgreSQLConnection {
        try PostgreSQLConnection(PostgreSQLAddress(url(database)), counters: Counters())
    }
}

/// What the tests of the engines write into.
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

/// A new database of `engine` with `schema`, for as long as `body` runs.
func withDatabase(
    _ engine: Engine, schema: [Migration] = testSchema, _ body: (any Database) throws -> Void
) throws {
    let place = try Place(engine)
    let database = try place.open()
    defer { database.close() }
    try database.migrate(schema)
    try body(database)
}

/// The code of the error that `body` throws; nil if it does not.
func code(_ body: () throws -> Void) -> StorageError.Code? {
    do { try body() } catch let error as StorageError { return error.code } catch { return nil }
    return nil
}

/// What a database's observers hear.
final class Heard: Sendable {
    private let notices = Locked<[Notice]>([])

    init(_ database: any Database) {
        database.observe { [notices] notice in
            notices.withLock { $0.append(notice) }
            notices.broadcast()
        }
    }

    var all: [Notice] { notices.withLock { $0 } }

    /// Waits until `notice` was heard. False after ten seconds.
    func wait(for notice: Notice) -> Bool {
        notices.wait(milliseconds: 10_000) { $0.contains(notice) ? true : nil } ?? false
    }
}

/// The suites below it run one test at a time: most start as many threads as they can use.
@Suite(.serialized) enum Storage {}

struct Refused: Error {}

extension Transaction {
    /// The first row, which there must be.
    func one(_ sql: SQL) throws -> Row { try #require(try row(sql)) }
}
