import CLinux
import Glibc
import Synchronization
import Threads

/// A listener for the notices of all processes, with a connection and a thread of its own. The first observer starts
/// it.
final class PostgreSQLListener: Sendable {
    private enum Phase {
        case notStarted, running, ended
    }
    private let primary: PrimaryServer
    private let observers: Observers
    private let phase = Locked(Phase.notStarted)
    private let isStopping = Atomic(false), isOutdated = Atomic(false)
    /// An eventfd that wakes the thread while it waits for the server.
    private let waking: Int32

    init(_ primary: PrimaryServer, _ observers: Observers) throws(StorageError) {
        self.primary = primary
        self.observers = observers
        waking = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard waking >= 0 else { throw StorageError(.inputOutput, "no file descriptor is left: raise the limit") }
    }

    deinit { close(waking) }

    /// Adds an observer. The connection listens when this returns; if the server is away, it listens later and delivers
    /// `.reconnected` then.
    func observe(_ observer: @escaping @Sendable (Notice) -> Void) {
        observers.add(observer)
        phase.withLock { phase in
            guard phase == .notStarted else { return }
            phase = .running
            let first = Locked(try? connect())
            startThread("pg-listener") { [self] in
                serve(first.withLock { $0.take() })
                self.phase.withLock { $0 = .ended }
                self.phase.broadcast()
            }
        }
    }

    /// Tells the thread to end. May be repeated.
    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Makes the thread connect anew, since the server may no longer be the primary: a connection to one that hangs, or
    /// that another has replaced, would listen for ever.
    func reconnect() {
        isOutdated.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Cannot fail: the eventfd's counter stays far below its limit.
    private func wake() { eventfd_write(waking, 1) }

    /// Waits until the thread has ended. If none was started, none will be.
    func waitForEnd() {
        _ = phase.wait { phase in
            if phase == .notStarted { phase = .ended }
            return phase == .ended ? true : nil
        }
    }

    private func connect() throws(StorageError) -> PostgreSQLConnection {
        let connection = try primary.connect()
        try connection.run("LISTEN \(Notice.channel)")
        return connection
    }

    private func serve(_ first: PostgreSQLConnection?) {
        var connection = first
        var pause: Int32 = 50
        while true {
            guard let listening = connection else {
                if waitForStop(milliseconds: pause) { return }
                pause = min(2 * pause, 1_000)
                isOutdated.store(false, ordering: .sequentiallyConsistent)
                connection = try? connect()
                if connection != nil { observers.deliver([.reconnected]) }
                continue
            }
            guard let lines = listening.takeNotifications() else {
                connection = nil
                pause = 50
                continue
            }
            observers.deliver(lines.compactMap(Notice.init(line:)))
            if waitForStop(milliseconds: -1, or: listening.socket) { return }
            if isOutdated.load(ordering: .sequentiallyConsistent) {
                connection = nil
                pause = 50
            }
        }
    }

    /// Waits for `stop`. Returns true once it was called; false after the time, after `reconnect`, or when the socket
    /// has something to read.
    private func waitForStop(milliseconds: Int32, or socket: Int32 = -1) -> Bool {
        var waits = [
            pollfd(fd: waking, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&waits, 2, milliseconds)
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(waking, &count)
        return isStopping.load(ordering: .sequentiallyConsistent)
    }
}
