import Glibc

/// SIGTERM and SIGINT, waited for rather than handled: no code runs inside a signal handler.
@safe public struct TerminationSignals: Sendable {
    private let signals: sigset_t

    /// Blocks the signals in this thread and in all that it starts later: to be called first in main.
    public static func block() -> TerminationSignals {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        return TerminationSignals(signals: signals)
    }

    /// Waits for one of them.
    ///
    /// - Returns: Its name.
    @discardableResult
    public func wait() -> String {
        var signals = signals
        var received: Int32 = 0
        while unsafe sigwait(&signals, &received) != 0 {}
        return received == SIGTERM ? "SIGTERM" : "SIGINT"
    }

    /// Waits for one of them, or until the time has passed.
    public func wait(within time: Duration) {
        var signals = signals
        let deadline = ContinuousClock.now + time
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: deadline)).components
            var limit = timespec(tv_sec: Int(left.seconds), tv_nsec: Int(left.attoseconds / 1_000_000_000))
            // Another signal, whose handler ran, is no reason to end.
            if unsafe sigtimedwait(&signals, nil, &limit) >= 0 || errno != EINTR { return }
        }
    }
}
