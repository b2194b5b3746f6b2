/// Measures two bodies in turn, and returns the shortest time of each.
///
/// - Parameters:
///   - runs: how often at least and at most; between them `suffices` decides. Other tests keep the machine busy, so
///     some runs are slow. A body that is too slow itself never suffices.
///   - first: returns its time.
///   - second: returns its time.
func shortestTimes(
    runs: ClosedRange<Int>, of first: () throws -> Duration, and second: () throws -> Duration,
    until suffices: (_ first: Duration, _ second: Duration) -> Bool
) rethrows -> (first: Duration, second: Duration) {
    var times = (first: try first(), second: try second())
    for run in 1..<runs.upperBound where run < runs.lowerBound || !suffices(times.first, times.second) {
        times = (min(times.first, try first()), min(times.second, try second()))
    }
    return times
}
