/// Runs an asynchronous function on the calling thread, and returns its result.
///
/// The function must not wait for anything that only the calling thread can do.
public func runOnThisThread<T: Sendable>(_ body: @escaping @Sendable () async -> T) -> T {
    let thread = CallingThread()
    let result = Locked<T?>(nil)
    Task(executorPreference: thread) {
        let value = await body()
        result.withLock { $0 = value }
    }
    while true {
        thread.runNext()
        if let value = result.withLock({ $0 }) { return value }
    }
}

/// Runs an asynchronous function on a new thread, which ends with it, and returns its result.
///
/// - Parameter name: The name in debuggers, at most 15 bytes.
/// - Throws: The function's error.
/// - Returns: Nil where the system allows no further thread; the function was not called.
public func runOnNewThread<T: Sendable>(
    _ name: String, _ body: @escaping @Sendable () async throws -> T
) async throws -> T? {
    try await withCheckedThrowingContinuation { continuation in
        let isStarted = startThreadIfPossible(name) {
            let result: Result<T, any Error> = runOnThisThread {
                do { return .success(try await body()) } catch { return .failure(error) }
            }
            continuation.resume(with: result.map { $0 })
        }
        if !isStarted { continuation.resume(returning: nil) }
    }
}

/// An executor whose jobs are run by the thread that waits for them.
private final class CallingThread: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        // The job may end the task, and with it the last other reference, before this method has signalled.
        let this = unsafe Unmanaged.passRetained(self)
        defer { unsafe this.release() }
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        jobs.signal()
    }

    func runNext() {
        let job = jobs.wait { $0.isEmpty ? nil : $0.removeFirst() }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
