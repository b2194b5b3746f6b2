/// How long a load takes whose address the load before it has brought, by how much memory they are spread over.
///
/// A login runs through more code and data than a core's own cache holds, so that some of its CPU time is this waiting. On a machine
/// that others use too it changes from one minute to the next.
struct MemoryLatency: Sendable {
    /// What a core's own caches hold, what the cores share, and what nothing holds.
    static let kilobytes = [256, 4 << 10, 64 << 10]

    /// Nanoseconds of a load, for each of `kilobytes`.
    let nanoseconds: [Double]

    /// - Parameter loads: of each size.
    init(loads: Int) { nanoseconds = Self.kilobytes.map { Self.nanoseconds(of: loads, over: $0) } }

    private static let bytesPerLine = 64
    private static let wordsPerLine = bytesPerLine / MemoryLayout<Int>.stride

    private static func nanoseconds(of loads: Int, over kilobytes: Int) -> Double {
        let chain = chain(lines: (kilobytes << 10) / bytesPerLine)
        var place = 0
        let begin = Nanoseconds.monotonic()
        for _ in 0..<loads { place = chain[place] }
        let end = Nanoseconds.monotonic()
        // Somebody wants to know where it ends, or there would be no loads.
        precondition(chain.indices.contains(place))
        return Double(end - begin) / Double(loads)
    }

    /// Each line names another one, so that the way leads through all of them in no order (Sattolo's algorithm).
    private static func chain(lines: Int) -> [Int] {
        var order = Array(0..<lines)
        for last in stride(from: lines - 1, to: 0, by: -1) { order.swapAt(last, Int.random(in: 0..<last)) }
        var chain = [Int](repeating: 0, count: lines * wordsPerLine)
        for (line, next) in order.enumerated() { chain[line * wordsPerLine] = next * wordsPerLine }
        return chain
    }
}
