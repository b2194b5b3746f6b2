import CLinux
import Glibc

/// Starts a detached thread.
///
/// Ends the program where the system allows no further thread: a line on standard error says what to do, the functions
/// of `atexit` run, and the status is 69 (EX_UNAVAILABLE), since another program's threads may end.
///
/// - Parameter name: The name in debuggers, at most 15 bytes.
public func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    if !startThreadIfPossible(name, body) { endWithoutThread(name) }
}

private func endWithoutThread(_ name: String) -> Never {
    let line = Array(
        """
        \(unsafe String(cString: clinux_program_name())): The system allows no further thread, and \(name) needs one: \
        raise TasksMax of the service or `ulimit -u`, or end other programs. [threads.none]

        """.utf8)
    // Directly: whatever writes the log may have no thread either.
    _ = unsafe write(STDERR_FILENO, line, line.count)
    exit(69)
}

/// Starts a detached thread.
///
/// - Returns: False where the system allows no further thread.
public func startThreadIfPossible(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(_ name: String, _ body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }
    }
    var thread = pthread_t()
    let start = unsafe Unmanaged.passRetained(Start(name, body))
    let failure = unsafe pthread_create(
        &thread, nil,
        { raw in
            guard let raw = unsafe raw else { return nil }
            let start = unsafe Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
            unsafe clinux_name_this_thread(start.name)
            start.body()
            return nil
        }, start.toOpaque())
    guard failure == 0 else {
        unsafe start.release()
        return false
    }
    pthread_detach(thread)
    return true
}

/// Reads the monotonic clock in milliseconds; coarse (4 ms) and cheap.
public func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
}

/// Reads the monotonic clock in microseconds, exactly. Costs a tenth of `ContinuousClock`, which computes in 128 bits.
public func monotonicMicroseconds() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
}

extension Duration {
    public var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
