import Threads

/// A stream of server-sent events. While it is idle, it takes less than 1 kB with its connection.
///
/// The answer owns it, then the connection; a hub holds it weakly. It ends with `end`, which leaves the connection to
/// the next request, with its connection, or with the server. A peer that does not keep up is cut off: when more than
/// `ServerConfiguration.eventPendingBytes` wait for it, or when it accepted nothing between two heartbeats.
public final class EventStream: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var link: Link?
        var isEnding = false, isClosed = false
        var isStalled = false  // nothing was accepted since the last heartbeat

        /// True if the network thread must come when the socket accepts output: to send pending bytes, or to go on with
        /// the connection.
        var wantsOutput: Bool { !pending.isEmpty || isEnding }
    }

    /// The result of an event of the socket. `finished`: all is sent, and the connection is not armed.
    enum Progress { case open, finished, broken }

    /// The socket of the connection; valid until `close`, which comes before the socket is closed.
    struct Link {
        let socket: Socket
        let id: UInt64
        let poller: Poller
        let pendingLimit: Int
        let isChunked: Bool
    }

    /// The limit in bytes of events that are sent before the answer.
    private static let unattachedLimit = 16_384

    let id: UInt64
    private let state = Locked(State())
    private let onClose: @Sendable (UInt64) -> Void

    /// - Parameter first: The first event.
    init(id: UInt64, first: Event?, onClose: @escaping @Sendable (UInt64) -> Void) {
        self.id = id
        self.onClose = onClose
        if let first { state.withLock { $0.pending = EventFrame(first.encoded).plain } }
    }

    deinit { onClose(id) }

    /// Sends an event. Never blocks; from any thread.
    ///
    /// - Returns: False if the stream has ended. True does not mean that the peer has received the event.
    @discardableResult
    public func send(_ event: Event) -> Bool { send(EventFrame(event.encoded)) }

    /// Ends the stream after the pending events. From any thread; repeating it has no effect.
    public func end() { end(nil) }

    /// - Parameter last: An event to send with the end, in one packet.
    func end(_ last: EventFrame?) {
        state.withLock {
            guard !$0.isClosed, !$0.isEnding else { return }
            $0.isEnding = true
            guard let link = $0.link else { return $0.pending += last?.plain ?? [] }
            Self.write(&$0, link, (last?.bytes(isChunked: link.isChunked) ?? []) + Self.end(of: link))
        }
    }

    func send(_ frame: EventFrame) -> Bool {
        state.withLock {
            guard !$0.isClosed, !$0.isEnding else { return false }
            if let link = $0.link {
                Self.write(&$0, link, frame.bytes(isChunked: link.isChunked))
            } else {
                $0.pending += frame.plain
                if $0.pending.count > Self.unattachedLimit { $0.isClosed = true }
            }
            return !$0.isClosed
        }
    }

    /// Connects the stream to its socket: sends the head of the answer, and the events so far behind it.
    func attach(_ link: Link, head: [UInt8]) {
        state.withLock {
            let waiting = $0.pending.isEmpty ? [] : EventFrame($0.pending).bytes(isChunked: link.isChunked)
            $0.link = link
            if $0.isClosed {
                Self.drop(&$0)
            } else {
                $0.pending = head + waiting + ($0.isEnding ? Self.end(of: link) : [])
                Self.flush(&$0, link)
            }
            Self.arm($0, link)
        }
    }

    /// Handles an event of the socket, on the network thread: the peer accepts more, or has left.
    func handle(_ events: Poller.Interest) -> Progress {
        state.withLock {
            guard let link = $0.link, !$0.isClosed, events.isDisjoint(with: [.hangUp, .failure]) else { return .broken }
            Self.flush(&$0, link)
            if $0.isClosed { return .broken }
            if $0.isEnding, $0.pending.isEmpty { return .finished }
            Self.arm($0, link)
            return .open
        }
    }

    /// Sends a comment where nothing else is pending.
    ///
    /// - Returns: False if the peer has accepted nothing since the last heartbeat.
    func heartbeat() -> Bool {
        state.withLock {
            guard let link = $0.link, !$0.isClosed else { return true }
            if $0.pending.isEmpty, !$0.isEnding {
                Self.write(&$0, link, EventFrame.heartbeat.bytes(isChunked: link.isChunked))
                return true
            }
            let wasStalled = $0.isStalled
            $0.isStalled = true
            return !wasStalled
        }
    }

    /// Separates the stream from its connection, which goes on without it or is about to close its socket.
    func close() {
        state.withLock {
            $0.isClosed = true
            $0.link = nil
            $0.pending = []
        }
        onClose(id)
    }

    private static func write(_ state: inout State, _ link: Link, _ bytes: [UInt8]) {
        // With pending bytes, the socket is armed for output, or that event is on its way. Arming it twice could bring
        // a second event when the connection has another owner already.
        let isArmed = !state.pending.isEmpty
        state.pending += bytes
        if !isArmed { flush(&state, link) }
        if state.pending.count > link.pendingLimit { drop(&state) }
        if !isArmed, !state.isClosed, state.wantsOutput { arm(state, link) }
    }

    private static func flush(_ state: inout State, _ link: Link) {
        guard !state.pending.isEmpty else { return }
        switch link.socket.send(state.pending) {
        case .bytes(let sent):
            if sent > 0 { state.isStalled = false }
            state.pending = sent == state.pending.count ? [] : Array(state.pending[sent...])
        case .failed: drop(&state)
        }
    }

    private static func end(of link: Link) -> [UInt8] { link.isChunked ? EventFrame.lastChunk : [] }

    private static func drop(_ state: inout State) {
        state.isClosed = true
        state.pending = []
        state.link?.socket.end()  // wakes the network thread
    }

    private static func arm(_ state: State, _ link: Link) {
        link.poller.arm(link.socket, link.id, state.wantsOutput ? [.hangUp, .output] : .hangUp)
    }
}
