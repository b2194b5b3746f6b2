import Logging
import XignHTTP
import XignStorage

/// Middleware that answers 503 while the database is unreachable, full, read-only, damaged or too slow, and logs the
/// cause.
///
/// A client may retry after `Retry-After`.
func reportingOutages(_ log: Log) -> Middleware {
    { next in
        { request in
            do { return try await next(request) } catch let error as StorageError where error.code.isOutage {
                log(
                    .error, "databaseFailed", of: request.remoteAddress.network,
                    [("request", "\(request)"), ("error", explanation(of: error))])
                throw HTTPError(
                    .serviceUnavailable, "the manager cannot use its database at the moment: try again",
                    headers: [HeaderField("Retry-After", "5")])
            }
        }
    }
}

extension StorageError.Code {
    /// True for failures that end by themselves or by an operator's action, without a change of the program.
    fileprivate var isOutage: Bool {
        switch self {
        case .conflict, .timeout, .unavailable, .outcomeUnknown, .full, .inputOutput, .readOnly, .accessDenied,
            .corrupt, .notADatabase, .keyMissing, .otherInstallation, .noDatabase, .fileReplaced, .closed:
            true
        default: false
        }
    }
}
