import Synchronization
import Threads

/// What all threads of a server share.
final class ServerCore: Sendable {
    let configuration: ServerConfiguration
    let router: Router
    let encoder: ResponseEncoder
    let connections: FairShare
    /// Of requests that have not arrived completely.
    let unfinishedBytes: FairShare
    let shortestTime: Int64
    let times: Times
    private let workers: WorkerPool
    /// That workers have, or that wait for one or for the database.
    private let requests: FairShare
    private let stopping = Atomic(false), cutOff = Atomic(false)
    private let runningThreads: Locked<Int>

    /// The durations of the configuration in milliseconds, converted once.
    struct Times: Sendable {
        let head, body, idle, writeStall, write, linger, heartbeat: Int64
    }

    init(_ configuration: ServerConfiguration, _ router: Router) {
        self.configuration = configuration
        self.router = router
        encoder = ResponseEncoder(commonHeaders: configuration.commonHeaders)
        // A proxy's connections, and what it has not passed on completely, are those of many clients.
        let exemptPeers = configuration.trustedProxies.ranges + configuration.exempt
        connections = FairShare(
            capacity: configuration.maxConnections, perNetwork: configuration.maxConnectionsPerAddress,
            exempt: exemptPeers)
        unfinishedBytes = FairShare(capacity: configuration.maxUnfinishedBytes, exempt: exemptPeers)
        requests = FairShare(
            capacity: max(configuration.requestLimit, configuration.workers), exempt: configuration.exempt)
        shortestTime = configuration.shortestTime
        times = Times(
            head: configuration.headTime.milliseconds, body: configuration.bodyTime.milliseconds,
            idle: configuration.idleTime.milliseconds, writeStall: configuration.writeStallTime.milliseconds,
            write: configuration.writeTime.milliseconds, linger: configuration.lingerTime.milliseconds,
            heartbeat: configuration.heartbeatTime.milliseconds)
        runningThreads = Locked(configuration.networkThreads)
        workers = WorkerPool("worker", threads: configuration.workers)
    }

    func now() -> Int64 { configuration.clock() }

    var isStopping: Bool { stopping.load(ordering: .relaxed) }
    var isCutOff: Bool { cutOff.load(ordering: .relaxed) }

    /// Has a request answered by the workers, who own its connection meanwhile.
    /// - Returns: False when there are as many as the client's networks, or all together, may have.
    func handle(_ exchange: Exchange, from connection: Connection) -> Bool {
        let client = exchange.request.remoteAddress
        guard requests.take(1, for: client) else {
            report(.requests, client)
            return false
        }
        Task(executorPreference: workers) { [self] in
            let response = await exchange.route.respond(to: exchange.request)
            // Before the answer: whoever has it may ask anew.
            requests.giveBack(1, for: client)
            connection.answer(exchange, with: response)
        }
        return true
    }

    func report(_ shortage: Shortage, _ client: RemoteAddress) {
        configuration.shortageReport?(shortage, client.network)
    }

    func beginStopping() { stopping.store(true, ordering: .relaxed) }
    func beginCuttingOff() { cutOff.store(true, ordering: .relaxed) }

    func threadEnded() {
        runningThreads.withLock { $0 -= 1 }
        runningThreads.broadcast()
    }

    /// False when the time was not enough.
    func waitForThreads(milliseconds: Int64) -> Bool {
        runningThreads.wait(milliseconds: milliseconds) { $0 == 0 ? true : nil } ?? false
    }

    func stopWorkers() { workers.stop() }
}
