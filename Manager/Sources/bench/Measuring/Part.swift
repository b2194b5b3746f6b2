/// A part of a login, alone, on one thread.
struct Part: Sendable {
    let name: String
    /// The median of all runs, by the wall clock.
    let nanoseconds: Double

    /// - Parameter batch: runs between two looks at the clock, for what takes less than some microseconds.
    static func measure(
        _ name: String, rounds: Int, batch: Int = 1, _ body: () throws -> Void
    ) rethrows -> Part {
        for _ in 0..<max(1, rounds / 10) { try body() }
        var times: [Double] = []
        for _ in 0..<rounds {
            let begin = Nanoseconds.monotonic()
            for _ in 0..<batch { try body() }
            times.append(Double(Nanoseconds.monotonic() - begin) / Double(batch))
        }
        return Part(name: name, nanoseconds: Percentiles(times).at(0.5))
    }
}
