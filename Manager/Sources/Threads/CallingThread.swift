/// Runs an asynchronous function on the calling thread, and returns when it has ended. It must not wait for anything that
/// only the calling thread can do.
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

/// Collects the steps of a task until the thread that waits for it runs them.
private final class CallingThread: TaskExecutor {
    private let steps = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        // The step may end the task, and with it the last other reference, before this has signalled.
        let this = unsafe Unmanaged.passRetained(self)
        defer { unsafe this.release() }
        let step = UnownedJob(job)
        steps.withLock { $0.append(step) }
        steps.signal()
    }

    func runNext() {
        let step = steps.wait { $0.isEmpty ? nil : $0.removeFirst() }
        unsafe step.runSynchronously(on: asUnownedTaskExecutor())
    }
}
