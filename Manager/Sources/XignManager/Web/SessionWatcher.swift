import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// Tells open login pages what becomes of their sessions.
///
/// One thread reads and sends everything, so that a stream sees states in the order in which they were read. The
/// database's notices only say where to look; since they can be lost, the thread looks for changes by itself too, as
/// long as pages are open. Without open pages it sleeps.
final class SessionWatcher: Sendable {
    private struct Watched {
        /// Nil: a stream was opened that knows nothing yet.
        var sent: LoginState?
        var expiresAt: Timestamp?
    }

    private struct State {
        var watched: [SessionID: Watched] = [:]
        var unread: Set<SessionID> = []
        var mustReadAll = false
        var mustLook = false
        var isStopped = false
    }

    private enum Task {
        case read(Set<SessionID>)
        case look
        case stop
    }

    /// Clocks of other managers may differ by so much, and transactions take so long.
    private static let overlapSeconds: Int64 = 5

    private let manager: Manager
    private let hub: EventHub
    private let lookEvery: Duration?
    private let state = Locked(State())

    /// Starts the thread.
    init(manager: Manager, hub: EventHub, lookEvery: Duration?) {
        self.manager = manager
        self.hub = hub
        self.lookEvery = lookEvery
        let topic = LoginSessions.topic.description
        manager.database.observe { [weak self] notice in
            switch notice {
            case .message(topic, let payload): if let id = SessionID(text: payload) { self?.changed(id) }
            case .message: break
            case .reconnected, .changedElsewhere: self?.readAll()
            }
        }
        startThread("sessions") { [self] in run() }
    }

    /// A stream that is sent the session's state at once, and every other one until the session has ended.
    func open(_ id: SessionID, for client: RemoteAddress) throws(HTTPError) -> EventStream {
        let stream = try hub.open(topic: id.description, for: client)
        state.withLock {
            $0.watched[id, default: Watched()].sent = nil
            $0.unread.insert(id)
        }
        state.signal()
        return stream
    }

    var watchedCount: Int { state.withLock { $0.watched.count } }

    func look() {
        state.withLock { $0.mustLook = true }
        state.signal()
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        state.signal()
    }

    // MARK: Notices, on a thread of the database: nothing is read here

    private func changed(_ id: SessionID) {
        let isWatched = state.withLock { state in
            guard state.watched[id] != nil else { return false }
            state.unread.insert(id)
            return true
        }
        if isWatched { state.signal() }
    }

    private func readAll() {
        state.withLock { $0.mustReadAll = true }
        state.signal()
    }

    // MARK: The thread

    private func run() {
        var lastLook: Timestamp?
        var nextLook = Int64.max
        while true {
            switch nextTask(until: nextLook) {
            case .stop: return
            case .read(let ids): if !read(ids) { lastLook = nil }
            case .look:
                lastLook = lookForChanges(since: lastLook)
                nextLook = .max
            }
            if state.withLock({ $0.watched.isEmpty }) {
                nextLook = .max
            } else if let lookEvery, nextLook == .max {
                nextLook = monotonicMilliseconds() + lookEvery.milliseconds
            }
        }
    }

    private func nextTask(until nextLook: Int64) -> Task {
        let ready: (inout State) -> Task? = { state in
            if state.isStopped { return .stop }
            if state.mustReadAll { state.unread.formUnion(state.watched.keys) }
            state.mustReadAll = false
            if !state.unread.isEmpty {
                defer { state.unread = [] }
                return .read(state.unread)
            }
            defer { state.mustLook = false }
            return state.mustLook ? .look : nil
        }
        guard nextLook != .max else { return state.wait(ready) }
        // However many notices come, the look is not put off.
        let left = nextLook - monotonicMilliseconds()
        return left > 0 ? state.wait(milliseconds: left, ready) ?? .look : .look
    }

    /// - Parameter lastLook: nil, or long ago, where the database was away or nobody was watching: then all are read.
    /// - Returns: the moment of this look, or nil where it failed.
    private func lookForChanges(since lastLook: Timestamp?) -> Timestamp? {
        let now = manager.environment.now()
        let (watched, due) = state.withLock { state in
            // A stream is counted before it is watched, so none that has just come is forgotten.
            if hub.count == 0 { state.watched = [:] }
            return (Set(state.watched.keys), state.watched.filter { $0.value.expiresAt.map { $0 <= now } ?? true })
        }
        guard !watched.isEmpty else { return now }
        guard let lastLook, lastLook <= now, now < lastLook + 2 * Self.overlapSeconds else {
            return read(watched) ? now : nil
        }
        do {
            let changed = try manager.database.read {
                try $0.sessions.changed(since: lastLook - Self.overlapSeconds)
            }
            return read(watched.intersection(changed).union(due.keys)) ? now : nil
        } catch {
            logFailure(error)
            return nil
        }
    }

    private func read(_ ids: Set<SessionID>) -> Bool {
        do {
            let sessions = try manager.database.read { transaction in
                try ids.map { ($0, try transaction.sessions.find($0)) }
            }
            let now = manager.environment.now()
            for (id, session) in sessions { tell(id, session, at: now) }
            return true
        } catch {
            logFailure(error)
            return false
        }
    }

    private func tell(_ id: SessionID, _ session: LoginSession?, at now: Timestamp) {
        let present = session.map { LoginState($0, at: now) } ?? .expired
        let isNews = state.withLock { state in
            guard let watched = state.watched[id] else { return false }
            state.watched[id] = present.isFinal ? nil : Watched(sent: present, expiresAt: session?.expiresAt)
            return watched.sent != present
        }
        guard isNews else { return }
        let count = hub.publish(Event(present.eventData, name: "state"), to: id.description)
        if present.isFinal {
            hub.end(topic: id.description)
        } else if count == 0 {
            // Nobody is there any more, unless a stream has come in the meantime.
            state.withLock { if $0.watched[id]?.sent == present { $0.watched[id] = nil } }
        }
    }

    /// The next look reads everything that may have been missed.
    private func logFailure(_ error: any Error) {
        manager.log(.warning, "sessionsUnread", [("error", "\(error)")])
    }
}
