import CLinux
import Glibc
import Threads

/// Hears the notices of all processes, on a connection and a thread of its own, which begin with the first observer.
final class PostgreSQLListener: Sendable {
    private enum Phase {
        case notStarted, running, ended
    }
    private let address: PostgreSQLAddress
    private let counters: Counters
    private let observers = Observers()
    private let phase = Locked(Phase.notStarted)
    /// An eventfd, which becomes readable to wake the thread while it waits for the server.
    private let stopping: Int32

    init(_ address: PostgreSQLAddress, counters: Counters) throws(StorageError) {
        self.address = address
        self.counters = counters
        stopping = eventfd(0, Int32(EFD_CLOEXEC))
        guard stopping >= 0 else { throw StorageError(.inputOutput, "no file descriptor is left: raise the limit") }
    }

    deinit { close(stopping) }

    /// Listens when it returns. If the server is away it does so later, and `.reconnected` tells.
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

    /// The thread ends soon. Harmless when repeated.
    func stop() {
        // Cannot fail: nobody takes the count back, and it does not come near its limit.
        eventfd_write(stopping, 1)
    }

    /// Returns when there is no thread any more, nor will be.
    func waitForEnd() {
        _ = phase.wait { phase in
            if phase == .notStarted { phase = .ended }
            return phase == .ended ? true : nil
        }
    }

    private func connect() throws(StorageError) -> PostgreSQLConnection {
        let connection = try PostgreSQLConnection(address, counters: counters)
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

    /// True once `stop` was called; false after the time, or when the socket has something to read.
    private func waitForStop(milliseconds: Int32, or socket: Int32 = -1) -> Bool {
        var waits = [
            pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        return unsafe poll(&waits, 2, milliseconds) > 0 && waits[0].revents != 0
    }
}
