import Glibc
import Testing
import Threads

@testable import XignStorage

/// The contract is checked on both.
enum Engine: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
    var testDescription: String { rawValue }
}

/// A folder, and on PostgreSQL an empty database, that exist for one test.
final class Place: Sendable {
    let engine: Engine
    let folder: String
    let cluster: PostgreSQLCluster?
    let name: String

    /// - Parameter cluster: nil for the one that all share.
    init(_ engine: Engine, cluster: PostgreSQLCluster? = nil) throws {
        self.engine = engine
        var template = Array("/tmp/xign-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        self.cluster = engine == .postgreSQL ? try cluster ?? .shared : nil
        name = try self.cluster?.createDatabase() ?? "test.db"
    }

    deinit {
        _ = try? Child.run("/bin/rm", "-rf", folder)
        cluster?.dropDatabase(name)
    }

    var path: String { "\(folder)/\(name)" }
    var address: String { cluster?.url(name) ?? path }

    func open() throws -> any Database { try DatabaseAddress(address).open() }
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

/// Runs `body` on as many threads at once, and returns when all have ended. The errors that they threw.
@discardableResult
func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [any Error] {
    struct State {
        var running: Int
        var errors: [any Error] = []
    }
    let state = Locked(State(running: count))
    for index in 0..<count {
        startThread("test-\(index)") {
            let result = Result { try body(index) }
            state.withLock { state in
                if case .failure(let error) = result { state.errors.append(error) }
                state.running -= 1
            }
            state.broadcast()
        }
    }
    return state.wait { $0.running == 0 ? $0.errors : nil }
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
