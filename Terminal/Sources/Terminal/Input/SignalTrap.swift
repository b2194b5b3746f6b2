import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Catches the signals that would end or stop the program while something must be put right first.
///
/// A handler may do next to nothing (POSIX, XSH 2.4.3), and any thread may be the one that it interrupts; so it writes the
/// signal's number into a pipe, and the thread that waits for input waits for the pipe as well.
struct SignalTrap {
    /// A signal came. Its usual handler is in place again; let it take effect once everything is in order.
    struct Caught: Error {
        let signal: Int32

        /// Returns when the signal has been handled, if it has not ended the program. Threads of Dispatch block signals,
        /// so it is let through for the moment.
        func takeEffect() {
            var (only, former) = (sigset_t(), sigset_t())
            unsafe sigemptyset(&only)
            unsafe sigaddset(&only, signal)
            unsafe pthread_sigmask(SIG_UNBLOCK, &only, &former)
            raise(signal)
            unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
        }
    }

    private let readEnd: Int32

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    /// Signal handlers belong to the process, so one trap at a time.
    private static let turn = Mutex(())
    private static let writeEnd = Atomic<Int32>(-1)

    static func during<R: Sendable>(_ body: (SignalTrap) throws -> R) throws -> R {
        try turn.withLock { _ in
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { throw InputError.noTerminal }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
            defer {
                writeEnd.store(-1, ordering: .sequentiallyConsistent)
                for end in ends { close(end) }
            }
            let former = install()
            defer { restore(former) }
            return try body(SignalTrap(readEnd: ends[0]))
        }
    }

    /// Returns when there is input.
    /// - Throws: ``Caught`` when a signal has come.
    func waitForInput(from descriptor: Int32) throws(Caught) {
        var requests = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&requests, nfds_t(requests.count), -1) < 0 && errno == EINTR {}
        guard requests[1].revents != 0 else { return }
        var number: UInt8 = 0
        guard unsafe read(readEnd, &number, 1) == 1 else { return }
        throw Caught(signal: Int32(number))
    }

    private static func install() -> [(signal: Int32, action: sigaction)] {
        signals.compactMap { number in
            var former = sigaction()
            unsafe sigaction(number, nil, &former)
            let handler = signal(number) { number in
                let (descriptor, error) = (SignalTrap.writeEnd.load(ordering: .sequentiallyConsistent), errno)
                var octet = UInt8(truncatingIfNeeded: number)
                unsafe write(descriptor, &octet, 1)
                errno = error
            }
            // Who ignores a signal, as nohup does, goes on ignoring it.
            if unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                unsafe sigaction(number, &former, nil)
                return nil
            }
            return (number, former)
        }
    }

    private static func restore(_ former: [(signal: Int32, action: sigaction)]) {
        for (number, action) in former {
            var action = action
            unsafe sigaction(number, &action, nil)
        }
    }
}
