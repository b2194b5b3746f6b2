import CSQLite
import Glibc

/// A connection to an SQLite file, used by one thread at a time.
@safe final class SQLiteConnection {
    enum Role: Sendable {
        /// A writer that makes the file where there is none.
        case creator
        case writer, reader
    }

    /// A number in the file's header that marks it as a database of Xign: "Xign" in ASCII.
    private static let applicationID: Int64 = 0x5869_676E
    private static let maximumStatements = 256
    /// Configures SQLite once for the process. It refuses, harmlessly, if other code has used SQLite before.
    private static let isConfigured = sqlite3_count_no_memory() == SQLITE_OK

    private let path: String
    private let role: Role
    /// The file that was opened, by device and inode.
    let identity: [UInt64]?
    private let handle: OpaquePointer
    /// Prepared statements of transactions.
    private var statements: [SQL.Text: SQLiteStatement] = [:]
    /// Prepared statements of the engine itself.
    private var ownStatements: [String: SQLiteStatement] = [:]
    private var buffer = ParameterBuffer()
    private var dataVersion: Int64?
    /// The number of statements so far that could change the file.
    private(set) var writes = 0
    /// True once a statement or a check has found damage in the file.
    private(set) var hasFoundDamage = false

    /// Opens the file. A creator makes it where there is none, readable by its owner alone. Both a creator and a writer
    /// check that it is a database of Xign.
    ///
    /// Throws as `SQLiteDatabase.init` does.
    init(_ path: String, as role: Role, options: SQLiteDatabase.Options) throws(StorageError) {
        _ = Self.isConfigured
        // A relative path could be one of SQLite's special names, ":memory:" for example.
        let path = path.hasPrefix("/") ? path : "./\(path)"
        switch role {
        case .creator: try SQLiteFile.createIfAbsent(path)
        case .writer: try SQLiteFile.expectContent(path)
        case .reader: break
        }
        let identity = SQLiteFile.identity(path)
        var opened: OpaquePointer?
        // Without SQLite's own mutex, since one thread at a time uses the connection.
        let access = role == .reader ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let status = unsafe sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let opened = unsafe opened else { throw StorageError(.inputOutput, "no memory") }
        unsafe handle = opened
        self.path = path
        self.role = role
        self.identity = identity
        guard status == SQLITE_OK else { throw error(status) }
        // SQLite opens a file that it may not write read only, without an error.
        if role != .reader, unsafe sqlite3_db_readonly(handle, "main") == 1 { throw SQLiteFile.cannotWrite(path) }

        let timeout = Int32(clamping: options.timeout.milliseconds)
        unsafe sqlite3_busy_timeout(handle, timeout)
        unsafe sqlite3_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe sqlite3_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)  // "x" is a name, never a string
        unsafe sqlite3_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        try require("PRAGMA trusted_schema = OFF", "PRAGMA trusted_schema", 0)
        try require("PRAGMA foreign_keys = ON", "PRAGMA foreign_keys", 1)
        try run("PRAGMA temp_store = MEMORY")  // otherwise the journals of savepoints are files in /tmp
        try run("PRAGMA cache_size = \(-(role == .reader ? options.cacheKibibytes / 4 : options.cacheKibibytes))")
        try run("PRAGMA cache_spill = OFF")  // the pages that a batch changes are written once, at its commit
        guard role != .reader else { return }
        try prepareToWrite(options)
        // `restore` keeps the file locked while it puts another one in its place. Whoever waited for the lock has the
        // file that was moved aside.
        guard SQLiteFile.identity(path) == identity else {
            throw StorageError(.timeout, "\(path) was replaced while it was opened")
        }
    }

    deinit {
        statements.removeAll()
        ownStatements.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    private func prepareToWrite(_ options: SQLiteDatabase.Options) throws(StorageError) {
        // Several processes may open a new file at once. SQLite's busy timeout does not cover the change to WAL, since
        // two connections that upgrade their locks would wait for each other.
        let deadline = ContinuousClock.now + options.timeout
        while true {
            do throws(StorageError) {
                try adopt()
                guard try run("PRAGMA journal_mode = WAL").first?.values.first == .text("wal") else {
                    throw StorageError(.inputOutput, "the file system has no shared memory, which WAL needs: \(path)")
                }
                break
            } catch {
                guard error.code == .timeout, ContinuousClock.now < deadline else { throw error }
                usleep(5_000)
            }
        }
        // Deleted content, keys above all, is overwritten. Set explicitly, since builds of SQLite differ in the
        // default.
        try require("PRAGMA secure_delete = ON", "PRAGMA secure_delete", 1)
        try run("PRAGMA wal_autocheckpoint = \(options.checkpointPages)")
        try run("PRAGMA journal_size_limit = \(64 << 20)")
        // After WAL, and read back: power loss must not take back an acknowledged count of failed attempts.
        let level = options.synchronous.rawValue
        try require("PRAGMA synchronous = \(level)", "PRAGMA synchronous", Int64(level))
    }

    /// Marks a new file as a database of Xign, and refuses files of other programs. In a transaction, since another
    /// process may do the same.
    private func adopt() throws(StorageError) {
        if try header("PRAGMA application_id") == Self.applicationID { return }
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let found = try header("PRAGMA application_id")
            if found != Self.applicationID {
                guard found == 0, try run("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty else {
                    throw StorageError(.foreignDatabase, "\(path): application_id \(found)")
                }
                guard role == .creator else { throw StorageError(.noDatabase, path) }
                try run("PRAGMA application_id = \(Self.applicationID)")
            }
            try run("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    // MARK: Transactions

    /// True outside of a transaction: none was begun, or SQLite itself has rolled it back after a severe error.
    var isIdle: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Ends the transaction, if there still is one.
    func rollBack() {
        // A rollback fails only when SQLite has rolled back already.
        if !isIdle { _ = try? run("ROLLBACK") }
    }

    /// Returns true if another connection has committed a change since the last call; false also where SQLite cannot
    /// say.
    func wasChangedElsewhere() -> Bool {
        guard let version = try? header("PRAGMA data_version") else { return false }
        defer { dataVersion = version }
        return dataVersion != version
    }

    // MARK: Statements

    /// Runs a transaction's statement to its end.
    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        let statement = try statement(sql.text)
        defer { statement.reset() }  // its bindings point into the buffer
        let status = try statement.bind(sql.parameters, in: &buffer)
        guard status == SQLITE_OK else { throw error(status) }
        return try rows(statement)
    }

    /// Runs a transaction's statement that changes rows. Returns their number.
    func changedRows(_ sql: SQL) throws(StorageError) -> Int {
        _ = try rows(sql)
        return Int(unsafe sqlite3_changes64(handle))
    }

    /// Runs a statement of the engine itself, which has no parameters.
    @discardableResult
    func run(_ text: String) throws(StorageError) -> [Row] {
        let statement = try statement(text)
        defer { statement.reset() }
        return try rows(statement)
    }

    private func rows(_ statement: SQLiteStatement) throws(StorageError) -> [Row] {
        if !statement.isReadOnly { writes += 1 }
        var rows: [Row] = []
        while true {
            switch statement.step() {
            case SQLITE_ROW: rows.append(try statement.row())
            case SQLITE_DONE: return rows
            case let status: throw error(status)
            }
        }
    }

    private func statement(_ text: SQL.Text) throws(StorageError) -> SQLiteStatement {
        try statement(text, in: &statements) { $0.description }
    }

    private func statement(_ text: String) throws(StorageError) -> SQLiteStatement {
        try statement(text, in: &ownStatements) { $0 }
    }

    private func statement<Key: Hashable>(
        _ key: Key, in statements: inout [Key: SQLiteStatement], text: (Key) -> String
    ) throws(StorageError) -> SQLiteStatement {
        if let statement = statements[key] { return statement }
        // A list makes a statement for each of its lengths. Preparing again costs less than keeping them all.
        if statements.count >= Self.maximumStatements { statements.removeAll(keepingCapacity: true) }
        let (prepared, status, isWhole) = unsafe SQLiteStatement.prepare(text(key), on: handle)
        guard status == SQLITE_OK else { throw error(status) }
        guard let prepared, isWhole else { throw StorageError(.other, "not exactly one statement") }
        statements[key] = prepared
        return prepared
    }

    /// Changes a setting and reads it back.
    private func require(_ setting: String, _ question: String, _ expected: Int64) throws(StorageError) {
        try run(setting)
        guard try run(question).first?.values.first == .integer(expected) else {
            throw StorageError(.other, "this SQLite refuses \(setting)")
        }
    }

    private func header(_ question: String) throws(StorageError) -> Int64 {
        guard case .integer(let number)? = try run(question).first?.values.first else {
            throw StorageError(.corrupt, "\(path): \(question)")
        }
        return number
    }

    /// Makes an error of the result code that the last call on this connection has returned.
    private func error(_ status: Int32) -> StorageError {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        let number = unsafe sqlite3_system_errno(handle)
        // The system's error says more than "unable to open database file".
        if status & 0xFF == SQLITE_CANTOPEN, number != 0 { return SQLiteFile.failure(number, path) }
        var code = StorageError.Code(sqlite: status)
        if status & 0xFF == SQLITE_IOERR, number != 0 { code = StorageError.Code(errno: number) }
        if code == .corrupt || code == .notADatabase { hasFoundDamage = true }
        return StorageError(code, "\(path): SQLite \(status), \(message)")
    }

    /// Reads the whole file, and returns the first damage that SQLite finds; nil for none. A row that refers to none is
    /// damage, too. It ends no service, and no backup.
    ///
    /// Bytes that were exchanged within a value are no damage to SQLite.
    func findDamage() throws(StorageError) -> String? {
        if let damage = try findDamagedStructure() { return damage }
        return try run("PRAGMA foreign_key_check").first.map { _ in "a row refers to one that does not exist" }
    }

    /// Reads the whole file, and returns the first damage that SQLite finds in its structure; nil for none.
    func findDamagedStructure() throws(StorageError) -> String? {
        guard case .text(let found)? = try run("PRAGMA quick_check(1)").first?.values.first else {
            throw StorageError(.corrupt, "\(path): no answer to quick_check")
        }
        if found == "ok" { return nil }
        hasFoundDamage = true
        return found
    }

    /// Runs a closure, during whose statements SQLite calls another one some hundred times a second.
    func calling<Value>(
        _ report: @escaping () -> Void, during body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        // SQLite calls the handler on this thread, and no longer once it is removed.
        let box = unsafe Unmanaged.passRetained(ReportBox(report))
        defer { unsafe box.release() }
        unsafe sqlite3_progress_handler(
            handle, 10_000,
            { box in
                if let box = unsafe box { unsafe Unmanaged<ReportBox>.fromOpaque(box).takeUnretainedValue().report() }
                return 0
            }, box.toOpaque())
        defer { unsafe sqlite3_progress_handler(handle, 0, nil, nil) }
        return try body()
    }

    private final class ReportBox {
        let report: () -> Void
        init(_ report: @escaping () -> Void) { self.report = report }
    }

    /// The size in bytes that a copy without deleted content has, by the file's header.
    func copiedSize() throws(StorageError) -> Int64 {
        let pages = try header("PRAGMA page_count") - header("PRAGMA freelist_count")
        return try pages * header("PRAGMA page_size")
    }

    /// Ends the statement under way with an error. Any thread may call it while the connection is open.
    func interrupt() { unsafe sqlite3_interrupt(handle) }
}
