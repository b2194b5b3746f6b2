import Synchronization
import Threads

/// The state that all threads of a server share.
final class ServerCore: Sendable {
    let configuration: ServerConfiguration
    let router: Router
    let encoder: ResponseEncoder
    let connections: FairShare
    /// The memory for requests that have not arrived completely.
    let unfinishedBytes: FairShare
    let shortestTime: Int64
    let times: ConnectionState.Times
    private let workers: WorkerPool
    /// The requests that workers have, or that wait for a worker or for the database.
    private let requests: FairShare
    private let leaving = Atomic(false), stopping = Atomic(false), cutOff = Atomic(false)
    private let runningThreads: Locked<Int>

    init(_ configuration: ServerConfiguration, _ router: Router) {
        self.configuration = configuration
        self.router = router
        encoder = ResponseEncoder(commonHeaders: configuration.commonHeaders)
        // A proxy's connections, and the requests that it has not passed on completely, are those of many clients.
        let exemptPeers = configuration.trustedProxies.ranges + configuration.exempt
        connections = FairShare(
            capacity: configuration.maxConnections, perNetwork: configuration.maxConnectionsPerAddress,
            exempt: exemptPeers)
        unfinishedBytes = FairShare(capacity: configuration.maxUnfinishedBytes, exempt: exemptPeers)
        requests = FairShare(
            capacity: max(configuration.requestLimit, configuration.workers), exempt: configuration.exempt)
        shortestTime = configuration.shortestTime
        times = ConnectionState.Times(configuration)
        runningThreads = Locked(configuration.networkThreads)
        workers = WorkerPool("worker", threads: configuration.workers)
    }

    var runningRequestCount: Int { requests.used }

    func now() -> Int64 { configuration.clock() }

    /// True if no connection stays open after an answer.
    var closesConnections: Bool { leaving.load(ordering: .relaxed) || isStopping }
    var isStopping: Bool { stopping.load(ordering: .relaxed) }
    var isCutOff: Bool { cutOff.load(ordering: .relaxed) }

    /// Hands a request to the workers, which own its connection until they have answered it.
    ///
    /// - Returns: False when the client's networks, or all together, have as many requests as they may have.
    func handle(_ exchange: Exchange, from connection: Connection) -> Bool {
        let client = exchange.request.remoteAddress
        guard requests.take(1, for: client) else {
            report(.requests, client)
            return false
        }
        Task(executorPreference: workers) { [self] in
            let response = await router.respond(to: exchange.request, by: exchange.route)
            // Before the answer, since the client may send its next request as soon as it has it.
            requests.giveBack(1, for: client)
            connection.answer(exchange, with: response)
        }
        return true
    }

    func report(_ shortage: Shortage, _ client: RemoteAddress) {
        configuration.shortageReport?(shortage, client.network)
    }

    func beginLeaving() { leaving.store(true, ordering: .relaxed) }
    func beginStopping() { stopping.store(true, ordering: .relaxed) }
    func beginCuttingOff() { cutOff.store(true, ordering: .relaxed) }

    func threadEnded() {
        runningThreads.withLock { $0 -= 1 }
        runningThreads.broadcast()
    }

    /// Waits until the network threads have ended; false if the time was not sufficient.
    func waitForThreads(milliseconds: Int64) -> Bool {
        runningThreads.wait(milliseconds: milliseconds) { $0 == 0 ? true : nil } ?? false
    }

    func stopWorkers() { workers.stop() }
}
