import Glibc
import Testing
import Threads

struct WorkerPoolTests {
    @Test("Worker pool", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a thread is started for a job that finds none idle, up to the limit", growth),
        TestCase("one thread does work that comes one after the other", reuse),
        TestCase("queued tasks run after the stop, and later ones on threads of their own, so that none is lost", stop),
        TestCase("a task that awaits something leaves its thread to others, and goes on in the pool", suspension),
        TestCase("an asynchronous function can be run on the calling thread, wherever it is resumed", callingThread),
    ]

    func growth() {
        let pool = WorkerPool("test", threads: 4)
        defer { pool.stop() }
        let seen = Seen(), release = Locked(false)
        for work in 1...4 {
            Task(executorPreference: pool) {
                seen.note()
                _ = release.wait { $0 ? true : nil }
            }
            #expect(seen.wait { $0.threads.count == work })
        }
        for _ in 5...20 { Task(executorPreference: pool) { seen.note() } }
        release.withLock { $0 = true }
        release.broadcast()
        #expect(seen.wait { $0.count == 20 && $0.threads.count == 4 })
    }

    func reuse() {
        let pool = WorkerPool("test", threads: 64)
        defer { pool.stop() }
        let seen = Seen()
        for work in 1...200 {
            Task(executorPreference: pool) { seen.note() }
            #expect(seen.wait { $0.count == work })
        }
        // A thread that has noted its job may not be idle yet.
        #expect(seen.wait { $0.threads.count < 20 })
    }

    func stop() {
        let pool = WorkerPool("test", threads: 1)
        let begun = Seen(), done = Seen(), release = Locked(false)
        for _ in 1...3 {
            Task(executorPreference: pool) {
                begun.note()
                _ = release.wait { $0 ? true : nil }
                done.note()
            }
        }
        #expect(begun.wait { $0.count == 1 })
        pool.stop()
        let late = Seen()
        Task(executorPreference: pool) { late.note() }
        #expect(late.wait { $0.count == 1 })
        #expect(!late.threads.contains(pthread_self()))
        release.withLock { $0 = true }
        release.broadcast()
        #expect(done.wait { $0.count == 3 })
    }

    func suspension() {
        let pool = WorkerPool("test", threads: 1)
        defer { pool.stop() }
        let waiting = Locked<CheckedContinuation<Void, Never>?>(nil), before = Seen(), after = Seen()
        Task(executorPreference: pool) {
            before.note()
            await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
            after.note()
        }
        Task(executorPreference: pool) { before.note() }
        #expect(before.wait { $0.count == 2 })
        #expect(after.threads.isEmpty)
        waiting.withLock { $0.take() }?.resume()
        #expect(after.wait { $0.count == 1 })
        #expect(after.threads == before.threads)
        #expect(!after.threads.contains(pthread_self()))
    }

    func callingThread() {
        let here = pthread_self()
        let isHere = runOnThisThread {
            await withCheckedContinuation { continuation in startThread("test") { continuation.resume() } }
            return isThread(here)
        }
        #expect(isHere)
    }
}

private func isThread(_ thread: pthread_t) -> Bool { pthread_equal(pthread_self(), thread) != 0 }

/// A counter of jobs, with the threads that ran them.
private final class Seen: Sendable {
    struct State {
        var count = 0
        var threads: Set<pthread_t> = []
    }
    private let state = Locked(State())

    var threads: Set<pthread_t> { state.withLock { $0.threads } }

    func note() {
        state.withLock { state in
            state.count += 1
            state.threads.insert(pthread_self())
        }
        state.broadcast()
    }

    func wait(_ condition: (State) -> Bool) -> Bool {
        state.wait(milliseconds: 10_000) { condition($0) ? true : nil } ?? false
    }
}
