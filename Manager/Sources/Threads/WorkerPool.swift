/// Some threads and a bounded queue of jobs. A thread is started for a job that finds none idle, until there are as many as allowed;
/// none of them ends before `stop`.
///
/// Idle threads are parked in a stack: the one that worked last is woken first, since its caches are warm. Each has a
/// semaphore of its own, which saves a system call against one condition for all.
///
/// The pool lives until `stop`, whoever refers to it.
public final class WorkerPool<Job: Sendable>: Sendable {
    private struct State {
        var queue: [Job?] = []
        var head = 0  // where the queue begins
        var idle: [Int] = []  // parked threads
        var handed: [Job?]  // what a thread finds when it is started or woken
        var unstarted: [Int]  // threads that there are not yet
        var startsAgainAt: Int64 = 0  // milliseconds; the system may have allowed no further one
        var isStopping = false
    }

    private static var restMilliseconds: Int64 { 1000 }

    private enum Decision { case refused, queued, wake(Int), start(Int) }

    private let name: String
    private let state: Locked<State>
    private let parking: [Semaphore]
    private let queueLimit: Int
    private let run: @Sendable (Job) -> Void

    /// - Parameters:
    ///   - name: What the threads are called in debuggers, at most 11 bytes; their number is put behind it.
    ///   - threads: How many there are at most, at least 1. The first is started at once.
    ///   - queueLimit: How many jobs may wait while all threads are at work.
    ///   - run: Does a job, on one of the threads.
    public init(_ name: String, threads: Int, queueLimit: Int, run: @escaping @Sendable (Job) -> Void) {
        self.name = name
        state = Locked(
            State(handed: Array(repeating: nil, count: threads), unstarted: Array((1..<threads).reversed())))
        parking = (0..<threads).map { _ in Semaphore() }
        self.queueLimit = queueLimit
        self.run = run
        // What is queued is done, whatever the system allows later.
        startThread("\(name)-0") { [self] in work(0) }
    }

    /// Hands a job to a thread, or queues it. Never blocks; from any thread.
    ///
    /// - Returns: False when the queue is full or the pool is stopping; the job is not taken then.
    public func submit(_ job: Job) -> Bool {
        switch decide(job) {
        case .refused: return false
        case .queued: return true
        case .wake(let thread):
            parking[thread].post()
            return true
        case .start(let thread):
            if startThreadIfPossible("\(name)-\(thread)", { [self] in work(thread) }) { return true }
            // For a while those must do that there are.
            state.withLock { state in
                state.handed[thread] = nil
                state.unstarted.append(thread)
                state.startsAgainAt = monotonicMilliseconds() + Self.restMilliseconds
            }
            return submit(job)
        }
    }

    private func decide(_ job: Job) -> Decision {
        let queueLimit = queueLimit
        return state.withLock { state in
            if state.isStopping { return .refused }
            if let thread = state.idle.popLast() {
                state.handed[thread] = job
                return .wake(thread)
            }
            if !state.unstarted.isEmpty, monotonicMilliseconds() >= state.startsAgainAt {
                let thread = state.unstarted.removeLast()
                state.handed[thread] = job
                return .start(thread)
            }
            guard state.queue.count - state.head < queueLimit else {
                return .refused
            }
            state.queue.append(job)
            return .queued
        }
    }

    /// Takes no more jobs and lets the threads end once the queue is empty. Does not wait for them.
    public func stop() {
        let idle = state.withLock { state -> [Int] in
            state.isStopping = true
            defer { state.idle = [] }
            return state.idle
        }
        for thread in idle { parking[thread].post() }
    }

    private func work(_ thread: Int) {
        if let job = takeHanded(thread) { run(job) }
        while runNext(thread) {}
    }

    /// False: the pool has stopped.
    private func runNext(_ thread: Int) -> Bool {
        guard let job = waitForJob(thread) else { return false }
        run(job)
        return true
    }

    private func takeHanded(_ thread: Int) -> Job? { state.withLock { $0.handed[thread].take() } }

    /// Nil: the pool has stopped.
    private func waitForJob(_ thread: Int) -> Job? {
        let (job, isOver) = state.withLock { state -> (Job?, Bool) in
            if state.head < state.queue.count { return (Self.takeFirst(&state), false) }
            if state.isStopping { return (nil, true) }
            state.idle.append(thread)
            return (nil, false)
        }
        if job != nil || isOver { return job }
        parking[thread].wait()
        return takeHanded(thread)
    }

    /// Moves the rest only now and then, so that taking a job costs O(1) on average.
    private static func takeFirst(_ state: inout State) -> Job? {
        defer {
            state.queue[state.head] = nil
            state.head += 1
            if state.head == state.queue.count || state.head >= 256 {
                state.queue.removeFirst(state.head)
                state.head = 0
            }
        }
        return state.queue[state.head]
    }
}
