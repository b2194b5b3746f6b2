import Logging
import XignHTTP
import XignStorage

/// Answers 503 while the database is away, full, read only or too slow: whoever asked may try again, and the log says what is wrong.
func reportingOutages(_ log: Log) -> Middleware {
    { next in
        { request in
            do { return try await next(request) } catch let error as StorageError where error.code.isOutage {
                log(
                    .error, "databaseFailed", of: request.remoteAddress.network,
                    [("request", "\(request)"), ("error", "\(error)")])
                throw HTTPError(
                    .serviceUnavailable, "the manager cannot use its database at the moment: try again",
                    headers: [HeaderField("Retry-After", "5")])
            }
        }
    }
}

extension StorageError.Code {
    /// Whether it can pass by itself, or by what an operator does, without a change of the program.
    fileprivate var isOutage: Bool {
        switch self {
        case .conflict, .timeout, .unavailable, .outcomeUnknown, .full, .inputOutput, .readOnly, .accessDenied, .closed:
            true
        default: false
        }
    }
}
