import Dispatch
import Synchronization

/// Runs `operation` to its end on the thread that calls, and blocks that thread meanwhile.
///
/// The calling thread itself executes the operation's jobs: no other thread has to be free, so any number of callers, on
/// Dispatch threads or inside tasks, can block at once without starving each other.
func blocking<Output: Sendable>(_ operation: @escaping @Sendable () async throws -> Output) throws -> Output {
    let thread = CallingThread()
    let outcome = Outcome<Output>()
    Task(executorPreference: thread) {
        do { outcome.set(.success(try await operation())) } catch { outcome.set(.failure(error)) }
        thread.wake()
    }
    while true {
        if let result = outcome.value { return try result.get() }
        thread.runNextJob()
    }
}

private final class Outcome<Output: Sendable>: Sendable {
    private let state = Mutex<Result<Output, any Error>?>(nil)
    var value: Result<Output, any Error>? { state.withLock { $0 } }
    func set(_ result: Result<Output, any Error>) { state.withLock { $0 = result } }
}

private final class CallingThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let available = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        available.signal()
    }

    func wake() { available.signal() }

    func runNextJob() {
        available.wait()
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?.runSynchronously(on: asUnownedTaskExecutor())
    }
}
