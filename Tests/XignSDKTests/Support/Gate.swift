import Synchronization

/// Holds a message on its way until the test opens it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var hasArrived = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// The message: waits until the gate is open.
    func pass() async {
        state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.hasArrived = true
            defer { state.watching = [] }
            return state.watching
        }.forEach { $0.resume() }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// The test: waits until the message is there.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let hasArrived = state.withLock { state in
                if !state.hasArrived { state.watching.append(continuation) }
                return state.hasArrived
            }
            if hasArrived { continuation.resume() }
        }
    }

    /// The test: lets the message go.
    func open() {
        state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }.forEach { $0.resume() }
    }
}
