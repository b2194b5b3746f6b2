import Threads

/// A thread that accepts connections, reads and parses. It owns the timer wheel and the table of its connections.
///
/// `@unchecked Sendable`: `poller` is Sendable, and everything else is used by `run` only, on its one thread.
final class NetworkThread: @unchecked Sendable {
    private static let acceptsPerEvent = 64
    private static let scratchBytes = 16_384
    private static let sweepMilliseconds: Int64 = 50  // while stopping
    private static let pauseMilliseconds: Int64 = 200  // of accepting, when there are no descriptors

    let poller: Poller
    private let server: ServerCore
    private let listener: Listener
    private var connections: [Connection?] = []  // by socket number
    private var count = 0
    private var wheel: TimerWheel
    private var scratch = [UInt8](repeating: 0, count: scratchBytes)
    private var lastGeneration: UInt64 = 0
    private var isListening = true
    private var pausedUntil: Int64 = 0  // 0: not paused
    private var lastSweep: Int64 = 0

    init(_ server: ServerCore, _ listener: Listener, _ poller: Poller) {
        self.server = server
        self.poller = poller
        self.listener = listener
        wheel = TimerWheel(now: server.now())
        poller.add(listener)
    }

    func run() {
        var batch = Poller.Batch()
        while !(server.isStopping && count == 0), !server.isCutOff {
            poller.wait(&batch, milliseconds: timeout())
            for index in 0..<batch.count { handle(batch[index].id, batch[index].events) }
            runTimers()
            if server.isStopping { windDown() }
        }
        stopListening()
        for connection in connections { if let connection { close(connection) } }
        server.threadEnded()
    }

    private func timeout() -> Int64 {
        server.isStopping || pausedUntil > 0 ? Self.sweepMilliseconds : wheel.timeout(now: server.now())
    }

    private func handle(_ id: UInt64, _ events: Poller.Interest) {
        switch id {
        case Poller.wakeID: poller.acknowledgeWake()
        case Poller.listenerID: accept()
        default:
            guard let connection = find(id) else { return }
            watch(connection)
            if connection.handle(events, scratch: &scratch) == .close { close(connection) }
        }
    }

    private func find(_ id: UInt64) -> Connection? {
        let index = Int(id & 0xFFFF_FFFF)
        guard index < connections.count, let connection = connections[index], connection.id == id else { return nil }
        return connection
    }

    private func accept() {
        for _ in 0..<Self.acceptsPerEvent where isListening && pausedUntil == 0 {
            switch listener.accept() {
            case .connection(let socket, let address): take(socket, address)
            case .none: return
            case .noDescriptors:
                // Otherwise the listener would wake this thread without end.
                pausedUntil = monotonicMilliseconds() + Self.pauseMilliseconds
                poller.remove(listener)
            }
        }
    }

    private func take(_ socket: Socket, _ address: RemoteAddress) {
        guard server.connections.take(1, for: address) else {
            server.report(.connections, address)
            _ = socket.send(
                server.encoder.encode(HTTPError.busy.response, isHead: false, version: .http11, closes: true))
            return socket.close()
        }
        lastGeneration += 1
        let id = (lastGeneration & 0xFFFF_FFFF) << 32 | UInt64(socket.descriptor)
        let connection = Connection(socket, id: id, from: address, server, poller)
        let index = Int(socket.descriptor)
        while connections.count <= index { connections.append(nil) }
        connections[index] = connection
        count += 1
        watch(connection)
        poller.add(socket, id, .input)
    }

    private func close(_ connection: Connection) {
        connection.end()
        connections[Int(connection.socket.descriptor)] = nil
        count -= 1
        server.connections.giveBack(1, for: connection.remoteAddress)
    }

    /// Makes the wheel check the connection before any deadline that is set from now on, so that workers may set
    /// deadlines without touching the wheel. Called before each event.
    private func watch(_ connection: Connection) {
        let time = server.now() + server.shortestTime
        guard connection.wheelTick > time / TimerWheel.tickMilliseconds + 1 else { return }
        connection.wheelTick = wheel.insert(connection.id, at: time)
    }

    private func runTimers() {
        let now = server.now()
        for (id, tick) in wheel.advance(to: now) {
            guard let connection = find(id), connection.wheelTick == tick else { continue }  // closed or moved
            connection.wheelTick = .max
            if let next = connection.checkDeadline(now: now) { connection.wheelTick = wheel.insert(id, at: next) }
        }
        if pausedUntil > 0, pausedUntil <= monotonicMilliseconds(), isListening {
            pausedUntil = 0
            poller.add(listener)
        }
    }

    private func stopListening() {
        if isListening, pausedUntil == 0 { poller.remove(listener) }
        isListening = false
    }

    /// Ends idle connections. Repeated until the last one has ended, since workers make more of them idle.
    private func windDown() {
        stopListening()
        let now = monotonicMilliseconds()
        guard now - lastSweep >= Self.sweepMilliseconds else { return }
        lastSweep = now
        for connection in connections { connection?.endIfIdle() }
    }
}
