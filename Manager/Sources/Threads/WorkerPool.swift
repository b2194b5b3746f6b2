/// Some threads that tasks run on: `Task(executorPreference: pool) { ... }`. A thread is started for work that finds none idle, until
/// there are as many as allowed; none of them ends before `stop`.
///
/// Idle threads are parked in a stack: the one that worked last is woken first, since its caches are warm. Each has a
/// semaphore of its own, which saves a system call against one condition for all.
///
/// The pool lives until `stop`, whoever refers to it.
public final class WorkerPool: TaskExecutor {
    /// What a task does from one suspension to the next.
    private typealias Step = UnownedJob

    private struct State {
        var queue: [Step?] = []
        var head = 0  // where the queue begins
        var idle: [Int] = []  // parked threads
        var handed: [Step?]  // what a thread finds when it is started or woken
        var unstarted: [Int]  // threads that there are not yet
        var startsAgainAt: Int64 = 0  // milliseconds; the system may have allowed no further one
        var isStopping = false
    }

    private static let restMilliseconds: Int64 = 1000

    private enum Decision { case tooLate, queued, wake(Int), start(Int) }

    private let name: String
    private let state: Locked<State>
    private let parking: [Semaphore]

    /// - Parameters:
    ///   - name: What the threads are called in debuggers, at most 11 bytes; their number is put behind it.
    ///   - threads: How many there are at most, at least 1. The first is started at once.
    public init(_ name: String, threads: Int) {
        self.name = name
        state = Locked(
            State(handed: Array(repeating: nil, count: threads), unstarted: Array((1..<threads).reversed())))
        parking = (0..<threads).map { _ in Semaphore() }
        // What is queued is done, whatever the system allows later.
        startThread("\(name)-0") { [self] in work(0) }
    }

    /// Never blocks, from any thread. After `stop` the step gets a thread of its own, since nothing may be lost.
    public func enqueue(_ job: consuming ExecutorJob) { hand(Step(job)) }

    private func hand(_ step: Step) {
        switch decide(step) {
        case .queued: break
        case .tooLate:
            if !startThreadIfPossible("\(name)-late", { [self] in run(step) }) { run(step) }
        case .wake(let thread): parking[thread].post()
        case .start(let thread):
            if startThreadIfPossible("\(name)-\(thread)", { [self] in work(thread) }) { return }
            // For a while those must do that there are.
            state.withLock { state in
                state.handed[thread] = nil
                state.unstarted.append(thread)
                state.startsAgainAt = monotonicMilliseconds() + Self.restMilliseconds
            }
            hand(step)
        }
    }

    private func decide(_ step: Step) -> Decision {
        state.withLock { state in
            if state.isStopping { return .tooLate }
            if let thread = state.idle.popLast() {
                state.handed[thread] = step
                return .wake(thread)
            }
            if !state.unstarted.isEmpty, monotonicMilliseconds() >= state.startsAgainAt {
                let thread = state.unstarted.removeLast()
                state.handed[thread] = step
                return .start(thread)
            }
            state.queue.append(step)
            return .queued
        }
    }

    /// Lets the threads end once the queue is empty. Does not wait for them.
    public func stop() {
        let idle = state.withLock { state -> [Int] in
            state.isStopping = true
            defer { state.idle = [] }
            return state.idle
        }
        for thread in idle { parking[thread].post() }
    }

    private func run(_ step: Step) { unsafe step.runSynchronously(on: asUnownedTaskExecutor()) }

    private func work(_ thread: Int) {
        if let step = takeHanded(thread) { run(step) }
        while let step = waitForStep(thread) { run(step) }
    }

    private func takeHanded(_ thread: Int) -> Step? { state.withLock { $0.handed[thread].take() } }

    /// Nil: the pool has stopped.
    private func waitForStep(_ thread: Int) -> Step? {
        let (step, isOver) = state.withLock { state -> (Step?, Bool) in
            if state.head < state.queue.count { return (Self.takeFirst(&state), false) }
            if state.isStopping { return (nil, true) }
            state.idle.append(thread)
            return (nil, false)
        }
        if step != nil || isOver { return step }
        parking[thread].wait()
        return takeHanded(thread)
    }

    /// Moves the rest only now and then, so that taking a step costs O(1) on average.
    private static func takeFirst(_ state: inout State) -> Step? {
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
