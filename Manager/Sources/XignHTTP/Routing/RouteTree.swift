/// The routes by host and path segments. All answers, refusals too, are made when routes are inserted: matching allocates
/// nothing but the values of parameters.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var literals: [String: Node] = [:]
        var parameter: [Node] = []  // none or one: a struct cannot hold itself
        var leaf: Leaf?
    }

    /// A path that has routes.
    private struct Leaf: Sendable {
        var routes: [Method: Route] = [:]
        var options: Route
        var notAllowed: Route
    }

    private let bodyLimit: Int
    private let notFound: Route
    private var anyHost = Node()
    private var hosts: [String: Node] = [:]
    private var methods: Set<Method> = [.options]
    private var serverOptions: Route

    init(bodyLimit: Int, _ wrapping: Middleware) {
        self.bodyLimit = bodyLimit
        notFound = Route(
            pattern: "", bodyLimit: bodyLimit, wantsBody: false,
            source: .handler(wrapping { _ in throw HTTPError.notFound }))
        serverOptions = Self.options("*", methods, bodyLimit, wrapping)
    }

    mutating func insert(
        _ route: Route, _ method: Method, host: String?, _ segments: [Substring], _ wrapping: Middleware
    ) {
        methods.insert(method)
        if method == .get { methods.insert(.head) }
        serverOptions = Self.options("*", methods, bodyLimit, wrapping)
        if let host {
            insert(&hosts[host, default: Node()], route, method, segments[...], wrapping)
        } else {
            insert(&anyHost, route, method, segments[...], wrapping)
        }
    }

    func match(_ method: Method, _ target: Target, host: String) -> RouteMatch {
        if target.isServer { return RouteMatch(route: serverOptions, values: []) }
        var values: [String] = []
        guard
            let leaf = hosts[host].flatMap({ Self.find($0, target.segments[...], &values) })
                ?? Self.find(anyHost, target.segments[...], &values)
        else { return RouteMatch(route: notFound, values: []) }
        if let route = leaf.routes[method] ?? (method == .head ? leaf.routes[.get] : nil) {
            return RouteMatch(route: route, values: values)
        }
        return RouteMatch(route: method == .options ? leaf.options : leaf.notAllowed, values: [])
    }

    private func insert(
        _ node: inout Node, _ route: Route, _ method: Method, _ segments: ArraySlice<Substring>, _ wrapping: Middleware
    ) {
        guard let segment = segments.first else {
            var routes = node.leaf?.routes ?? [:]
            precondition(routes[method] == nil, "\(method.rawValue) \(route.pattern) is registered twice")
            precondition(
                routes.values.allSatisfy { $0.parameterNames == route.parameterNames },
                "\(route.pattern) names its parameters differently for another method")
            routes[method] = route
            var allowed = Set(routes.keys).union([.options])
            if allowed.contains(.get) { allowed.insert(.head) }
            node.leaf = Leaf(
                routes: routes, options: Self.options(route.pattern, allowed, bodyLimit, wrapping),
                notAllowed: Self.notAllowed(route.pattern, allowed, bodyLimit, wrapping))
            return
        }
        if segment.hasPrefix("{") {
            if node.parameter.isEmpty { node.parameter = [Node()] }
            insert(&node.parameter[0], route, method, segments.dropFirst(), wrapping)
        } else {
            insert(&node.literals[String(segment), default: Node()], route, method, segments.dropFirst(), wrapping)
        }
    }

    private static func options(_ pattern: String, _ methods: Set<Method>, _ limit: Int, _ wrapping: Middleware)
        -> Route
    {
        let response = Response(.noContent, headers: [allow(methods)])
        return Route(
            pattern: pattern, bodyLimit: limit, wantsBody: false,
            source: .handler(wrapping { _ in response }))
    }

    private static func notAllowed(_ pattern: String, _ methods: Set<Method>, _ limit: Int, _ wrapping: Middleware)
        -> Route
    {
        let error = HTTPError(.methodNotAllowed, "the method is not allowed here", headers: [allow(methods)])
        return Route(
            pattern: pattern, bodyLimit: limit, wantsBody: false,
            source: .handler(wrapping { _ in throw error }))
    }

    private static func allow(_ methods: Set<Method>) -> HeaderField {
        HeaderField("Allow", methods.map(\.rawValue).sorted().joined(separator: ", "))
    }

    /// A literal segment wins over a parameter; where it leads nowhere, the parameter is tried.
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
