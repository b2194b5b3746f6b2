import VirtualUsers

/// The latency of dependent loads (pointer chasing), within memory of several sizes.
///
/// A login touches more code and data than a core's own cache holds, so part of its CPU time is this waiting. On a
/// shared machine it changes from one minute to the next.
struct MemoryLatency: Sendable {
    /// Sizes that fit into a core's own caches, into the shared cache, and into none.
    static let kilobytes = [256, 4 << 10, 64 << 10]

    /// Nanoseconds per load, for each of `kilobytes`.
    let nanoseconds: [Double]

    /// Runs `loads` loads within each size.
    init(loads: Int) { nanoseconds = Self.kilobytes.map { Self.nanoseconds(of: loads, over: $0) } }

    private static let bytesPerLine = 64
    private static let wordsPerLine = bytesPerLine / MemoryLayout<Int>.stride

    private static func nanoseconds(of loads: Int, over kilobytes: Int) -> Double {
        let chain = chain(lines: (kilobytes << 10) / bytesPerLine)
        var place = 0
        let begin = Nanoseconds.monotonic()
        for _ in 0..<loads { place = chain[place] }
        let end = Nanoseconds.monotonic()
        // Without a use of the result the compiler removes the loop.
        precondition(chain.indices.contains(place))
        return Double(end - begin) / Double(loads)
    }

    /// Makes a random cycle through all cache lines (Sattolo's algorithm): each holds the index of the next.
    private static func chain(lines: Int) -> [Int] {
        var order = Array(0..<lines)
        for last in stride(from: lines - 1, to: 0, by: -1) { order.swapAt(last, Int.random(in: 0..<last)) }
        var chain = [Int](repeating: 0, count: lines * wordsPerLine)
        for (line, next) in order.enumerated() { chain[line * wordsPerLine] = next * wordsPerLine }
        return chain
    }
}
