/// A fixed number of threads and a bounded queue of jobs.
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
        var handed: [Job?]  // what a thread finds when it is woken
        var isStopping = false
    }

    private let state: Locked<State>
    private let parking: [Semaphore]
    private let queueLimit: Int
    private let run: @Sendable (Job) -> Void

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - name: What the threads are called in debuggers, at most 11 bytes; their number is put behind it.
    ///   - queueLimit: How many jobs may wait while all threads are at work.
    ///   - run: Does a job, on one of the threads.
    public init(_ name: String, threads: Int, queueLimit: Int, run: @escaping @Sendable (Job) -> Void) {
        state = Locked(State(handed: Array(repeating: nil, count: threads)))
        parking = (0..<threads).map { _ in Semaphore() }
        self.queueLimit = queueLimit
        self.run = run
        for index in 0..<threads { startThread("\(name)-\(index)") { [self] in work(index) } }
    }

    /// Hands a job to a thread, or queues it. Never blocks; from any thread.
    ///
    /// - Returns: False when the queue is full or the pool is stopping; the job is not taken then.
    public func submit(_ job: Job) -> Bool {
        let queueLimit = queueLimit
        let (isTaken, woken) = state.withLock { state -> (Bool, Int?) in
            guard !state.isStopping else { return (false, nil) }
            if let thread = state.idle.popLast() {
                state.handed[thread] = job
                return (true, thread)
            }
            guard state.queue.count - state.head < queueLimit else { return (false, nil) }
            state.queue.append(job)
            return (true, nil)
        }
        if let woken { parking[woken].post() }
        return isTaken
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
        while true {
            let (job, isOver) = state.withLock { state -> (Job?, Bool) in
                if state.head < state.queue.count { return (Self.takeFirst(&state), false) }
                if state.isStopping { return (nil, true) }
                state.idle.append(thread)
                return (nil, false)
            }
            if isOver { return }
            if let job { run(job) } else if let handed = waitForHanded(thread) { run(handed) }
        }
    }

    private func waitForHanded(_ thread: Int) -> Job? {
        parking[thread].wait()
        return state.withLock { state in
            defer { state.handed[thread] = nil }
            return state.handed[thread]
        }
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
