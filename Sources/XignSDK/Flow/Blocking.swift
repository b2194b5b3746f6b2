import Dispatch
import Synchronization

/// Runs `operation` on the calling thread, and blocks that thread until it ends.
///
/// The calling thread itself executes the operation's jobs, so no other thread has to be free. Any number of callers,
/// on Dispatch threads or inside tasks, can block at the same time without starving each other.
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
