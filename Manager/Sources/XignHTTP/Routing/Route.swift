/// What a request is done with: synchronous Swift that runs on a worker thread and may block on a database.
///
/// An `HTTPError` that it throws is the answer; every other error becomes 500.
public typealias Handler = @Sendable (Request) throws -> Response

/// Makes a handler out of a handler: to look at a request before it, at the answer or the error behind it, or to answer
/// in its place.
public typealias Middleware = @Sendable (_ next: @escaping Handler) -> Handler

/// On which thread a handler and the middleware around it run.
public enum Execution: Sendable {
    /// On a worker; 503 when the queue for these is full.
    case pooled
    /// On the network thread, even when all workers are busy, and never in their queue. All other connections wait
    /// meanwhile: it must not block. For health checks.
    case inline
}

/// A handler with its middleware around it, and what is decided about its requests before it runs.
final class Route: Sendable {
    let pattern: String
    let parameterNames: [String]
    let execution: Execution
    let bodyLimit: Int
    let handler: Handler
    /// False for the answers that the router gives itself.
    let wantsBody: Bool

    init(
        pattern: String, parameterNames: [String] = [], execution: Execution = .pooled, bodyLimit: Int,
        wantsBody: Bool = true, handler: @escaping Handler
    ) {
        self.pattern = pattern
        self.parameterNames = parameterNames
        self.execution = execution
        self.bodyLimit = bodyLimit
        self.wantsBody = wantsBody
        self.handler = handler
    }

    func respond(to request: Request) -> Response {
        do { return try handler(request) } catch let error as HTTPError { return error.response } catch {
            return HTTPError.internalError.response
        }
    }
}

/// What the router says about a request head.
struct RouteMatch: Sendable {
    let route: Route
    let values: [String]

    /// Fills in what the request knows of its route.
    func complete(_ request: inout Request) {
        request.route = route.pattern.isEmpty ? request.target.path : route.pattern
        for (name, value) in zip(route.parameterNames, values) { request.pathParameters[name] = value }
    }
}
