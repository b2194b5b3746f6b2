/// One answer, for the access log. Nothing in it is a secret that a client sent to a route: no query, no field, and of
/// the path its route's pattern only.
public struct AccessLogEntry: Sendable {
    /// Nil when the parser refused the request before it knew.
    public let method: Method?
    /// The pattern of the route, or the path as sent (escaped, at most `HeadLimits.requestLineBytes`) when there is
    /// none; nil when the parser refused the request.
    public let route: String?
    public let status: Status
    /// From the complete request to the answer's way into the network; zero when the parser refused the request.
    public let duration: Duration
    /// Of the answer's body; zero for an event stream, which is logged when it begins.
    public let bodyBytes: Int
    public let remoteAddress: RemoteAddress
}

/// Is told of each answer, on the thread that gave it: a worker; but the network thread for answers that are always the
/// same, for 503 when too many requests wait, and for what the parser refuses. So it must not block: hand the entry to a queue.
public typealias AccessLog = @Sendable (AccessLogEntry) -> Void
