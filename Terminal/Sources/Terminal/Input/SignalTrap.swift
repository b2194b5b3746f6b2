import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A trap for the signals that end or stop the program, while the program waits and must clean up first.
///
/// A signal that ends the program is kept. It takes effect when the program has cleaned up (`letKeptTakeEffect`), so
/// that its status is that of the signal; a second one ends it at once.
///
/// A signal handler may call only few functions (POSIX, XSH 2.4.3), and may interrupt any thread. It therefore writes
/// the signal's number into a pipe, and the thread that waits for input also waits for the pipe (the self-pipe trick).
struct SignalTrap {
    /// The error for SIGTSTP, which stops the program. Its former handler is restored; let the signal take effect after
    /// restoring the terminal.
    struct Stopped: Error {
        /// Returns when the program goes on.
        func takeEffect() { SignalTrap.raiseUnblocked(SIGTSTP) }
    }

    private let readEnd: Int32

    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The signal that ends the program once it has cleaned up; 0: none.
    private static let kept = Atomic<Int32>(0)
    /// The lock for one trap at a time: signal handlers belong to the process.
    private static let turn = Mutex(())
    private static let writeEnd = Atomic<Int32>(-1)

    /// - Parameter stops: true to catch SIGTSTP, too; otherwise it stops the program at once, which then goes on where
    ///   it was.
    static func during<R: Sendable>(stops: Bool = false, _ body: (SignalTrap) throws -> R) throws -> R {
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
            let trap = SignalTrap(readEnd: ends[0])
            let former = install(ending + (stops ? [SIGTSTP] : []))
            let result = Result { try body(trap) }
            restore(former)
            // One that came after the last wait.
            do { try trap.wait(milliseconds: 0) } catch let stopped as Stopped { stopped.takeEffect() }
            return try result.get()
        }
    }

    /// Waits for input, at most for a time.
    /// - Throws: `InputError.interrupted` if a signal arrives that ends the program, ``Stopped``.
    func wait(for descriptor: Int32? = nil, milliseconds: Int32 = -1) throws {
        var requests = [
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&requests, nfds_t(requests.count), milliseconds) < 0 && errno == EINTR {}
        guard requests[1].revents != 0 else { return }
        var number: UInt8 = 0
        guard unsafe read(readEnd, &number, 1) == 1 else { return }
        guard Int32(number) != SIGTSTP else { throw Stopped() }
        Self.kept.store(Int32(number), ordering: .sequentiallyConsistent)
        throw InputError.interrupted
    }

    /// Lets the signal that was kept take effect. Returns where there is none, or where its handler does.
    static func letKeptTakeEffect() {
        let number = kept.exchange(0, ordering: .sequentiallyConsistent)
        if number != 0 { raiseUnblocked(number) }
    }

    /// Raises a signal, and returns after its handler, unless the signal ends the program. Threads of Dispatch block
    /// signals, so it is unblocked meanwhile.
    private static func raiseUnblocked(_ signal: Int32) {
        var (only, former) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&only)
        unsafe sigaddset(&only, signal)
        unsafe pthread_sigmask(SIG_UNBLOCK, &only, &former)
        raise(signal)
        unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
    }

    private static func install(_ signals: [Int32]) -> [(signal: Int32, action: sigaction)] {
        signals.compactMap { number in
            var former = sigaction()
            unsafe sigaction(number, nil, &former)
            let handler = signal(number) { number in
                let (descriptor, error) = (SignalTrap.writeEnd.load(ordering: .sequentiallyConsistent), errno)
                var octet = UInt8(truncatingIfNeeded: number)
                unsafe write(descriptor, &octet, 1)
                errno = error
            }
            // A signal that was ignored, as under nohup, stays ignored.
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
