import Threads

/// Maps method and path to a handler. Built at start-up, read-only afterwards: a plain value.
///
///     var router = Router()
///     router.on(.get, "/users/{id}") { .text("user " + (try $0.parameter("id"))) }
///     router.use([reportingErrors(log)])
///
/// A literal segment wins over a parameter. HEAD is answered by the handler for GET, without the body. OPTIONS and 405
/// name the methods of a path in Allow (RFC 9110 10.2.1); 404 is for a path that has none.
public struct Router: Sendable {
    private struct Registration: Sendable {
        let method: Method
        let pattern: String
        let bodyLimit: Int
        let source: AnswerSource
    }

    private let defaultBodyLimit: Int
    private var registrations: [Registration] = []
    private var middleware: [Middleware] = []
    private var admissionCheck: AdmissionCheck?
    private var tree: RouteTree

    /// - Parameter defaultBodyLimit: In bytes, for routes that say nothing else.
    public init(defaultBodyLimit: Int = 65_536) {
        self.defaultBodyLimit = defaultBodyLimit
        tree = RouteTree(bodyLimit: defaultBodyLimit) { $0 }
    }

    /// Registers a handler. A path and method twice, or one path with two names for a parameter, is a mistake of the
    /// program and stops it.
    ///
    /// - Parameters:
    ///   - pattern: A path in which `{name}` stands for one segment that is not empty.
    ///   - bodyLimit: In bytes; a longer body gets 413, before it is read if its length is known.
    public mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil, _ handler: @escaping Handler
    ) {
        register(method, pattern, bodyLimit: bodyLimit, .handler(handler))
    }

    /// Registers an answer that is always the same. The network threads give it, without middleware, even when as many requests as
    /// allowed wait for handlers: for health checks.
    public mutating func on(_ method: Method, _ pattern: String, always response: Response) {
        register(method, pattern, bodyLimit: nil, .constant(response))
    }

    private mutating func register(_ method: Method, _ pattern: String, bodyLimit: Int?, _ source: AnswerSource) {
        let registration = Registration(
            method: method, pattern: pattern, bodyLimit: bodyLimit ?? defaultBodyLimit, source: source)
        registrations.append(registration)
        insert(registration)
    }

    /// Puts middleware around all handlers, whether registered before or later, and around the answers 404, 405 and
    /// OPTIONS. The first one is the outermost. For one route: `router.on(.get, "/x", middleware(handler))`.
    ///
    /// What the parser refuses never reaches it.
    public mutating func use(_ middleware: [Middleware]) {
        self.middleware += middleware
        tree = RouteTree(bodyLimit: defaultBodyLimit, wrapping)
        for registration in registrations { insert(registration) }
    }

    /// Sets what decides about each request before it waits for a worker: for limits. Answers that are always the same need no
    /// admission; 404, 405 and OPTIONS do.
    public mutating func admit(_ check: @escaping AdmissionCheck) { admissionCheck = check }

    /// - Throws: The answer in the handler's place.
    func admit(_ request: Request) throws(HTTPError) { try admissionCheck?(request) }

    /// The answer without a socket, on this thread. Errors become answers, as they do over the network; the common
    /// header fields are added only there.
    public func respond(to request: Request) -> Response {
        let match = match(request.method, request.target)
        guard request.body.count <= match.route.bodyLimit else { return HTTPError.bodyTooLarge.response }
        var request = request
        match.complete(&request)
        if case .handler = match.route.source {
            do throws(HTTPError) { try admit(request) } catch { return error.response }
        }
        return runOnThisThread { [request] in await match.route.respond(to: request) }
    }

    /// Always a route: what no handler is registered for is answered by one made here.
    func match(_ method: Method, _ target: Target) -> RouteMatch { tree.match(method, target) }

    private var wrapping: @Sendable (@escaping Handler) -> Handler {
        { [middleware] handler in middleware.reversed().reduce(handler) { $1($0) } }
    }

    private func wrapped(_ source: AnswerSource) -> AnswerSource {
        guard case .handler(let handler) = source else { return source }
        return .handler(wrapping(handler))
    }

    private mutating func insert(_ registration: Registration) {
        let segments = registration.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        precondition(registration.pattern.hasPrefix("/"), "a pattern begins with a slash")
        let route = Route(
            pattern: registration.pattern,
            parameterNames: segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) },
            bodyLimit: registration.bodyLimit, source: wrapped(registration.source))
        tree.insert(route, registration.method, segments, wrapping)
    }
}
