/// A semaphore that serves threads in the order in which they ask.
///
/// The system's semaphores are not fair: a thread that gives its slot back and asks again overtakes those that wait.
/// With 64 threads and 8 slots the unlucky ones waited many times as long as the others.
public final class Slots: Sendable {
    /// A waiting thread; true once it has its slot.
    private typealias Turn = Locked<Bool>
    private struct State {
        var free: Int
        var waiting: [Turn] = []
    }
    private let state: Locked<State>

    public init(_ count: Int) { state = Locked(State(free: count)) }

    /// Takes a slot, and waits for one if necessary.
    ///
    /// - Parameter patience: Nil waits without a limit.
    /// - Returns: False if no slot became free in time.
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
        // The slot may have been given between the end of the wait and now.
        return state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === mine }) else { return true }
            state.waiting.remove(at: index)
            return false
        }
    }

    /// The number of slots that nobody has.
    public var freeCount: Int { state.withLock { $0.free } }

    /// Gives a slot back, to the thread that has waited longest.
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
