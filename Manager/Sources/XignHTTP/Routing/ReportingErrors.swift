/// Middleware that reports the errors of handlers which are no `HTTPError`, and answers them with 500.
///
/// - Parameter report: Gets the error with the request that it belongs to; on the handler's thread.
public func reportingErrors(_ report: @escaping @Sendable (any Error, Request) -> Void) -> Middleware {
    { next in
        { request in
            do { return try await next(request) } catch let error as HTTPError { throw error } catch {
                report(error, request)
                throw HTTPError.internalError
            }
        }
    }
}
