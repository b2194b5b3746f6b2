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
