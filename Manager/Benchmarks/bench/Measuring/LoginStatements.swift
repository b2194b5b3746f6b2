import CSQLite
import VirtualUsers
import XignCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The 42 statements of a login on SQLite, without a program around them.
///
/// They have the rows, columns, indexes and bytes that a login's statements had when this was written, in tables of
/// their own: the floor stays the same while the manager's statements change.
final class LoginStatements {
    private enum Statement: Int, CaseIterable {
        case settings, wide, person, narrow, updateWide, updateNarrow, insertWide, insertNarrow, insertLong

        /// The keys and the token that are read with the first row of a transaction.
        private static let head = ["a", "b", "c"].map { "(SELECT value FROM setting WHERE name = '\($0)')" }
            .joined(separator: ", ")

        var sql: String {
            switch self {
            case .settings: "SELECT name, value FROM setting WHERE name IN ('a', 'b', 'c')"
            // A process, an authorization code or an access token.
            case .wide: "SELECT *, \(Self.head) FROM wide WHERE id = ?1"
            // An activation with its account, membership, subject and role.
            case .person:
                """
                SELECT a.*, b.v1, c.v1, d.v1, e.v1 FROM wide a JOIN narrow b ON b.id = a.id
                LEFT JOIN narrow c ON c.id = a.id LEFT JOIN narrow d ON d.id = b.id LEFT JOIN narrow e ON e.id = b.id
                WHERE a.id = ?1
                """
            case .narrow: "SELECT v1 FROM narrow WHERE id = ?1"
            case .updateWide:
                """
                UPDATE wide SET \((1...15).map { "v\($0) = v\($0)" }.joined(separator: ", ")), expires_at = expires_at + 1
                WHERE id = ?1 AND v1 = 1
                """
            case .updateNarrow: "UPDATE narrow SET v2 = v2 + 1 WHERE id = ?1"
            case .insertWide: LoginStatements.insert("wide", values: 30, "zeroblob(100)")
            case .insertNarrow: LoginStatements.insert("narrow", values: 6, "zeroblob(100)")
            // The evidence of a login.
            case .insertLong: LoginStatements.insert("narrow", values: 6, "zeroblob(1900)")
            }
        }

        var isInsertion: Bool { rawValue >= Self.insertWide.rawValue }
    }

    /// The transactions of a login.
    private static let transactions: [(writes: Bool, statements: [Statement])] = [
        // The authorization request, the login page, its event stream.
        (false, [.settings]), (true, [.settings, .insertWide, .insertNarrow]), (false, [.wide]), (false, [.wide]),
        // start, prepare
        (false, [.person]), (true, [.wide, .person, .narrow, .updateWide, .insertNarrow]),
        (true, [.wide, .person, .narrow, .updateWide, .insertNarrow]),
        // finish
        (false, [.narrow]),
        (
            true,
            [
                .updateNarrow, .wide, .person, .narrow, .narrow, .updateNarrow, .updateWide, .insertLong,
                .insertNarrow,
            ]
        ),
        // continue
        (false, [.wide]), (true, [.wide, .updateWide, .person, .insertWide, .insertNarrow]),
        // token, user info
        (false, [.settings]), (false, [.narrow]),
        (true, [.wide, .updateNarrow, .person, .insertNarrow, .insertWide]), (false, [.wide, .person]),
    ]

    private let path: String
    private let writer, reader: PlainConnection
    private var ids: [[UInt8]] = []

    init(folder: String) throws {
        path = "\(folder)/statements.sqlite"
        writer = try PlainConnection(path)
        // The disk's part is in the floor as commits.
        for setting in ["journal_mode = WAL", "synchronous = OFF", "wal_autocheckpoint = 4096", "cache_size = -1024"] {
            try writer.run("PRAGMA \(setting)")
        }
        for (name, values) in [("wide", 30), ("narrow", 6)] {
            let columns = (1...values).map { "v\($0)" }.joined(separator: ", ")
            try writer.run("CREATE TABLE \(name) (id BLOB PRIMARY KEY, expires_at, \(columns)) WITHOUT ROWID")
            try writer.run("CREATE INDEX \(name)_by_expiry ON \(name) (expires_at)")
        }
        try writer.run("CREATE TABLE setting (name TEXT PRIMARY KEY, value) WITHOUT ROWID")
        try writer.run("INSERT INTO setting VALUES ('a', zeroblob(60)), ('b', NULL), ('c', 'token')")
        try writer.prepare(Statement.allCases.map(\.sql))
        try writer.run("BEGIN IMMEDIATE")
        for _ in 0..<1000 {
            let id = Self.newID()
            for table in [Statement.insertWide, .insertNarrow] { try writer.step(table.rawValue, id) }
            ids.append(id)
        }
        try writer.run("COMMIT")
        reader = try PlainConnection(path)
        try reader.prepare(Statement.allCases.map(\.sql))
    }

    func remove() {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Runs the statements of `logins` logins. Those that write share one commit.
    func run(logins: Int) throws {
        try writer.run("BEGIN IMMEDIATE")
        for login in 0..<logins {
            let id = ids[login % ids.count]
            for (writes, statements) in Self.transactions {
                if !writes { try reader.run("BEGIN") }
                for statement in statements {
                    try (writes ? writer : reader).step(
                        statement.rawValue, statement.isInsertion ? Self.newID() : id)
                }
                if !writes { try reader.run("COMMIT") }
            }
        }
        try writer.run("COMMIT")
    }

    private static func newID() -> [UInt8] { Array(SecureRandom.bytes(count: 16)) }

    private static func insert(_ table: String, values: Int, _ last: String) -> String {
        let numbers = (1..<values).map { "\($0)" }.joined(separator: ", ")
        return "INSERT INTO \(table) VALUES (?1, 1000, \(numbers), \(last))"
    }
}

/// A connection to SQLite and its prepared statements.
@safe private final class PlainConnection {
    private let handle: OpaquePointer
    private var statements: [OpaquePointer?] = unsafe []

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        guard unsafe sqlite3_open_v2(path, &opened, access, nil) == SQLITE_OK, let opened = unsafe opened else {
            throw BenchError("cannot open \(path)")
        }
        unsafe handle = opened
    }

    deinit {
        unsafe statements.forEach { statement in unsafe sqlite3_finalize(statement) }
        unsafe sqlite3_close(handle)
    }

    func run(_ sql: String) throws {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    func prepare(_ texts: [String]) throws {
        for text in texts {
            var statement: OpaquePointer?
            guard unsafe sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else { throw failure(text) }
            unsafe statements.append(statement)
        }
    }

    /// Runs a prepared statement to its end, and reads each value of its rows.
    func step(_ number: Int, _ id: [UInt8]) throws {
        let statement = unsafe statements[number]
        try unsafe id.withUnsafeBytes { bytes in
            unsafe sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil)
            var status = unsafe sqlite3_step(statement)
            while status == SQLITE_ROW {
                for column in 0..<(unsafe sqlite3_column_count(statement)) {
                    _ = unsafe sqlite3_column_type(statement, column)
                }
                status = unsafe sqlite3_step(statement)
            }
            guard status == SQLITE_DONE else { throw failure("statement \(number)") }
            unsafe sqlite3_reset(statement)
        }
    }

    private func failure(_ text: String) -> BenchError {
        BenchError("\(text): \(unsafe String(cString: sqlite3_errmsg(handle)))")
    }
}
