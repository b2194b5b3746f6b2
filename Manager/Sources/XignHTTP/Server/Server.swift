import Threads

/// An HTTP/1.1 origin server (RFC 9110, RFC 9112) for the loopback interface or behind a reverse proxy, whose task TLS
/// and HTTP/2 are.
///
/// Strict by design: what is ambiguous is refused and the connection closed, so that nobody in front of the server can
/// have read it differently. HTTP/1.0 is answered too, one request a connection.
///
/// One network thread accepts, reads and parses; a complete request becomes a task of the workers, which runs its
/// handler and writes the answer itself. While the handler awaits something, it has none of them.
///
///     let signals = TerminationSignals.block()
///     let server = try Server(configuration, router: router, hubs: [events])
///     signals.wait()
///     server.stop(within: .seconds(10))
public final class Server: Sendable {
    private let core: ServerCore
    private let hubs: [EventHub]
    private let listener: Listener
    private let threads: [NetworkThread]

    /// The port that is listened on; 0 for a Unix-domain socket.
    public let port: UInt16
    /// How many connections are open, streams included.
    public var connectionCount: Int { core.connections.used }

    /// Listens and starts the threads. The server runs until `stop`, whoever refers to it.
    ///
    /// - Parameter hubs: Those whose streams end when the server stops.
    /// - Throws: `SystemError` when the address cannot be listened on; no thread was started then.
    public init(_ configuration: ServerConfiguration, router: Router, hubs: [EventHub] = []) throws {
        listener = try Listener(configuration.address)
        port = listener.port
        let core = ServerCore(configuration, router), listener = listener
        self.core = core
        self.hubs = hubs
        threads = (0..<configuration.networkThreads).map { _ in NetworkThread(core, listener) }
        for (index, thread) in threads.enumerated() { startThread("network-\(index)") { thread.run() } }
    }

    /// Accepts no more, lets running requests finish, ends idle connections and streams. Blocks until that is done.
    /// Calling it again does no harm.
    ///
    /// - Parameter time: How long requests may still take; the rest is cut off then. A handler that runs is never
    ///   interrupted: it finds its connection closed.
    /// - Returns: False when something was cut off.
    @discardableResult
    public func stop(within time: Duration) -> Bool {
        core.beginStopping()
        listener.stopListening()
        wakeThreads()
        for hub in hubs { hub.end() }
        let isComplete = core.waitForThreads(milliseconds: time.milliseconds)
        if !isComplete {
            core.beginCuttingOff()
            wakeThreads()
            _ = core.waitForThreads(milliseconds: 1000)
        }
        core.stopWorkers()
        return isComplete
    }

    /// Makes the network threads look at their clock.
    func wakeThreads() {
        for thread in threads { thread.poller.wake() }
    }
}
