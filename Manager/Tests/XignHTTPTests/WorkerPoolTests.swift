import Glibc
import Testing
import Threads

@Suite("Worker pool")
struct WorkerPoolTests {
    @Test("a thread is started for a job that finds none idle, until there are as many as allowed")
    func growth() {
        let threads = Locked<Set<pthread_t>>([])
        let release = Locked(false), done = Locked(0)
        let pool = WorkerPool<Int>("test", threads: 4, queueLimit: 100) { job in
            threads.withLock { _ = $0.insert(pthread_self()) }
            threads.broadcast()
            if job >= 0 { _ = release.wait { $0 ? true : nil } }
            done.withLock { $0 += 1 }
            done.broadcast()
        }
        defer { pool.stop() }
        for job in 1...4 {
            #expect(pool.submit(job))
            #expect(threads.wait(milliseconds: 10_000) { $0.count == job ? true : nil } == true)
        }
        for job in 5...20 { #expect(pool.submit(job)) }
        release.withLock { $0 = true }
        release.broadcast()
        #expect(done.wait(milliseconds: 10_000) { $0 == 20 ? true : nil } == true)
        #expect(threads.withLock { $0.count } == 4)
    }

    @Test("one thread does jobs that come one after the other")
    func reuse() {
        let threads = Locked<Set<pthread_t>>([])
        let done = Locked(0)
        let pool = WorkerPool<Int>("test", threads: 64, queueLimit: 100) { _ in
            threads.withLock { _ = $0.insert(pthread_self()) }
            done.withLock { $0 += 1 }
            done.broadcast()
        }
        defer { pool.stop() }
        for job in 1...200 {
            #expect(pool.submit(job))
            #expect(done.wait(milliseconds: 10_000) { $0 == job ? true : nil } == true)
        }
        // Who has just said that he is done may not be idle yet.
        #expect(threads.withLock { $0.count } < 20)
    }

    @Test("jobs that were taken are done after the stop, and no more are taken; a full queue refuses")
    func stop() {
        let release = Locked(false), begun = Locked(0), done = Locked(0)
        let pool = WorkerPool<Int>("test", threads: 1, queueLimit: 2) { _ in
            begun.withLock { $0 += 1 }
            begun.broadcast()
            _ = release.wait { $0 ? true : nil }
            done.withLock { $0 += 1 }
            done.broadcast()
        }
        #expect(pool.submit(1))
        #expect(begun.wait(milliseconds: 10_000) { $0 == 1 ? true : nil } == true)
        #expect(pool.submit(2) && pool.submit(3))
        #expect(!pool.submit(4))
        pool.stop()
        #expect(!pool.submit(5))
        release.withLock { $0 = true }
        release.broadcast()
        #expect(done.wait(milliseconds: 10_000) { $0 == 3 ? true : nil } == true)
    }
}
