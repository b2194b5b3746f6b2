import CLinux
import Glibc

/// A program that runs apart from the manager: in a process group of its own, without the manager's environment,
/// folder, signal mask and open files. Its standard output is discarded.
struct Subprocess: Sendable {
    /// The program's path first.
    let arguments: [String]
    /// After this time, its process group gets SIGKILL.
    let timeLimit: Duration

    private static let environment = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]

    /// The number of bytes of standard error that are kept. The rest is read, so that the program can go on, and
    /// discarded.
    private static let keptErrorBytes = 2_000

    struct Result: Sendable {
        let end: End
        /// The beginning of its standard error.
        var errors: [UInt8] = []
    }

    enum End: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32), signalled(Int32)
        case outOfTime
        /// The caller no longer waits for it.
        case interrupted
        /// - Parameter number: the error of the system.
        case notStarted(_ number: Int32)

        var description: String {
            switch self {
            case .exited(let status): "exit status \(status)"
            case .signalled(let signal): "signal \(signal)"
            case .outOfTime: "time limit"
            case .interrupted: "interrupted"
            case .notStarted(let number): "not started: \(String(cString: strerror(number)))"
            }
        }
    }

    /// Runs the program to its end, and blocks the calling thread meanwhile. Only the program itself is waited for:
    /// processes that it leaves behind run on.
    /// - Parameters:
    ///   - input: its standard input, at most 4096 bytes: it must fit into a pipe before anybody reads.
    ///   - interruption: a descriptor; once it is readable, the process group gets SIGKILL.
    func run(input: [UInt8], interruption: Int32) -> Result {
        guard let given = makePipe() else { return Result(end: .notStarted(errno)) }
        defer { close(given.reading) }
        setNonBlocking(given.writing)
        let isGiven = input.withUnsafeBytes { write(given.writing, $0.baseAddress, $0.count) } == input.count
        close(given.writing)
        guard isGiven else { return Result(end: .notStarted(E2BIG)) }
        guard let errors = makePipe() else { return Result(end: .notStarted(errno)) }
        defer { close(errors.reading) }
        setNonBlocking(errors.reading)
        var id: pid_t = 0
        let failure = start(&id, input: given.reading, errors: errors.writing)
        close(errors.writing)
        guard failure == 0 else { return Result(end: .notStarted(failure)) }
        var kept: [UInt8] = []
        let forced = wait(id, errors.reading, interruption, &kept)
        // Nobody has collected the program's status yet, so the id is still its own.
        if forced != nil { kill(-id, SIGKILL) }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        read(errors.reading, into: &kept)
        let signal = status & 0x7F
        return Result(end: forced ?? (signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)), errors: kept)
    }

    /// Reads standard error until the program has ended.
    /// - Returns: the reason to end it by force; nil where it has ended by itself.
    private func wait(_ id: pid_t, _ errors: Int32, _ interruption: Int32, _ kept: inout [UInt8]) -> End? {
        let process = clinux_open_process(id)
        guard process >= 0 else { return .notStarted(errno) }
        defer { close(process) }
        let deadline = ContinuousClock.now + timeLimit
        var waits = [process, interruption, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            guard left > 0 else { return .outOfTime }
            guard poll(&waits, nfds_t(waits.count), Int32(left.rounded(.up))) > 0 else { continue }
            if waits[0].revents != 0 { return nil }
            if waits[1].revents != 0 { return .interrupted }
            // A closed pipe would be ready for ever. poll(2) ignores negative descriptors.
            if waits[2].revents != 0, !read(errors, into: &kept) { waits[2].fd = -1 }
        }
    }

    /// Reads what has arrived.
    /// - Returns: false at the end.
    @discardableResult
    private func read(_ descriptor: Int32, into kept: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        // At most one pipe's contents: a program that floods it must not hold the time limit up.
        for _ in 0..<16 {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            kept += buffer[..<count].prefix(Self.keptErrorBytes - kept.count)
        }
        return true
    }

    /// - Returns: the error of the system; 0 for success.
    private func start(_ id: inout pid_t, input: Int32, errors: Int32) -> Int32 {
        var texts = arguments.map { strdup($0) } + [nil]
        var environment = Self.environment.map { strdup($0) } + [nil]
        defer { for text in texts + environment { free(text) } }
        return clinux_spawn_apart(&id, &texts, &environment, input, errors)
    }
}

/// - Returns: the ends of a pipe, which exec closes; nil where the system has no descriptor left.
private func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

private func setNonBlocking(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
