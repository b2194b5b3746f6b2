/// A tree of routes by host and path segments. All answers, refusals too, are made when routes are inserted: matching
/// allocates nothing but the values of parameters.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var literals: [String: Node] = [:]
        var parameter: [Node] = []  // none or one: a struct cannot hold itself
        var leaf: Leaf?
    }

    /// The routes of one path.
    private struct Leaf: Sendable {
        var routes: [Method: Route] = [:]
        var options: Route
        var notAllowed: Route
    }

    private let bodyLimit: Int
    private let middleware: Middleware
    private let notFound: Route
    private var anyHost = Node()
    private var hosts: [String: Node] = [:]
    /// The hosts at which the routes for any host do not count.
    private var closedHosts: Set<String> = []
    /// The hosts that no other host's closing concerns.
    private var openHosts: Set<String> = []
    private var methods: Set<Method> = [.options]
    private var serverOptions: Route

    /// - Parameters:
    ///   - bodyLimit: The limit of requests that get 404, 405 or the answer to OPTIONS.
    ///   - middleware: Put around all handlers, and around these answers.
    init(bodyLimit: Int, middleware: @escaping Middleware) {
        self.bodyLimit = bodyLimit
        self.middleware = middleware
        notFound = Route(pattern: "", bodyLimit: bodyLimit, handler: middleware { _ in throw HTTPError.notFound })
        serverOptions = notFound
        serverOptions = options("*", methods)
    }

    /// Inserts a route.
    ///
    /// Stops the program where a path has the method already, or another name for a parameter.
    mutating func insert(_ registration: RouteRegistration) {
        methods.formUnion(Self.allowed([registration.method]))
        serverOptions = options("*", methods)
        let route = Route(registration, middleware)
        var root = registration.host.map { hosts[$0] ?? Node() } ?? anyHost
        insert(route, for: registration.method, below: &root, registration.segments[...])
        if let host = registration.host { hosts[host] = root } else { anyHost = root }
    }

    /// Makes the routes of a host the only ones there.
    mutating func close(host: String) { closedHosts.insert(host) }

    /// Keeps the routes for any host at this one, whatever is closed.
    mutating func keepOpen(host: String) { openHosts.insert(host) }

    func match(_ method: Method, _ target: Target, host: String) -> RouteMatch {
        if target.isServer { return RouteMatch(route: serverOptions, values: []) }
        var values: [String] = []
        guard
            let leaf = hosts[host].flatMap({ Self.find($0, target.segments[...], &values) })
                ?? (isClosed(host) ? nil : Self.find(anyHost, target.segments[...], &values))
        else { return RouteMatch(route: notFound, values: []) }
        if let route = leaf.routes[method] ?? (method == .head ? leaf.routes[.get] : nil) {
            return RouteMatch(route: route, values: values)
        }
        return RouteMatch(route: method == .options ? leaf.options : leaf.notAllowed, values: [])
    }

    /// Returns true for a closed host, also in another spelling: in capitals, with final dots, and, for one that was
    /// closed without a port, with any port.
    private func isClosed(_ host: String) -> Bool {
        if closedHosts.isEmpty || openHosts.contains(host) { return false }
        if closedHosts.contains(host) { return true }
        let host = host.lowercased()
        let colon = host.lastIndex(of: ":").flatMap { host[$0...].contains("]") ? nil : $0 } ?? host.endIndex
        var name = host[..<colon]
        while name.hasSuffix(".") { name = name.dropLast() }
        return closedHosts.contains(String(name)) || closedHosts.contains("\(name)\(host[colon...])")
    }

    private func insert(
        _ route: Route, for method: Method, below node: inout Node, _ segments: ArraySlice<Substring>
    ) {
        guard let segment = segments.first else {
            var routes = node.leaf?.routes ?? [:]
            precondition(routes[method] == nil, "\(method.rawValue) \(route.pattern) is registered twice")
            precondition(
                routes.values.allSatisfy { $0.parameterNames == route.parameterNames },
                "\(route.pattern) names its parameters differently for another method")
            routes[method] = route
            let allowed = Self.allowed(Set(routes.keys))
            node.leaf = Leaf(
                routes: routes, options: options(route.pattern, allowed),
                notAllowed: notAllowed(route.pattern, allowed))
            return
        }
        if segment.hasPrefix("{") {
            if node.parameter.isEmpty { node.parameter = [Node()] }
            insert(route, for: method, below: &node.parameter[0], segments.dropFirst())
        } else {
            insert(route, for: method, below: &node.literals[String(segment), default: Node()], segments.dropFirst())
        }
    }

    private func options(_ pattern: String, _ allowed: Set<Method>) -> Route {
        let response = Response(.noContent, headers: [Self.allow(allowed)])
        return Route(pattern: pattern, bodyLimit: bodyLimit, handler: middleware { _ in response })
    }

    private func notAllowed(_ pattern: String, _ allowed: Set<Method>) -> Route {
        let error = HTTPError(.methodNotAllowed, "the method is not allowed here", headers: [Self.allow(allowed)])
        return Route(pattern: pattern, bodyLimit: bodyLimit, handler: middleware { _ in throw error })
    }

    /// Adds the methods that the router answers itself, or by the handler for GET.
    private static func allowed(_ methods: Set<Method>) -> Set<Method> {
        methods.union(methods.contains(.get) ? [.options, .head] : [.options])
    }

    private static func allow(_ methods: Set<Method>) -> HeaderField {
        HeaderField("Allow", methods.map(\.rawValue).sorted().joined(separator: ", "))
    }

    /// Finds the routes of a path. A literal segment wins over a parameter; if it leads nowhere, the parameter is
    /// tried.
    private static func find(_ node: Node, _ segments: ArraySlice<String>, _ values: inout [String]) -> Leaf? {
        guard let segment = segments.first else { return node.leaf }
        if let next = node.literals[segment], let found = find(next, segments.dropFirst(), &values) { return found }
        guard let next = node.parameter.first, !segment.isEmpty else { return nil }
        values.append(segment)
        if let found = find(next, segments.dropFirst(), &values) { return found }
        values.removeLast()
        return nil
    }
}
