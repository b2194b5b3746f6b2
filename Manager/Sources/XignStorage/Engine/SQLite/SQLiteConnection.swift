import CSQLite
import Glibc

/// One connection to an SQLite file, used by one thread at a time.
@safe final class SQLiteConnection {
    struct Settings: Sendable {
        var synchronous = SQLiteDatabase.Options.Synchronous.full
        var cacheKibibytes = 1_024
        /// How long to wait for another process that holds the file.
        var busyMilliseconds: Int32 = 5_000
        /// Pages of the WAL after which a commit copies them into the file.
        var checkpointPages = 4_000
    }

    /// A number in the file's header that tells our files from others: "Xign".
    private static let applicationID: Int64 = 0x5869_676E
    private static let maximumStatements = 256
    /// Once for the process, and refused, harmlessly, if somebody else has used SQLite before.
    private static let isConfigured = sqlite3_count_no_memory() == SQLITE_OK

    private let path: String
    private let handle: OpaquePointer
    private let counters: Counters
    /// Prepared statements by their text.
    private var statements: [String: SQLiteStatement] = [:]
    private var buffer = ParameterBuffer()
    private var dataVersion: Int64?
    /// How many statements were begun that can change the file.
    private(set) var writes = 0

    /// Opens the file; a writer creates it, readable by its owner alone, and makes sure that it is a database of ours.
    init(path: String, isReadOnly: Bool, settings: Settings, counters: Counters) throws(StorageError) {
        _ = Self.isConfigured
        // A relative path could be one of SQLite's special names, ":memory:" for example.
        let path = path.hasPrefix("/") ? path : "./\(path)"
        if !isReadOnly { try SQLiteFile.createIfAbsent(path) }
        var opened: OpaquePointer?
        // Without SQLite's own mutex: a connection belongs to one thread at a time, which its owners see to.
        let flags =
            (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened = unsafe opened else { throw StorageError(.inputOutput, "no memory") }
        unsafe handle = opened
        self.path = path
        self.counters = counters
        guard status == SQLITE_OK else { throw error(status) }
        // SQLite falls back to reading, silently, if it may not write.
        if !isReadOnly, unsafe sqlite3_db_readonly(handle, "main") == 1 { throw SQLiteFile.cannotWrite(path) }

        unsafe sqlite3_busy_timeout(handle, settings.busyMilliseconds)
        unsafe sqlite3_set_flag(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe sqlite3_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)  // "x" is a name, never a string
        unsafe sqlite3_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        try require("PRAGMA trusted_schema = OFF", "PRAGMA trusted_schema", 0)
        try require("PRAGMA foreign_keys = ON", "PRAGMA foreign_keys", 1)
        try run("PRAGMA temp_store = MEMORY")  // else the journals of savepoints are files in /tmp
        try run("PRAGMA cache_size = \(-settings.cacheKibibytes)")
        try run("PRAGMA cache_spill = OFF")  // what a batch changes is written once, at its commit
        if !isReadOnly { try prepareToWrite(settings) }
    }

    deinit {
        statements.removeAll()
        unsafe sqlite3_close_v2(handle)
    }

    private func prepareToWrite(_ settings: Settings) throws(StorageError) {
        // A new file that several processes open at once: SQLite does not wait here by itself, for fear of a deadlock.
        let deadline = ContinuousClock.now + .milliseconds(Int(settings.busyMilliseconds))
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
        // What is deleted, keys above all, is overwritten. Said here, since each build of SQLite has a default of its own.
        try require("PRAGMA secure_delete = ON", "PRAGMA secure_delete", 1)
        try run("PRAGMA wal_autocheckpoint = \(settings.checkpointPages)")
        try run("PRAGMA journal_size_limit = \(64 << 20)")
        // After WAL, and read back: power loss must not take back an acknowledged count of failed attempts.
        let level = settings.synchronous.rawValue
        try require("PRAGMA synchronous = \(level)", "PRAGMA synchronous", Int64(level))
    }

    /// Marks a new file as ours, and refuses those of others. In a transaction: another process may be at it too.
    private func adopt() throws(StorageError) {
        if try header("PRAGMA application_id") == Self.applicationID { return }
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let found = try header("PRAGMA application_id")
            if found != Self.applicationID {
                guard found == 0, try run("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty else {
                    throw StorageError(.foreignDatabase, "\(path): application_id \(found)")
                }
                try run("PRAGMA application_id = \(Self.applicationID)")
            }
            try run("COMMIT")
        } catch {
            rollBack()
            throw error
        }
    }

    // MARK: Statements

    /// Inside no transaction: none was begun, or SQLite itself has rolled it back after a severe error.
    var isIdle: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Ends the transaction, if there still is one.
    func rollBack() {
        // A rollback fails only when SQLite has rolled back already.
        if !isIdle { _ = try? run("ROLLBACK") }
    }

    /// Whether another connection has committed a change since this was last asked. False where the answer is not to be had.
    func wasChangedElsewhere() -> Bool {
        guard let version = try? header("PRAGMA data_version") else { return false }
        defer { dataVersion = version }
        return dataVersion != version
    }

    /// A statement of a transaction.
    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        counters.countStatement()
        let statement = try statement(sql.text)
        defer { statement.reset() }  // its bindings point into the buffer
        try bind(sql.parameters, to: statement)
        return try step(statement)
    }

    /// A statement of a transaction that changes rows. Returns how many.
    func changedRows(_ sql: SQL) throws(StorageError) -> Int {
        _ = try rows(sql)
        return Int(unsafe sqlite3_changes64(handle))
    }

    private func bind(_ parameters: [SQL.Parameter], to statement: SQLiteStatement) throws(StorageError) {
        let status = try statement.bind(parameters, in: &buffer)
        guard status == SQLITE_OK else { throw error(status) }
    }

    /// A statement of our own text without parameters.
    @discardableResult
    func run(_ text: String) throws(StorageError) -> [Row] {
        let statement = try statement(text)
        defer { statement.reset() }
        return try step(statement)
    }

    private func step(_ statement: SQLiteStatement) throws(StorageError) -> [Row] {
        if !statement.isReadOnly { writes += 1 }
        var rows: [Row] = []
        while true {
            switch statement.step() {
            case SQLITE_ROW: rows.append(statement.row())
            case SQLITE_DONE: return rows
            case let status: throw error(status)
            }
        }
    }

    private func statement(_ text: String) throws(StorageError) -> SQLiteStatement {
        if let statement = statements[text] { return statement }
        // Lists of many lengths make many statements: preparing again costs less than keeping them all.
        if statements.count >= Self.maximumStatements { statements.removeAll(keepingCapacity: true) }
        let statement = try prepare(text)
        statements[text] = statement
        return statement
    }

    private func prepare(_ text: String) throws(StorageError) -> SQLiteStatement {
        let (prepared, status, isWhole) = unsafe SQLiteStatement.prepare(text, on: handle)
        guard status == SQLITE_OK else { throw error(status) }
        guard let prepared, isWhole else { throw StorageError(.other, "not exactly one statement") }
        return prepared
    }

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

    /// The error that the last call on this connection returned as `status`.
    private func error(_ status: Int32) -> StorageError {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        let number = unsafe sqlite3_system_errno(handle)
        // The operating system knows better why.
        if status & 0xFF == SQLITE_CANTOPEN, number != 0 { return SQLiteFile.failure(number, path) }
        return StorageError(StorageError.Code(sqlite: status), "\(path): SQLite \(status), \(message)")
    }

    // MARK: Backup

    /// Copies this database, as of one moment, into the empty file at `path`, a few pages at a time.
    func copy(to path: String, pagesPerStep: Int32, pauseMicroseconds: UInt32) throws(StorageError) {
        var target: OpaquePointer?
        let opened = unsafe sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nil)
        defer { unsafe sqlite3_close_v2(target) }
        guard opened == SQLITE_OK else { throw StorageError(StorageError.Code(sqlite: opened), "cannot open \(path)") }
        // Within one read transaction: otherwise every write by another connection starts the copy over again.
        try run("BEGIN")
        defer { rollBack() }
        try run("SELECT 1 FROM sqlite_schema LIMIT 1")
        guard let backup = unsafe sqlite3_backup_init(target, "main", handle, "main") else {
            throw StorageError(.inputOutput, "cannot begin the copy to \(path)")
        }
        var status: Int32
        repeat {
            status = unsafe sqlite3_backup_step(backup, pagesPerStep)
            if pauseMicroseconds > 0, status == SQLITE_OK { usleep(pauseMicroseconds) }
        } while status == SQLITE_OK
        let finished = unsafe sqlite3_backup_finish(backup)
        if status == SQLITE_DONE { status = finished }
        guard status == SQLITE_OK else {
            throw StorageError(StorageError.Code(sqlite: status), "SQLite \(status) while copying to \(path)")
        }
    }
}
