import Glibc

/// SIGTERM, SIGINT and SIGHUP, waited for rather than handled: no code runs inside a signal handler.
@safe public struct TerminationSignals: Sendable {
    private let signals: sigset_t

    /// Blocks the signals in this thread and in all that it starts later: to be called before any is started.
    ///
    /// SIGHUP stays ignored where it was, as under nohup. From now on the process ignores SIGUSR1, SIGUSR2 and SIGALRM,
    /// which would end it.
    public static func block() -> TerminationSignals {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe sigaddset(&signals, SIGINT)
        if !isIgnored(SIGHUP) { unsafe sigaddset(&signals, SIGHUP) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        for ignored in [SIGUSR1, SIGUSR2, SIGALRM] { _ = signal(ignored, SIG_IGN) }
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
        return [SIGTERM: "SIGTERM", SIGINT: "SIGINT"][received] ?? "SIGHUP"
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

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        unsafe sigaction(signal, nil, &action)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
