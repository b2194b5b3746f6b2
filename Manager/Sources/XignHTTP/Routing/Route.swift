/// Answers a request, on a worker thread. While a handler awaits something, its thread answers other requests; a
/// handler may also block its thread.
///
/// An `HTTPError` that it throws is the answer; every other error becomes 500.
public typealias Handler = @Sendable (Request) async throws -> Response

/// Makes a handler out of a handler: to look at the request before it, at the answer or the error after it, or to
/// answer in its place.
public typealias Middleware = @Sendable (_ next: @escaping Handler) -> Handler

/// Decides whether a request may wait for its handler, on the network thread: it must neither block nor take long.
///
/// - Throws: The answer in the handler's place, such as 429.
public typealias AdmissionCheck = @Sendable (Request) throws(HTTPError) -> Void

/// Makes the answer for an error: of a handler, of an admission check, or of a server that is too busy. It may run on
/// the network thread: it must neither block nor take long.
public typealias ErrorAnswer = @Sendable (HTTPError, Request) -> Response

/// The source of a route's answers.
enum AnswerSource: Sendable {
    /// A handler with its middleware around it.
    case handler(Handler)
    case constant(Response)

    /// Puts middleware around a handler; a constant needs none.
    func wrapped(_ middleware: Middleware) -> AnswerSource {
        guard case .handler(let handler) = self else { return self }
        return .handler(middleware(handler))
    }
}

/// A route as it was registered, without the router's middleware.
struct RouteRegistration: Sendable {
    let method: Method
    var pattern: String
    var host: String?
    let bodyLimit: Int
    var source: AnswerSource
    var admissionCheck: AdmissionCheck?

    var segments: [Substring] { pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) }
}

/// The answers to one method of one path.
final class Route: Sendable {
    let pattern: String
    let parameterNames: [String]
    let bodyLimit: Int
    let source: AnswerSource
    /// Nil: the router's check.
    let admissionCheck: AdmissionCheck?
    /// False for the answers that the router gives itself.
    let wantsBody: Bool

    init(_ registration: RouteRegistration, _ middleware: Middleware) {
        pattern = registration.pattern
        parameterNames = registration.segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        bodyLimit = registration.bodyLimit
        source = registration.source.wrapped(middleware)
        admissionCheck = registration.admissionCheck
        wantsBody = true
    }

    /// A route that the router adds: for 404, 405 and OPTIONS.
    init(pattern: String, bodyLimit: Int, handler: @escaping Handler) {
        self.pattern = pattern
        self.bodyLimit = bodyLimit
        parameterNames = []
        source = .handler(handler)
        admissionCheck = nil
        wantsBody = false
    }
}

/// The route of a request head, with the values of its path parameters.
struct RouteMatch: Sendable {
    let route: Route
    let values: [String]

    /// Sets the properties of the request that depend on its route.
    func complete(_ request: inout Request) {
        request.route = route.pattern.isEmpty ? request.target.path : route.pattern
        for (name, value) in zip(route.parameterNames, values) { request.pathParameters[name] = value }
    }
}
