/// An answer in the access log.
///
/// It contains no secret that a client sent to a route: no query, no field, and only the pattern of the path.
public struct AccessLogEntry: Sendable {
    /// Nil when the parser refused the request before it knew.
    public let method: Method?
    /// The pattern of the route, or the path as sent (escaped, at most `HeadLimits.requestLineBytes`) when there is
    /// none; nil when the parser refused the request.
    public let route: String?
    public let status: Status
    /// The time from the complete request to the sending of the answer; zero when the parser refused the request.
    public let duration: Duration
    /// The length of the answer's body; zero for an event stream, which is logged when it begins.
    public let bodyBytes: Int
    public let remoteAddress: RemoteAddress

    init(_ response: Response, to exchange: Exchange) {
        method = exchange.request.method
        route = exchange.request.route
        status = response.status
        duration = exchange.start?.duration(to: .now) ?? .zero
        bodyBytes = response.status.allowsBody && !exchange.isHead ? response.bytes.count : 0
        remoteAddress = exchange.request.remoteAddress
    }

    /// The entry of a request that the parser refused.
    init(refusal: Response, isHead: Bool, from remoteAddress: RemoteAddress) {
        method = nil
        route = nil
        status = refusal.status
        duration = .zero
        bodyBytes = isHead ? 0 : refusal.bytes.count
        self.remoteAddress = remoteAddress
    }
}

/// Logs each answer, on the thread that gave it.
///
/// That is a worker, or the network thread for constant answers, for 503 when too many requests wait, and for refusals
/// by the parser. So it must not block: pass the entry to a queue.
public typealias AccessLog = @Sendable (AccessLogEntry) -> Void
