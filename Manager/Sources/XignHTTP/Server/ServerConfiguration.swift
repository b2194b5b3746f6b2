import Threads

/// The address and all limits of a server. The defaults suit an origin behind a reverse proxy.
public struct ServerConfiguration: Sendable {
    public var address = ListenAddress.tcp("127.0.0.1", 8080)

    /// The number of network threads. One serves some 50,000 requests a second; more help only where there are many
    /// cores.
    public var networkThreads = 1
    /// The largest number of threads that run handlers: one for each processor, and one for each handler that blocks.
    public var workers = 8
    /// The limit of requests that handlers have not answered yet, at least the number of workers; one more is answered
    /// with 503 and Retry-After at once. See `FairShare` for the part of a network.
    public var requestLimit = 320

    /// The limits of the request head; the body's limit belongs to the route.
    public var head = HeadLimits()
    /// The limit of open connections, streams included; one more is answered with 503 and closed. See `FairShare` for
    /// the part of a network.
    public var maxConnections = 12_000
    /// The limit of connections of one network, times its allowance; nil: its share. Trusted proxies are not limited.
    public var maxConnectionsPerAddress: Int?
    /// Clients that are not counted by network.
    public var exempt: [AddressRange] = []
    /// The limit of memory for requests that have not arrived completely, in bytes; a request that needs more is
    /// answered with 503, unless it holds no more than 4 KiB. See `FairShare` for the part of a network.
    public var maxUnfinishedBytes = 64 << 20
    public var maxRequestsPerConnection = 10_000

    /// The time from the first byte of a request (or from accepting the connection) to its empty line; then 408.
    public var headTime = Duration.seconds(10)
    /// The time from the empty line to the last byte of the body; then 408.
    public var bodyTime = Duration.seconds(20)
    /// The time between two requests; then the connection is closed. Longer than the proxy's, so that the proxy closes
    /// first.
    public var idleTime = Duration.seconds(75)
    /// The time in which the peer must accept a byte of the answer; otherwise it is cut off.
    public var writeStallTime = Duration.seconds(10)
    /// The time in which the peer must accept a whole answer; otherwise it is cut off.
    public var writeTime = Duration.seconds(120)
    /// The time in which the peer may read the last answer of a connection before it is closed.
    public var lingerTime = Duration.seconds(2)

    /// The limit of pending bytes of an event stream; a stream that is farther behind is cut off.
    public var eventPendingBytes = 16_384
    /// The kernel's send buffer (SO_SNDBUF) of an event stream, in bytes; Linux doubles it.
    public var eventSendBuffer = 8_192
    /// The time between two comments on an event stream, which keep proxies from closing it and show that the peer
    /// reads.
    public var heartbeatTime = Duration.seconds(15)

    /// The proxies that tell the client's address and scheme, and whose connections are not counted by address.
    public var trustedProxies = TrustedProxies()

    /// The fields of every answer, refusals by the parser included, unless the handler sets the same field. The
    /// defaults suit answers that are not pages; a page sets its own Content-Security-Policy.
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

    /// The clock of all deadlines, in monotonic milliseconds.
    var clock: @Sendable () -> Int64 = monotonicMilliseconds

    public init() {}

    /// The shortest time of a deadline: the timer checks a connection at least this often.
    var shortestTime: Int64 {
        [headTime, bodyTime, idleTime, writeStallTime, writeTime, lingerTime, heartbeatTime].map(\.milliseconds).min()
            ?? 1000
    }
}
