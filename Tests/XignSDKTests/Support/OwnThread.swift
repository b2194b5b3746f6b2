import Dispatch

/// Runs the jobs of a task on a thread of its own, so that it does not wait for the tests that run meanwhile.
final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "OwnThread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
