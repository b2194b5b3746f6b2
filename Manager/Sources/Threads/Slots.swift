/// A number of places, given out in the order in which threads ask.
///
/// A semaphore would do but for its fairness: a thread that gives its place back and asks again overtakes those that wait,
/// and at 64 threads on 8 places the unlucky ones waited many times as long as the others.
public final class Slots: Sendable {
    /// A thread that waits; true once the place is its own.
    private typealias Turn = Locked<Bool>
    private struct State {
        var free: Int
        var waiting: [Turn] = []
    }
    private let state: Locked<State>

    public init(_ count: Int) { state = Locked(State(free: count)) }

    /// Waits for a place, and takes it. False if there was none in time; nil waits without a limit.
    public func take(within patience: Duration? = nil) -> Bool {
        let mine = state.withLock { state -> Turn? in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            let mine = Turn(false)
            state.waiting.append(mine)
            return mine
        }
        guard let mine else { return true }
        guard let patience else { return mine.wait { $0 ? true : nil } }
        if mine.wait(milliseconds: patience.milliseconds, { $0 ? true : nil }) != nil { return true }
        // Too late, unless the place was given just now.
        return state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === mine }) else { return true }
            state.waiting.remove(at: index)
            return false
        }
    }

    /// Gives a place back, to the thread that has waited longest.
    public func giveBack() {
        let next = state.withLock { state -> Turn? in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        guard let next else { return }
        next.withLock { $0 = true }
        next.signal()
    }
}
