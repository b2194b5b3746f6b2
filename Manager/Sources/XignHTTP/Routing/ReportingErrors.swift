/// Makes middleware that reports each error of a handler but `HTTPError`, and answers it with 500.
///
/// - Parameter report: Called with the error and its request, on the handler's thread.
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
