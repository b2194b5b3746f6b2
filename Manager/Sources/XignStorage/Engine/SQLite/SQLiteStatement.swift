import CSQLite

/// A prepared statement, owned by its connection. SQLite prepares it again by itself after a change of the schema.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer
    private var columns: Columns?
    private var preparations: Int32 = 0

    private init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe sqlite3_finalize(handle) }

    /// Prepares the first statement in `text`.
    ///
    /// - Returns: the statement, nil if there is none; SQLite's result code; and true if it was the only one.
    static func prepare(
        _ text: String, on connection: OpaquePointer
    ) -> (statement: SQLiteStatement?, status: Int32, isWhole: Bool) {
        var text = text
        var prepared: OpaquePointer?
        let (status, isWhole) = text.withUTF8 { utf8 in
            unsafe utf8.withMemoryRebound(to: CChar.self) { text in
                var rest: UnsafePointer<CChar>?
                let status = unsafe sqlite3_prepare_v3(
                    connection, text.baseAddress, Int32(text.count), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &rest
                )
                return unsafe (status, rest == text.baseAddress.map { unsafe $0 + text.count })
            }
        }
        return (unsafe prepared.map { unsafe SQLiteStatement($0) }, status, isWhole)
    }

    /// Binds all parameters, which SQLite reads from `buffer` without a copy: the buffer must keep its content until
    /// `reset`.
    ///
    /// Throws `.invalidText`. Returns SQLite's result code.
    func bind(_ parameters: [SQL.Parameter], in buffer: inout ParameterBuffer) throws(StorageError) -> Int32 {
        buffer.reset(for: parameters)
        var index: Int32 = 0
        for parameter in parameters {
            index += 1
            let status = try bind(parameter, at: index, in: &buffer)
            guard status == SQLITE_OK else { return status }
        }
        return SQLITE_OK
    }

    private func bind(
        _ parameter: SQL.Parameter, at index: Int32, in buffer: inout ParameterBuffer
    ) throws(StorageError) -> Int32 {
        switch parameter {
        case .integer(let number?): return unsafe sqlite3_bind_int64(handle, index, number)
        case .boolean(let flag?): return unsafe sqlite3_bind_int64(handle, index, flag ? 1 : 0)
        case .text(let text?):
            let place = unsafe try buffer.append(text)
            let start = unsafe place.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe sqlite3_bind_text64(handle, index, start, UInt64(place.count), nil, UInt8(SQLITE_UTF8))
        case .bytes(let bytes?):
            let place = unsafe buffer.append(bytes)
            return unsafe sqlite3_bind_blob64(handle, index, place.baseAddress, UInt64(place.count), nil)
        case .integer(nil), .boolean(nil), .text(nil), .bytes(nil): return unsafe sqlite3_bind_null(handle, index)
        }
    }

    var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    /// Executes until the next row or the end. Returns SQLite's result code.
    func step() -> Int32 { unsafe sqlite3_step(handle) }

    /// Prepares for the next execution, and drops the pointers to parameters.
    func reset() {
        // Its result is the error of the last step once more, which was reported then.
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }

    /// Reads the current row, after `step` has returned `SQLITE_ROW`. Throws `.unexpectedType` for a floating-point
    /// number.
    func row() throws(StorageError) -> Row {
        let count = unsafe sqlite3_column_count(handle)
        var values: [Row.Value] = []
        values.reserveCapacity(Int(count))
        for index in 0..<count { values.append(try value(index)) }
        return Row(columns: currentColumns(), values: values)
    }

    /// The columns of the schema that the statement was prepared for last.
    private func currentColumns() -> Columns {
        let preparations = unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let columns, preparations == self.preparations { return columns }
        let names = (0..<(unsafe sqlite3_column_count(handle))).map {
            unsafe String(cString: sqlite3_column_name(handle, $0))
        }
        let columns = Columns(names)
        self.preparations = preparations
        self.columns = columns
        return columns
    }

    private func value(_ index: Int32) throws(StorageError) -> Row.Value {
        switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            // First the text, then its length, as SQLite's manual demands (https://sqlite.org/c3ref/column_blob.html).
            let start = unsafe sqlite3_column_text(handle, index)
            let count = Int(unsafe sqlite3_column_bytes(handle, index))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(handle, index)
            let count = Int(unsafe sqlite3_column_bytes(handle, index))
            return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        case SQLITE_NULL: return .null
        case let type: throw StorageError(.unexpectedType, "no decoding for SQLite's type \(type): cast it")
        }
    }
}
