import Glibc
import Testing
import Threads

struct ConcurrentMapTests {
    @Test("Concurrent map", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("results have the order of their elements, on any number of threads", order, each: [0, 1, 4, 100]),
        TestCase("two elements are under way at once on two threads", atOnce),
        TestCase("the first error is thrown, and no further element is begun", failure),
        TestCase("progress is told on the calling thread, and never more than all", progress),
    ]

    private struct Failure: Error, Equatable {}

    func order(_ threads: Int) throws {
        let elements = Array(0..<50)
        #expect(try concurrentMap(elements, threads: threads) { $0 * 2 } == elements.map { $0 * 2 })
        #expect(try concurrentMap([Int](), threads: threads) { $0 * 2 }.isEmpty)
    }

    func atOnce() throws {
        let begun = Locked(0)
        _ = try concurrentMap([1, 2], threads: 2) { _ in
            begun.withLock { $0 += 1 }
            begun.broadcast()
            // Each waits for the other one.
            _ = begun.wait { $0 == 2 ? true : nil }
        }
        #expect(begun.withLock { $0 } == 2)
    }

    func failure() {
        let begun = Locked(0)
        #expect(throws: Failure()) {
            try concurrentMap(Array(0..<50), threads: 1) { element in
                begun.withLock { $0 += 1 }
                if element == 3 { throw Failure() }
            }
        }
        #expect(begun.withLock { $0 } == 4)
    }

    func progress() throws {
        var told: [Int] = []
        let caller = pthread_self()
        var isOnCaller = true
        _ = try concurrentMap(
            Array(0..<20), threads: 3,
            reporting: { done in
                told.append(done)
                if pthread_equal(caller, pthread_self()) == 0 { isOnCaller = false }
            }, { $0 })
        #expect(isOnCaller)
        #expect(told == told.sorted())
        #expect(told.allSatisfy { (1...20).contains($0) })
    }
}
