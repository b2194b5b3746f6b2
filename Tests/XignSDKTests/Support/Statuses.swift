import Synchronization

/// A list of numbers to which several threads append.
final class Statuses: Sendable {
    private let state = Mutex<[Int]>([])
    var all: [Int] { state.withLock { $0 } }
    func add(_ status: Int) { state.withLock { $0.append(status) } }
}
