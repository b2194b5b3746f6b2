import Threads

/// Runs a closure on `count` threads at the same time.
/// - Returns: the results, without those of threads that threw an error.
package func inParallel<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable () throws -> Result
) -> [Result] {
    let results = Locked<(waiting: Int, all: [Result?])>((0, []))
    for index in 0..<count {
        startThread("test-\(index)") {
            // All begin together.
            results.withLock { $0.waiting += 1 }
            results.broadcast()
            results.wait { $0.waiting == count ? () : nil }
            let result = try? body()
            results.withLock { $0.all.append(result) }
            results.broadcast()
        }
    }
    return results.wait { $0.all.count == count ? $0.all : nil }.compactMap { $0 }
}
