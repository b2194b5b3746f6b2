import Threads

/// Every limit of the server in one place. The defaults are fit for an origin behind a reverse proxy.
public struct ServerConfiguration: Sendable {
    public var address = ListenAddress.tcp("127.0.0.1", 8080)

    /// One serves some 50,000 requests a second; more of them help only where there are many cores.
    public var networkThreads = 1
    /// Threads that handlers run on, at most: one for each processor, and as many as handlers block at a time.
    public var workers = 8
    /// Requests that handlers have not answered yet, at least as many as there are workers; one more is answered with 503
    /// and Retry-After at once. A network has as many of them as are free, at most.
    public var requestLimit = 320

    /// Of the request head; the body's limit belongs to the route.
    public var head = HeadLimits()
    /// Open connections, streams included; one more is answered with 503 and closed. A network has as many of them as are
    /// free, at most.
    public var maxConnections = 12_000
    /// From one network (times its allowance) that is no trusted proxy; nil: no limit but its share.
    public var maxConnectionsPerAddress: Int?
    /// Clients that are not counted by network.
    public var exempt: [AddressRange] = []
    /// Of all requests together that have not arrived completely, in bytes; what would need more is answered with 503. A
    /// network has as many of them as are free, at most. What holds no more than 4 KiB by itself goes on.
    public var maxUnfinishedBytes = 64 << 20
    public var maxRequestsPerConnection = 10_000

    /// From the first byte of a request (or from accepting the connection) to its empty line; then 408.
    public var headTime = Duration.seconds(10)
    /// From the empty line to the last byte of the body; then 408.
    public var bodyTime = Duration.seconds(20)
    /// Between two requests; then the connection is closed. Longer than the proxy's, so that the proxy closes first.
    public var idleTime = Duration.seconds(75)
    /// Without the peer taking a byte of the answer; then it is cut off.
    public var writeStallTime = Duration.seconds(10)
    /// For a whole answer; then the peer is cut off.
    public var writeTime = Duration.seconds(120)
    /// For the peer to read the last answer of a connection before it is closed.
    public var lingerTime = Duration.seconds(2)

    /// An event stream that is so many bytes behind is cut off.
    public var eventPendingBytes = 16_384
    /// The kernel's send buffer (SO_SNDBUF) of an event stream, in bytes; Linux doubles it.
    public var eventSendBuffer = 8_192
    /// Between two comments on an event stream, which keep proxies from closing it and show that the peer still reads.
    public var heartbeatTime = Duration.seconds(15)

    /// Who is believed about the client's address and scheme, and whose connections are not counted by address.
    public var trustedProxies = TrustedProxies()

    /// In every answer, refusals by the parser included, unless the handler sets the same field. The defaults suit an
    /// answer that is no page; a page sets its own Content-Security-Policy.
    public var commonHeaders = [
        HeaderField("X-Content-Type-Options", "nosniff"),
        HeaderField("X-Frame-Options", "DENY"),
        HeaderField("Referrer-Policy", "no-referrer"),
        HeaderField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        HeaderField("Cross-Origin-Opener-Policy", "same-origin"),
        HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
        HeaderField("Cache-Control", "no-store"),
    ]

    public var accessLog: AccessLog?
    public var shortageReport: ShortageReport?

    /// Monotonic milliseconds, for all deadlines.
    var clock: @Sendable () -> Int64 = monotonicMilliseconds

    public init() {}

    /// No deadline is ever set nearer than this: so often at least the timer looks at a connection.
    var shortestTime: Int64 {
        [headTime, bodyTime, idleTime, writeStallTime, writeTime, lingerTime, heartbeatTime].map(\.milliseconds).min()
            ?? 1000
    }
}
