import CPostgreSQL
import Glibc
import Threads

/// A connection to a PostgreSQL server, used by one thread at a time.
@safe final class PostgreSQLConnection {
    /// Object identifiers of built-in types, which are the same in every server (src/include/catalog/pg_type.dat).
    private enum TypeID {
        static let boolean: Oid = 16, bytes: Oid = 17, bigInteger: Oid = 20, integer: Oid = 23, text: Oid = 25
        static let varchar: Oid = 1043
    }

    private struct Prepared {
        let name: String
        let types: [Oid]
        var columns: Columns?
    }

    private static let maximumStatements = 256

    /// The time after which a missing answer is an error; nil for no limit. Longer than the server's own statement
    /// timeout: it detects a server that hangs or is no longer reachable.
    var answerTimeout: Duration?
    /// True after an answer has timed out. It may still come, and would be taken for the answer to a later statement.
    var isAbandoned = false
    /// The database's counters; nil while the connection is made.
    var counters: Counters?

    /// The number of the server's warnings since the connection was made.
    private(set) var warnings = 0

    let handle: OpaquePointer
    private var statements: [SQL.Text: Prepared] = [:]
    private var lastNumber = 0
    /// True once the server has refused a prepared statement, since the schema has changed.
    var hasStaleStatements = false
    // The parameters of one statement in the form of libpq. Reused, so that a statement allocates nothing for them.
    private var buffer = ParameterBuffer()
    private var places: [UnsafePointer<CChar>?] = unsafe []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// Connects, and makes the address's settings those of the session.
    ///
    /// Throws `.unavailable` whatever the reason is, since libpq reports it as text alone.
    init(_ address: PostgreSQLAddress, answerTimeout: Duration? = nil) throws(StorageError) {
        guard let handle = unsafe PQconnectStart(address.connectionInfo) else {
            throw StorageError(.unavailable, "no memory")
        }
        unsafe self.handle = handle
        self.answerTimeout = answerTimeout
        // By default libpq prints the server's warnings to standard error, even those of the connection's start. The
        // pointer to this object is used by functions of `handle` alone, which ends with it.
        _ = unsafe PQsetNoticeReceiver(
            handle,
            { context, notice in
                guard let context = unsafe context,
                    let severity = unsafe PQresultErrorField(notice, Int32(UInt8(ascii: "V"))),
                    unsafe strcmp(severity, "WARNING") == 0
                else { return }
                unsafe Unmanaged<PostgreSQLConnection>.fromOpaque(context).takeUnretainedValue().warnings += 1
            }, Unmanaged.passUnretained(self).toOpaque())
        // Restarted by a blocking function: those alone apply `connect_timeout`, to each of several hosts. PQconnectdb
        // blocks too, but leaves no moment to install the notice receiver.
        if !isLost { unsafe PQreset(handle) }
        guard !isLost else { throw StorageError(.unavailable, message) }
        if let statement = address.settingsStatement { try run(statement) }
    }

    deinit { unsafe PQfinish(handle) }

    var isLost: Bool { unsafe isAbandoned || PQstatus(handle) == CONNECTION_BAD }

    // MARK: The server's process

    /// The process that the other end has named when the connection was made. A pooler names one of its own making.
    var namedProcess: Int32 { unsafe PQbackendPID(handle) }

    /// Asks for the server's process that runs this statement.
    func process() throws(StorageError) -> Int32? { Int32(try text("SELECT pg_backend_pid()")) }

    /// Returns the one value of a statement of the engine itself, which has no parameters; empty for null.
    func text(_ statement: String) throws(StorageError) -> String { (try texts(statement).first?.first ?? nil) ?? "" }

    /// Returns the rows of a statement of the engine itself, which has no parameters, with each value as text.
    ///
    /// It is not prepared: a pooler that lends processes for a transaction may have given one to this connection that
    /// knows the name of another's statement.
    func texts(_ statement: String) throws(StorageError) -> [[String?]] {
        let result = unsafe try answer(PQsendQuery(handle, statement))
        defer { unsafe PQclear(result) }
        unsafe try check(result)
        return (0..<(unsafe PQntuples(result))).map { row in
            (0..<(unsafe PQnfields(result))).map { column in
                unsafe PQgetisnull(result, row, column) == 1 ? nil : String(cString: PQgetvalue(result, row, column))
            }
        }
    }

    // MARK: Statements

    /// Runs a statement of the engine itself, which has no parameters and returns no rows.
    ///
    /// - Returns: the server's command tag, "COMMIT" for example.
    @discardableResult
    func run(_ text: String) throws(StorageError) -> String {
        let result = unsafe try answer(PQsendQuery(handle, text))
        defer { unsafe PQclear(result) }
        unsafe try check(result)
        return unsafe String(cString: PQcmdStatus(result))
    }

    /// Runs a transaction's statement to its end.
    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        let prepared = try prepare(sql)
        let result = unsafe try run(prepared, sql.parameters)
        defer { unsafe PQclear(result) }
        let rowCount = unsafe PQntuples(result), columnCount = unsafe PQnfields(result)
        guard rowCount > 0 else { return [] }
        let columns =
            prepared.columns ?? Columns((0..<columnCount).map { unsafe String(cString: PQfname(result, $0)) })
        if prepared.columns == nil { statements[sql.text]?.columns = columns }
        var rows: [Row] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var values: [Row.Value] = []
            values.reserveCapacity(Int(columnCount))
            for column in 0..<columnCount { values.append(unsafe try value(result, row, column)) }
            rows.append(Row(columns: columns, values: values))
        }
        return rows
    }

    /// Runs a transaction's statement that changes rows. Returns their number.
    func changedRows(_ sql: SQL) throws(StorageError) -> Int {
        let result = unsafe try run(prepare(sql), sql.parameters)
        defer { unsafe PQclear(result) }
        // Empty after statements that cannot change rows.
        return unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// Runs a prepared statement. The caller clears the result.
    private func run(_ prepared: Prepared, _ parameters: [SQL.Parameter]) throws(StorageError) -> OpaquePointer? {
        try place(parameters)
        let result = unsafe try answer(
            PQsendQueryPrepared(handle, prepared.name, Int32(places.count), places, lengths, formats, 1))
        do throws(StorageError) {
            unsafe try check(result)
        } catch {
            unsafe PQclear(result)
            throw error
        }
        return unsafe result
    }

    /// Begins a transaction.
    ///
    /// - Parameter mode: the isolation level and the access mode in SQL.
    func begin(_ mode: String) throws(StorageError) {
        try run("BEGIN ISOLATION LEVEL \(mode)")
    }

    /// Drops all prepared statements where there are many. Not inside a transaction.
    func limitStatements() throws(StorageError) {
        // A list makes a statement for each of its lengths. Preparing again costs less than keeping them all.
        if statements.count >= Self.maximumStatements { try forgetStatements() }
    }

    /// Drops all prepared statements, which a change of the schema has made invalid. Not inside a transaction, which a
    /// failure would end.
    func forgetStatements() throws(StorageError) {
        try run("DEALLOCATE ALL")
        statements.removeAll(keepingCapacity: true)
        hasStaleStatements = false
    }

    private func prepare(_ sql: SQL) throws(StorageError) -> Prepared {
        if let statement = statements[sql.text] {
            // In binary format the server would read a text of eight bytes as a bigint.
            let hasSameTypes = zip(statement.types, sql.parameters).allSatisfy { $0 == Self.type(of: $1) }
            if !hasSameTypes { throw StorageError(.unexpectedType, "one statement with parameters of different types") }
            return statement
        }
        lastNumber += 1
        let statement = Prepared(name: "s\(lastNumber)", types: sql.parameters.map(Self.type))
        let result = unsafe try answer(
            PQsendPrepare(handle, statement.name, sql.text.description, Int32(statement.types.count), statement.types))
        defer { unsafe PQclear(result) }
        unsafe try check(result)
        statements[sql.text] = statement
        return statement
    }

    private static func type(of parameter: SQL.Parameter) -> Oid {
        switch parameter {
        case .integer: TypeID.bigInteger
        case .text: TypeID.text
        case .bytes: TypeID.bytes
        case .boolean: TypeID.boolean
        }
    }

    /// Writes all parameters into the buffers, in binary format: nothing is escaped or parsed.
    private func place(_ parameters: [SQL.Parameter]) throws(StorageError) {
        buffer.reset(for: parameters)
        unsafe places.removeAll(keepingCapacity: true)
        lengths.removeAll(keepingCapacity: true)
        formats.removeAll(keepingCapacity: true)
        for parameter in parameters {
            let bytes: UnsafeRawBufferPointer?
            switch parameter {
            case .integer(let number?): unsafe bytes = buffer.append(number)
            case .text(let text?): unsafe bytes = try buffer.append(text)
            case .bytes(let value?): unsafe bytes = buffer.append(value)
            case .boolean(let flag?): unsafe bytes = buffer.append([flag ? 1 : 0])
            case .integer(nil), .text(nil), .bytes(nil), .boolean(nil): unsafe bytes = nil
            }
            unsafe places.append(bytes?.baseAddress?.assumingMemoryBound(to: CChar.self))
            lengths.append(Int32(unsafe bytes?.count ?? 0))
            formats.append(1)
        }
    }

    private func value(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) throws(StorageError) -> Row.Value {
        if unsafe PQgetisnull(result, row, column) == 1 { return .null }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        switch unsafe PQftype(result, column) {
        case TypeID.bigInteger: return .integer(unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
        case TypeID.integer: return .integer(Int64(unsafe Int32(bigEndian: bytes.loadUnaligned(as: Int32.self))))
        case TypeID.boolean: return .boolean(unsafe bytes[0] != 0)
        case TypeID.text, TypeID.varchar: return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case TypeID.bytes: return .bytes(unsafe [UInt8](bytes))
        case let type: throw StorageError(.unexpectedType, "no decoding for the server's type \(type): cast it")
        }
    }
}
