internal import Synchronization

/// A gate that holds a message in transit until the test opens it.
package final class Gate: Sendable {
    package init() {}

    private struct State {
        var isOpen = false
        var hasArrived = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    /// Called by the message: waits until the gate is open.
    package func pass() async {
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

    /// Called by the test: waits until the message has arrived.
    package func arrival() async {
        await withCheckedContinuation { continuation in
            let hasArrived = state.withLock { state in
                if !state.hasArrived { state.watching.append(continuation) }
                return state.hasArrived
            }
            if hasArrived { continuation.resume() }
        }
    }

    /// Called by the test: releases the message.
    package func open() {
        state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }.forEach { $0.resume() }
    }
}
