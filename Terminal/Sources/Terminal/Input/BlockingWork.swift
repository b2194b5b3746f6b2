import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Work that blocks its thread, such as a request. It has a thread of its own, so that a signal can end the wait for
/// it.
public final class BlockingWork<Output: Sendable>: Sendable {
    private let result = Mutex<Result<Output, any Error>?>(nil)
    /// Its other end is closed when the work has ended.
    private let readEnd: Int32

    /// Begins the work.
    /// - Parameter isLast: true for work that cleans up, which begins after a signal, too.
    /// - Throws: ``InputError/interrupted`` where a signal has arrived already (``SignalTrap/throughout(_:)``): then
    ///   nothing begins.
    public init(isLast: Bool = false, _ body: @escaping @Sendable () throws -> Output) throws {
        if !isLast { try SignalTrap.current?.check() }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw InputError.noTerminal }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        let writeEnd = ends[1]
        // A serial queue gets a thread at once, however many others are blocked.
        DispatchQueue(label: "BlockingWork").async { [self] in
            let ended = Result { try body() }
            result.withLock { $0 = ended }
            close(writeEnd)
        }
    }

    deinit { close(readEnd) }

    /// Waits for the outcome.
    /// - Throws: the error of the work; ``InputError/interrupted`` where a signal arrives first. The work goes on then.
    public func value() throws -> Output {
        guard let trap = SignalTrap.current else { return try finalValue() }
        while true {
            if let result = result.withLock({ $0 }) { return try result.get() }
            try trap.wait(for: readEnd)
        }
    }

    /// Waits for the outcome, whatever signals arrive.
    /// - Throws: the error of the work.
    public func finalValue() throws -> Output {
        while true {
            if let result = result.withLock({ $0 }) { return try result.get() }
            _ = hasEnded(milliseconds: -1)
        }
    }

    /// Waits for the end at most for a time, whatever signals arrive.
    /// - Returns: true if the work has ended without an error.
    public func succeeds(within time: Duration) -> Bool {
        let end = ContinuousClock.now + time
        while true {
            let rest = ContinuousClock.now.duration(to: end)
            if hasEnded(milliseconds: Int32(max(.zero, rest) / .milliseconds(1))) {
                return result.withLock { if case .success = $0 { true } else { false } }
            }
            guard rest > .zero else { return false }
        }
    }

    /// Returns false where the time is over, or a signal has come.
    private func hasEnded(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, milliseconds) == 1
    }
}
