import Synchronization
import Threads

/// What all threads of a server share.
final class ServerCore: Sendable {
    let configuration: ServerConfiguration
    let router: Router
    let encoder: ResponseEncoder
    let addresses: AddressBook
    let shortestTime: Int64
    let times: Times
    private let workers: WorkerPool
    /// That workers have, or that wait for one or for the database.
    private let requests = Atomic(0)
    private let requestLimit: Int
    /// Of requests that have not arrived completely.
    private let unfinishedBytes = Atomic(0)
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
        addresses = AddressBook(configuration)
        shortestTime = configuration.shortestTime
        times = Times(
            head: configuration.headTime.milliseconds, body: configuration.bodyTime.milliseconds,
            idle: configuration.idleTime.milliseconds, writeStall: configuration.writeStallTime.milliseconds,
            write: configuration.writeTime.milliseconds, linger: configuration.lingerTime.milliseconds,
            heartbeat: configuration.heartbeatTime.milliseconds)
        runningThreads = Locked(configuration.networkThreads)
        requestLimit = max(configuration.requestLimit, configuration.workers)
        workers = WorkerPool("worker", threads: configuration.workers)
    }

    func now() -> Int64 { configuration.clock() }

    var isStopping: Bool { stopping.load(ordering: .relaxed) }
    var isCutOff: Bool { cutOff.load(ordering: .relaxed) }

    /// Counts bytes of a request that has not arrived completely; negative: they are gone.
    /// - Returns: Whether there may be as many.
    func hold(_ bytes: Int) -> Bool {
        unfinishedBytes.add(bytes, ordering: .relaxed).newValue <= configuration.maxUnfinishedBytes
    }

    /// Has a request answered by the workers, who own its connection meanwhile.
    /// - Returns: False when there are as many as allowed.
    func handle(_ exchange: Exchange, from connection: Connection) -> Bool {
        guard requests.add(1, ordering: .relaxed).newValue <= requestLimit else {
            endRequest()
            return false
        }
        Task(executorPreference: workers) { [self] in
            let response = await exchange.route.respond(to: exchange.request)
            // Before the answer: whoever has it may ask anew.
            endRequest()
            connection.answer(exchange, with: response)
        }
        return true
    }

    private func endRequest() { requests.subtract(1, ordering: .relaxed) }

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
