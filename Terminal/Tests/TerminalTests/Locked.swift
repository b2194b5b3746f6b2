import Synchronization

/// A value shared between a test and its threads.
final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    func update(_ change: @Sendable (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
