import Threads

/// An HTTP/1.1 origin server (RFC 9110, RFC 9112) for the loopback interface or behind a reverse proxy, which does TLS
/// and HTTP/2.
///
/// Strict by design: an ambiguous request is refused and its connection closed, so that no proxy can have read it
/// differently. HTTP/1.0 is answered too, one request for each connection.
///
/// One network thread accepts, reads and parses. A complete request becomes a task of the workers, which runs its
/// handler and writes the answer. While the handler awaits something, it occupies no worker.
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

    /// The port of the listener; 0 for a Unix-domain socket.
    public let port: UInt16
    /// The number of open connections, streams included.
    public var connectionCount: Int { core.connections.used }

    /// The number of requests that wait for their answer.
    public var runningRequestCount: Int { core.runningRequestCount }

    /// Listens and starts the threads. The server runs until `stop`, even without references to it.
    ///
    /// - Parameter hubs: The hubs whose streams end when the server stops.
    /// - Throws: `SystemError` when the address cannot be listened on or no descriptor is left; no thread was started.
    public init(_ configuration: ServerConfiguration, router: Router, hubs: [EventHub] = []) throws {
        listener = try Listener(configuration.address)
        port = listener.port
        let pollers = try (0..<configuration.networkThreads).map { _ in try Poller() }
        let core = ServerCore(configuration, router), listener = listener
        self.core = core
        self.hubs = hubs
        threads = pollers.map { NetworkThread(core, listener, $0) }
        for (index, thread) in threads.enumerated() { startThread("network-\(index)") { thread.run() } }
    }

    /// Goes on serving, and closes each connection after its next answer: a balancer that no longer chooses this server
    /// has no connection left when it stops.
    public func leave() { core.beginLeaving() }

    /// Stops accepting, lets running requests finish, and ends idle connections and streams. Blocks until that is done.
    /// Calling it again does no harm.
    ///
    /// - Parameter time: The time in which requests may finish; then their connections are cut off. A running handler
    ///   is never interrupted: it finds its connection closed.
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

    /// Makes the network threads read their clock.
    func wakeThreads() {
        for thread in threads { thread.poller.wake() }
    }
}
