import CLinux
import Glibc
import Threads

/// A listener for the notices of all processes, with a connection and a thread of its own. The first observer starts
/// it.
final class PostgreSQLListener: Sendable {
    private enum Phase {
        case notStarted, running, ended
    }
    private let address: PostgreSQLAddress
    private let observers: Observers
    private let phase = Locked(Phase.notStarted)
    /// An eventfd that wakes the thread while it waits for the server.
    private let stopping: Int32

    init(_ address: PostgreSQLAddress, _ observers: Observers) throws(StorageError) {
        self.address = address
        self.observers = observers
        stopping = eventfd(0, Int32(EFD_CLOEXEC))
        guard stopping >= 0 else { throw StorageError(.inputOutput, "no file descriptor is left: raise the limit") }
    }

    deinit { close(stopping) }

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
        // Cannot fail: the eventfd's counter is never read, and stays far below its limit.
        eventfd_write(stopping, 1)
    }

    /// Waits until the thread has ended. If none was started, none will be.
    func waitForEnd() {
        _ = phase.wait { phase in
            if phase == .notStarted { phase = .ended }
            return phase == .ended ? true : nil
        }
    }

    private func connect() throws(StorageError) -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(address)
        try connection.run("LISTEN \(Notice.channel)")
        return connection
    }

    private func serve(_ first: PostgreSQLConnection?) {
        var connection = first
        var pause: Int32 = 50
        while true {
            guard let listening = connection else {
                if waitForStop(milliseconds: pause) { return }
                pause = min(2 * pause, 5_000)
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
        }
    }

    /// Waits for `stop`. Returns true once it was called; false after the time, or when the socket has something to
    /// read.
    private func waitForStop(milliseconds: Int32, or socket: Int32 = -1) -> Bool {
        var waits = [
            pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        return unsafe poll(&waits, 2, milliseconds) > 0 && waits[0].revents != 0
    }
}
