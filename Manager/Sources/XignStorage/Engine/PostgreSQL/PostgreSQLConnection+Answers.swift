import CPostgreSQL
import Glibc

/// Answers of the server, and the errors in them.
extension PostgreSQLConnection {
    /// Waits for the answer to a query. The caller clears the result. Throws `.unavailable` if there is none.
    ///
    /// - Parameter isSent: the result of the function that has sent the query, 1 for success.
    func answer(_ isSent: Int32) throws(StorageError) -> OpaquePointer? {
        guard isSent == 1 else { throw StorageError(.unavailable, message) }
        counters?.countRoundTrip()
        let deadline = answerTimeout.map { ContinuousClock.now + $0 }
        let result = unsafe try nextResult(before: deadline)
        do throws(StorageError) {
            // A statement has one result. libpq is ready for the next statement after a null pointer.
            while let more = unsafe try nextResult(before: deadline) { unsafe PQclear(more) }
        } catch {
            unsafe PQclear(result)
            throw error
        }
        return unsafe result
    }

    private func nextResult(before deadline: ContinuousClock.Instant?) throws(StorageError) -> OpaquePointer? {
        while unsafe PQisBusy(handle) == 1 {
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let left = deadline.map { Int32(clamping: max(0, (ContinuousClock.now.duration(to: $0)).milliseconds)) }
            let count = unsafe poll(&wait, 1, left ?? -1)
            if count == 0 || (count < 0 && errno != EINTR) {
                isAbandoned = true
                throw StorageError(.unavailable, "the server does not answer")
            }
            // If the connection broke, the result has the error.
            if count > 0, unsafe PQconsumeInput(handle) == 0 { break }
        }
        return unsafe PQgetResult(handle)
    }

    // MARK: Errors

    func check(_ result: OpaquePointer?) throws(StorageError) {
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: throw unsafe error(result)
        }
    }

    private func error(_ result: OpaquePointer?) -> StorageError {
        // An error without SQLSTATE is libpq's own: the connection is lost, even if `PQstatus` does not say so yet.
        guard let state = unsafe field(result, "C") else { return StorageError(.unavailable, message) }
        let (primary, function) = unsafe (field(result, "M") ?? "", field(result, "R"))
        let code = StorageError.Code(sqlState: state, function: function, isLost: isLost)
        if StorageError.Code.isStaleStatement(state, function) { hasStaleStatements = true }
        // Without the field "detail" and without the messages of class 22 (data exceptions): they quote the values of
        // rows.
        return StorageError(code, "PostgreSQL \(state)\(state.hasPrefix("22") ? "" : ": \(primary)")")
    }

    private func field(_ result: OpaquePointer?, _ name: Unicode.Scalar) -> String? {
        unsafe PQresultErrorField(result, Int32(name.value)).map { unsafe String(cString: $0) }
    }

    /// libpq's last message, on one line.
    var message: String {
        unsafe String(cString: PQerrorMessage(handle)).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
