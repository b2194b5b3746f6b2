import Threads

/// Maps method, host and path to a handler. A plain value: built at start-up, read-only afterwards.
///
///     var router = Router()
///     router.on(.get, "/users/{id}") { .text("user " + (try $0.parameter("id"))) }
///     router.use([reportingErrors(log)])
///     router.admit(checkRate)
///     router.group("/console", admit: checkConsoleRate) { console in
///         console.use([requiringSession])
///         console.on(.get, "/services") { ... }
///     }
///
/// A literal segment wins over a parameter. HEAD is answered by the handler for GET, without the body. OPTIONS and 405
/// name the methods of a path in Allow (RFC 9110, section 10.2.1). A path without routes gets 404.
public struct Router: Sendable {
    private let defaultBodyLimit: Int
    private var registrations: [RouteRegistration] = []
    private var middleware: [Middleware] = []
    private var admissionCheck: AdmissionCheck?
    private var errorAnswer: ErrorAnswer = { error, _ in error.response }
    private var closedHosts: Set<String> = []
    private var openHosts: Set<String> = []
    private var tree: RouteTree

    /// - Parameter defaultBodyLimit: In bytes, for routes without a limit of their own.
    public init(defaultBodyLimit: Int = 65_536) {
        self.defaultBodyLimit = defaultBodyLimit
        tree = RouteTree(bodyLimit: defaultBodyLimit, middleware: { $0 })
    }

    /// Registers a handler.
    ///
    /// Stops the program where a path has the method already, or another name for a parameter.
    ///
    /// - Parameters:
    ///   - pattern: A path in which `{name}` stands for one segment that is not empty.
    ///   - bodyLimit: In bytes; a longer body gets 413, before it is read if its length is known.
    public mutating func on(
        _ method: Method, _ pattern: String, bodyLimit: Int? = nil, _ handler: @escaping Handler
    ) {
        register(method, pattern, bodyLimit: bodyLimit, .handler(handler))
    }

    /// Registers a constant answer, for health checks.
    ///
    /// The network threads give it without middleware and admission, even when no further request may wait for a
    /// worker.
    public mutating func on(_ method: Method, _ pattern: String, always response: Response) {
        register(method, pattern, bodyLimit: nil, .constant(response))
    }

    /// Adds middleware around all handlers, whether registered before or later, and around the answers 404, 405 and
    /// OPTIONS. The first one is the outermost. For one route: `router.on(.get, "/x", middleware(handler))`.
    ///
    /// Requests that the parser refuses never reach it.
    public mutating func use(_ middleware: [Middleware]) {
        self.middleware += middleware
        tree = RouteTree(bodyLimit: defaultBodyLimit, middleware: allMiddleware)
        for host in closedHosts { tree.close(host: host) }
        for host in openHosts { tree.keepOpen(host: host) }
        for registration in registrations { tree.insert(registration) }
    }

    /// Sets the admission check of all requests but those that a group with a check of its own answers, and those that
    /// get a constant answer. 404, 405 and OPTIONS are checked too.
    public mutating func admit(_ check: @escaping AdmissionCheck) { admissionCheck = check }

    /// Sets how an error becomes an answer, also for routes that are registered later. Without it the answer is a line
    /// of text. Requests that the parser refuses never reach it.
    public mutating func answerErrors(_ answer: @escaping ErrorAnswer) { errorAnswer = answer }

    /// Registers routes that share a path prefix, a host, middleware and an admission check.
    ///
    /// `use` and `admit` within the group concern its handlers alone. 404, 405 and OPTIONS of its paths are answered by
    /// this router, with this router's middleware and check.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of each path. The pattern `/` of the group is the prefix itself.
    ///   - host: The only value of `Request.host` that the routes answer; nil: any. A path that this host has is not
    ///     looked up among the routes for any host; with `close(host:)`, no path is.
    ///   - check: Replaces the check of this router; nil keeps it.
    ///   - routes: Gets an empty router and registers the group's routes.
    public mutating func group(
        _ prefix: String = "", host: String? = nil, admit check: AdmissionCheck? = nil,
        _ routes: (inout Router) -> Void
    ) {
        var group = Router(defaultBodyLimit: defaultBodyLimit)
        group.admissionCheck = check
        routes(&group)
        for var registration in group.registrations {
            precondition(host == nil || registration.host == nil, "\(registration.pattern) is given two hosts")
            registration.pattern = prefix + (registration.pattern == "/" && !prefix.isEmpty ? "" : registration.pattern)
            registration.host = registration.host ?? host?.lowercased()
            registration.source = registration.source.wrapped(group.allMiddleware)
            registration.admissionCheck = registration.admissionCheck ?? group.admissionCheck
            register(registration)
        }
    }

    /// Makes the routes that groups register for a host the only ones there. The routes for any host are not found at
    /// it, nor at other spellings of it: with final dots, and, if `host` has no port, with any port.
    public mutating func close(host: String) {
        let host = host.lowercased()
        closedHosts.insert(host)
        tree.close(host: host)
    }

    /// Keeps the routes for any host at this one, though it differs from a closed host in its port alone.
    public mutating func keepOpen(host: String) {
        let host = host.lowercased()
        openHosts.insert(host)
        tree.keepOpen(host: host)
    }

    /// - Throws: The answer in the handler's place.
    func admit(_ request: Request, to route: Route) throws(HTTPError) {
        try (route.admissionCheck ?? admissionCheck)?(request)
    }

    /// The patterns of all routes, each once.
    public var patterns: Set<String> { Set(registrations.map(\.pattern)) }

    /// All routes, in the order of their registration. One that several hosts have is there for each.
    package var routes: [(method: Method, pattern: String)] { registrations.map { ($0.method, $0.pattern) } }

    /// Answers without a socket, on this thread. Errors become answers, as they do over the network; the common
    /// header fields are added only there.
    public func respond(to request: Request) -> Response {
        let match = match(request.method, request.target, host: request.host)
        guard request.body.count <= match.route.bodyLimit else { return HTTPError.bodyTooLarge.response }
        var request = request
        match.complete(&request)
        if case .handler = match.route.source {
            do throws(HTTPError) { try admit(request, to: match.route) } catch { return errorAnswer(error, request) }
        }
        return runOnThisThread { [request] in await respond(to: request, by: match.route) }
    }

    /// Runs the route's handler.
    func respond(to request: Request, by route: Route) async -> Response {
        switch route.source {
        case .constant(let response): return response
        case .handler(let handler):
            do { return try await handler(request) } catch let error as HTTPError {
                return errorAnswer(error, request)
            } catch {
                return errorAnswer(.internalError, request)
            }
        }
    }

    /// Makes the answer in a handler's place.
    func answer(for error: HTTPError, to request: Request) -> Response { errorAnswer(error, request) }

    /// Finds the route of a request, which is one for 404, 405 or OPTIONS where nothing is registered.
    ///
    /// - Parameter host: As `Request.host`.
    func match(_ method: Method, _ target: Target, host: String) -> RouteMatch {
        tree.match(method, target, host: host)
    }

    private var allMiddleware: Middleware {
        { [middleware] handler in middleware.reversed().reduce(handler) { $1($0) } }
    }

    private mutating func register(_ method: Method, _ pattern: String, bodyLimit: Int?, _ source: AnswerSource) {
        register(
            RouteRegistration(
                method: method, pattern: pattern, bodyLimit: bodyLimit ?? defaultBodyLimit, source: source))
    }

    private mutating func register(_ registration: RouteRegistration) {
        precondition(registration.pattern.hasPrefix("/"), "a pattern begins with a slash")
        registrations.append(registration)
        tree.insert(registration)
    }
}
