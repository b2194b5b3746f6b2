/// One complete HTTP request, checked and decoded. A plain value: handlers may keep it, copy it and send it anywhere.
public struct Request: Sendable {
    public var method: Method
    public var target: Target

    /// The Host field in lower case, with the port if one was sent; empty when a 1.0 client sent none.
    ///
    /// The client chose it: compare it with known hosts before using it in a link.
    public var host: String
    public var headers: Headers

    /// The whole body, without chunks. Its limit belongs to the route.
    public var body: [UInt8]

    /// The client's address: the peer's, or the one that a trusted proxy names; `unknown` where the proxy names none.
    public var remoteAddress: RemoteAddress

    /// The scheme that the client used, as told by a trusted proxy; nil without one. The server itself speaks no TLS.
    public var scheme: Scheme?

    /// The pattern of the route that matched, for logs; the path as sent when none did.
    public internal(set) var route = ""
    var pathParameters: [String: String] = [:]

    init(_ head: RequestHead, body: [UInt8], from client: Client) {
        method = head.method
        target = head.target
        host = head.host
        headers = head.headers
        self.body = body
        remoteAddress = client.address
        scheme = client.scheme
    }

    /// Makes a request for `Router.respond`, without a socket.
    ///
    /// - Parameter target: Path and query; they go through the same parser as those from the network.
    /// - Throws: 400 if the parser refuses the target.
    public init(
        _ method: Method, _ target: String, host: String = "localhost", headers: [HeaderField] = [],
        body: [UInt8] = [], remoteAddress: RemoteAddress = .loopback, scheme: Scheme? = nil
    ) throws(HTTPError) {
        let bytes = Array(target.utf8)
        self.method = method
        self.target = try RawTarget(bytes.span, 0..<bytes.count, method: method).decoded(host: host)
        self.host = host
        self.headers = Headers(headers)
        self.body = body
        self.remoteAddress = remoteAddress
        self.scheme = scheme
    }

    /// Returns the path segment at `{name}` of the route's pattern; never empty.
    ///
    /// - Throws: `UnknownPathParameter` when the pattern has no such name: a mistake in the handler, answered with 500.
    public func parameter(_ name: String) throws -> String {
        guard let value = pathParameters[name] else { throw UnknownPathParameter(name: name, route: route) }
        return value
    }

    public var query: Parameters { target.query }
}

/// A handler asked for a path parameter that its route's pattern does not have.
public struct UnknownPathParameter: Error, CustomStringConvertible {
    let name: String
    let route: String
    public var description: String { "the pattern \(route) has no {\(name)}" }
}

/// Method and path only: query, fields and body may hold secrets.
extension Request: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "\(method.rawValue) \(route.isEmpty ? target.path : route)" }
    public var debugDescription: String { description }
}
