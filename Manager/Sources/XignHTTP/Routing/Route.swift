/// What a request is done with, on the worker threads. While it awaits something, its thread answers others; it may also
/// block one, as long as there are enough of them.
///
/// An `HTTPError` that it throws is the answer; every other error becomes 500.
public typealias Handler = @Sendable (Request) async throws -> Response

/// Makes a handler out of a handler: to look at a request before it, at the answer or the error behind it, or to answer
/// in its place.
public typealias Middleware = @Sendable (_ next: @escaping Handler) -> Handler

/// Decides whether a request may wait for its handler, on the network thread: it must not block, nor take long.
///
/// - Throws: The answer in the handler's place, such as 429.
public typealias AdmissionCheck = @Sendable (Request) throws(HTTPError) -> Void

/// Where the answer comes from.
enum AnswerSource: Sendable {
    /// A handler with its middleware around it.
    case handler(Handler)
    /// It is always the same.
    case constant(Response)
}

/// What answers the requests of a path and method, and what is decided about them before.
final class Route: Sendable {
    let pattern: String
    let parameterNames: [String]
    let bodyLimit: Int
    let source: AnswerSource
    /// False for the answers that the router gives itself.
    let wantsBody: Bool

    init(
        pattern: String, parameterNames: [String] = [], bodyLimit: Int, wantsBody: Bool = true, source: AnswerSource
    ) {
        self.pattern = pattern
        self.parameterNames = parameterNames
        self.bodyLimit = bodyLimit
        self.wantsBody = wantsBody
        self.source = source
    }

    func respond(to request: Request) async -> Response {
        switch source {
        case .constant(let response): return response
        case .handler(let handler):
            do { return try await handler(request) } catch let error as HTTPError { return error.response } catch {
                return HTTPError.internalError.response
            }
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
