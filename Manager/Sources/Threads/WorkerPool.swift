import CLinux

/// A pool of threads that run tasks: `Task(executorPreference: pool) { ... }`. A thread is started for a job that finds
/// none idle, up to a limit; none ends before `stop`.
///
/// Idle threads are parked in a stack, each at a semaphore of its own: the thread that worked last is woken first,
/// since its caches are warm. A fixed number of threads at one condition would be simpler, but with PostgreSQL (32
/// threads, 64 logins at once) a login took 8 % more CPU time, and 8 % fewer were finished. With SQLite it made no
/// difference.
///
/// The threads keep the pool alive until `stop`.
public final class WorkerPool: TaskExecutor {
    private struct State {
        var queue: [UnownedJob?] = []
        var head = 0  // where the queue begins
        var idle: [Int] = []  // parked threads
        var handed: [UnownedJob?]  // the job of a thread that is being started or woken
        var unstarted: [Int]  // threads that are not started yet
        var startsAgainAt: Int64 = 0  // milliseconds; after the system has refused a thread
        var isStopping = false
    }

    private static let restMilliseconds: Int64 = 1000

    private enum Decision { case tooLate, queued, wake(Int), start(Int) }

    private let name: String
    private let isLast: Bool
    private let state: Locked<State>
    private let parking: [Semaphore]

    /// - Parameters:
    ///   - name: The name of the threads in debuggers, at most 11 bytes; their number is appended.
    ///   - threads: The largest number of threads, at least 1. The first is started at once.
    ///   - isLast: True where all other threads of the machine run before these: a job takes a processor for long, and
    ///     nobody waits for it who is served otherwise.
    public init(_ name: String, threads: Int, isLast: Bool = false) {
        (self.name, self.isLast) = (name, isLast)
        state = Locked(
            State(handed: Array(repeating: nil, count: threads), unstarted: Array((1..<threads).reversed())))
        parking = (0..<threads).map { _ in Semaphore() }
        // Queued jobs have at least this thread, even if the system refuses others later.
        startThread("\(name)-0") { [self] in work(0) }
    }

    /// Passes a job to a thread, or queues it. Never blocks; from any thread.
    ///
    /// After `stop`, a job of a task that is resumed late gets a thread of its own, so that no task is lost. (Given to
    /// `globalConcurrentExecutor`, such jobs did not run.)
    public func enqueue(_ job: consuming ExecutorJob) { hand(UnownedJob(job)) }

    private func hand(_ job: UnownedJob) {
        switch decide(job) {
        case .queued: break
        case .tooLate:
            if !startThreadIfPossible("\(name)-late", { [self] in run(job) }) { run(job) }
        case .wake(let thread): parking[thread].post()
        case .start(let thread):
            if startThreadIfPossible("\(name)-\(thread)", { [self] in work(thread) }) { return }
            // For a while, the present threads must suffice.
            state.withLock { state in
                state.handed[thread] = nil
                state.unstarted.append(thread)
                state.startsAgainAt = monotonicMilliseconds() + Self.restMilliseconds
            }
            hand(job)
        }
    }

    private func decide(_ job: UnownedJob) -> Decision {
        state.withLock { state in
            if state.isStopping { return .tooLate }
            if let thread = state.idle.popLast() {
                state.handed[thread] = job
                return .wake(thread)
            }
            if !state.unstarted.isEmpty, monotonicMilliseconds() >= state.startsAgainAt {
                let thread = state.unstarted.removeLast()
                state.handed[thread] = job
                return .start(thread)
            }
            state.queue.append(job)
            return .queued
        }
    }

    /// Lets the threads end once the queue is empty, without waiting for them.
    public func stop() {
        let idle = state.withLock { state -> [Int] in
            state.isStopping = true
            defer { state.idle = [] }
            return state.idle
        }
        for thread in idle { parking[thread].post() }
    }

    private func run(_ job: UnownedJob) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }

    private func work(_ thread: Int) {
        if isLast { clinux_put_this_thread_last() }
        if let job = takeHanded(thread) { run(job) }
        while let job = waitForJob(thread) { run(job) }
    }

    private func takeHanded(_ thread: Int) -> UnownedJob? { state.withLock { $0.handed[thread].take() } }

    /// Waits for a job; nil: the pool has stopped.
    private func waitForJob(_ thread: Int) -> UnownedJob? {
        let (job, isOver) = state.withLock { state -> (UnownedJob?, Bool) in
            if state.head < state.queue.count { return (Self.takeFirst(&state), false) }
            if state.isStopping { return (nil, true) }
            state.idle.append(thread)
            return (nil, false)
        }
        if job != nil || isOver { return job }
        parking[thread].wait()
        return takeHanded(thread)
    }

    /// Takes the first job. The rest is moved only now and then, so that it costs O(1) on average.
    private static func takeFirst(_ state: inout State) -> UnownedJob? {
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
