import Threads

/// Runs `body` on `count` threads at once, with the numbers from 0, and waits until all have ended. Returns the errors
/// thrown.
@discardableResult
package func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [any Error] {
    struct State {
        var running: Int
        var errors: [any Error] = []
    }
    let state = Locked(State(running: count))
    for index in 0..<count {
        startThread("test-\(index)") {
            let result = Result { try body(index) }
            state.withLock { state in
                if case .failure(let error) = result { state.errors.append(error) }
                state.running -= 1
            }
            state.broadcast()
        }
    }
    return state.wait { $0.running == 0 ? $0.errors : nil }
}
