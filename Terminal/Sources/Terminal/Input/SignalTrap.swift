import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A trap for the signals that end or stop the program, while something must be cleaned up first.
///
/// A signal that ends the program is kept. It takes effect when the program has cleaned up (`letKeptTakeEffect`), so
/// that its status is that of the signal; a second one ends it at once.
///
/// A signal handler may call only few functions (POSIX, XSH 2.4.3), and may interrupt any thread. It therefore notes
/// the signal, and writes into a pipe: the thread that waits for input also waits for the pipe (the self-pipe trick).
public struct SignalTrap: Sendable {
    /// The error for SIGTSTP, which stops the program. Its former handler is restored; let the signal take effect after
    /// restoring the terminal.
    struct Stopped: Error {
        /// Returns when the program goes on.
        func takeEffect() { SignalTrap.raiseUnblocked(SIGTSTP) }
    }

    private let readEnd: Int32

    /// The trap around the running code.
    @TaskLocal static var current: SignalTrap?

    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The signal that ends the program once it has cleaned up; 0: none.
    private static let kept = Atomic<Int32>(0)
    /// The lock for one trap at a time: signal handlers belong to the process.
    private static let turn = Mutex(())
    private static let writeEnd = Atomic<Int32>(-1)
    /// The first signal in this trap that ends the program; 0: none.
    private static let arrived = Atomic<Int32>(0)
    /// Its time, in milliseconds of the monotonic clock; `Int64.max` until then.
    private static let arrival = Atomic<Int64>(.max)
    private static let hasStopped = Atomic(false)

    /// Keeps signals that end the program until `body` returns, which therefore must not wait for anything but
    /// questions and ``BlockingWork``: these throw ``InputError/interrupted``, at once and from then on.
    ///
    /// A signal that was ignored at the start stays ignored. One that nothing in `body` has met takes effect later,
    /// too.
    public static func throughout<R>(_ body: () throws -> R) throws -> R {
        if current != nil { return try body() }
        return try trapping { _ in try body() }
    }

    /// Lets a question or a wait end where a signal arrives.
    /// - Parameter stops: true to catch SIGTSTP, too; otherwise it stops the program at once, which then goes on where
    ///   it was.
    static func during<R>(stops: Bool = false, _ body: (SignalTrap) throws -> R) throws -> R {
        if let current { return try current.asking(stops: stops, body) }
        return try trapping { try $0.asking(stops: stops, body) }
    }

    private static func trapping<R>(_ body: (SignalTrap) throws -> R) throws -> R {
        var result = Result<R, any Error>.failure(InputError.noTerminal)
        turn.withLock { _ in
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { return }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            arrived.store(0, ordering: .sequentiallyConsistent)
            arrival.store(.max, ordering: .sequentiallyConsistent)
            hasStopped.store(false, ordering: .sequentiallyConsistent)
            writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
            let trap = SignalTrap(readEnd: ends[0])
            let former = install(ending)
            result = Result { try $current.withValue(trap) { try body(trap) } }
            restore(former)
            writeEnd.store(-1, ordering: .sequentiallyConsistent)
            for end in ends { close(end) }
            let number = arrived.load(ordering: .sequentiallyConsistent)
            if number != 0 { kept.store(number, ordering: .sequentiallyConsistent) }
        }
        return try result.get()
    }

    private func asking<R>(stops: Bool, _ body: (SignalTrap) throws -> R) throws -> R {
        let former = stops ? Self.install([SIGTSTP]) : []
        let result = Result { try body(self) }
        Self.restore(former)
        // One that came after the last wait.
        do { try check() } catch let stopped as Stopped { stopped.takeEffect() }
        return try result.get()
    }

    /// Waits for input, at most for a time.
    /// - Throws: `InputError.interrupted` if a signal arrives that ends the program, or has arrived; ``Stopped``.
    func wait(for descriptor: Int32? = nil, milliseconds: Int32 = -1) throws {
        try check()
        while true {
            var requests = [
                pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
            if requests[1].revents != 0 { drain() }
            try check()
            if count == 0 || requests[0].revents != 0 { return }
        }
    }

    /// - Throws: what `wait` throws for a signal that has arrived.
    func check() throws {
        guard Self.arrived.load(ordering: .sequentiallyConsistent) == 0 else { throw InputError.interrupted }
        if Self.hasStopped.exchange(false, ordering: .sequentiallyConsistent) { throw Stopped() }
    }

    private func drain() {
        var octets: [UInt8] = [0, 0, 0, 0]
        while unsafe read(readEnd, &octets, octets.count) > 0 {}
    }

    // MARK: Signals

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
            let handler = signal(number) { SignalTrap.handle($0) }
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

    /// The signal handler.
    private static func handle(_ number: Int32) {
        let error = errno
        defer { errno = error }
        if number == SIGTSTP {
            hasStopped.store(true, ordering: .sequentiallyConsistent)
        } else if arrived.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent).exchanged {
            arrival.store(milliseconds(), ordering: .sequentiallyConsistent)
        } else {
            if !isEcho(number) {
                // It ends the program when this handler returns, which blocks it.
                _ = signal(number, SIG_DFL)
                raise(number)
            }
            return
        }
        var octet: UInt8 = 0
        unsafe write(writeEnd.load(ordering: .sequentiallyConsistent), &octet, 1)
    }

    /// True for a further signal of the same cause: `timeout` sends its signal to the program and to its group, and of
    /// a closed terminal the shell tells, then the system when the shell ends.
    private static func isEcho(_ number: Int32) -> Bool {
        guard number == arrived.load(ordering: .sequentiallyConsistent) else { return false }
        return milliseconds() - arrival.load(ordering: .sequentiallyConsistent) < (number == SIGHUP ? 500 : 100)
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
