import Logging
import Threads
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignStorage

/// Tells open login pages what becomes of their sessions.
///
/// The database's notices say what has become of them, in the order of the transactions; one thread sends it. A page that is just
/// being opened may be told a state and then, for a moment, those before it; the last that it is told is the session's. The same thread
/// reads sessions that changed while their stream was opened, and all of them when notices may have been lost. That it reads some
/// of them again now and then, as long as pages are open, is for losses that nobody has noticed. Without open pages it sleeps.
final class SessionWatcher: Sendable {
    private struct Watched {
        /// Nil: nobody was told anything yet.
        var sent: LoginState?
        var expiresAt: Timestamp?
        /// Of this entry: the same session may be forgotten, and watched anew.
        let entry: UInt64
        /// Another one with each notice of it and each stream.
        var mark: UInt64
        /// False while the first of its streams is being opened.
        var hasStream = false

        init(_ mark: UInt64) {
            entry = mark
            self.mark = mark
        }
    }

    private struct State {
        var watched: [SessionID: Watched] = [:]
        /// With the entry that each is for.
        var news: [(notice: LoginSessionNotice, entry: UInt64)] = []
        var unread: Set<SessionID> = []
        var mustReadAll = false
        var mustLook = false
        var isStopped = false
        private var lastMark: UInt64 = 0

        /// Never the same twice.
        mutating func newMark() -> UInt64 {
            lastMark += 1
            return lastMark
        }
    }

    private enum Task {
        case tell([(notice: LoginSessionNotice, entry: UInt64)])
        case read(Set<SessionID>)
        /// There is something to look at from now on.
        case beginLooking
        case look
        case stop
    }

    /// Of sessions of which there was no news, that are read with each look: 10,000 pages take less than a minute.
    private static let readWithEachLook = 200

    private let manager: Manager
    private let hub: EventHub
    private let lookEvery: Duration?
    private let state = Locked(State())

    /// Starts the thread.
    init(manager: Manager, hub: EventHub, lookEvery: Duration?) {
        self.manager = manager
        self.hub = hub
        self.lookEvery = lookEvery
        let topic = LoginSessionNotice.topic.description
        manager.database.observe { [weak self] notice in
            switch notice {
            case .message(topic, let payload): self?.hear(payload)
            case .message: break
            case .reconnected, .changedElsewhere: self?.readAll()
            }
        }
        startThread("sessions") { [self] in run() }
    }

    /// A stream that begins with the session's state, and is sent every other one until the session has ended.
    /// - Parameter read: reads the session; nil where the client may not follow it, and gets no stream. Notices are listened to
    ///   before, so that no change is missed between the reading and the stream.
    func open(
        _ id: SessionID, for client: RemoteAddress, read: () throws -> LoginSession?
    ) throws -> EventStream? {
        let before = listen(to: id)
        defer { forget(id, before) }
        guard let session = try read() else { return nil }
        let present = LoginState(session, at: manager.clock.now())
        // The end is told by the reading, which ends the stream with it.
        let stream = try hub.open(
            topic: id.description, for: client, first: present.isFinal ? nil : Self.event(present))
        let mustRead = state.withLock { state in
            let mark = state.newMark()
            var watched = state.watched[id] ?? Watched(mark)
            let isCurrent = watched.mark == before.mark && watched.sent ?? present == present && !present.isFinal
            watched.hasStream = true
            watched.mark = mark
            watched.sent = isCurrent ? present : nil
            if isCurrent { watched.expiresAt = session.expiresAt }
            state.watched[id] = watched
            // It has changed meanwhile, or has ended.
            if !isCurrent { state.unread.insert(id) }
            return !isCurrent
        }
        if mustRead { state.signal() }
        return stream
    }

    /// From now on notices of the session are noted.
    private func listen(to id: SessionID) -> (mark: UInt64, isNew: Bool) {
        let (before, isFirst) = state.withLock { state in
            if let watched = state.watched[id] { return ((watched.mark, false), false) }
            let isFirst = state.watched.isEmpty
            let mark = state.newMark()
            state.watched[id] = Watched(mark)
            return ((mark, true), isFirst)
        }
        if isFirst { state.signal() }
        return before
    }

    /// Where no stream came of it. What another has begun to listen to is his.
    private func forget(_ id: SessionID, _ before: (mark: UInt64, isNew: Bool)) {
        guard before.isNew else { return }
        state.withLock { state in
            guard let watched = state.watched[id], watched.entry == before.mark, !watched.hasStream else { return }
            state.watched[id] = nil
        }
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

    private func hear(_ payload: String) {
        if let news = LoginSessionNotice(payload: payload) {
            note(news.id) { $0.news.append((news, $1)) }
        } else if let id = LoginSessionNotice.session(of: payload) {
            // Another version of this program says it otherwise: the session itself says what has become of it.
            note(id) { state, _ in state.unread.insert(id) }
        }
    }

    /// Wakes the thread for a session that is watched; others are nobody's business here.
    private func note(_ id: SessionID, _ change: (inout State, _ entry: UInt64) -> Void) {
        let isWatched = state.withLock { state in
            guard let entry = state.watched[id]?.entry else { return false }
            let mark = state.newMark()
            state.watched[id]?.mark = mark
            change(&state, entry)
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
        var turn: [SessionID] = []
        var missed: Set<SessionID> = []
        var nextLook = Int64.max
        while true {
            switch nextTask(until: nextLook) {
            case .stop: return
            case .tell(let news):
                let now = manager.clock.now()
                for (notice, entry) in news {
                    tell(notice.id, LoginState(notice, at: now), notice.expiresAt, for: entry)
                }
            case .read(let ids): if !read(ids) { missed.formUnion(ids) }
            case .beginLooking: break
            case .look:
                look(&turn, &missed)
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
            if !state.news.isEmpty {
                defer { state.news = [] }
                return .tell(state.news)
            }
            if state.mustReadAll { state.unread.formUnion(state.watched.keys) }
            state.mustReadAll = false
            if !state.unread.isEmpty {
                defer { state.unread = [] }
                return .read(state.unread)
            }
            defer { state.mustLook = false }
            if state.mustLook { return .look }
            return nextLook == .max && self.lookEvery != nil && !state.watched.isEmpty ? .beginLooking : nil
        }
        guard nextLook != .max else { return state.wait(ready) }
        // However many notices come, the look is not put off.
        let left = nextLook - monotonicMilliseconds()
        return left > 0 ? state.wait(milliseconds: left, ready) ?? .look : .look
    }

    /// Reads those whose time has passed, those that could not be read, and some of the others in turn.
    private func look(_ turn: inout [SessionID], _ missed: inout Set<SessionID>) {
        let now = manager.clock.now()
        let due = state.withLock { state in
            // Who is just opening a stream notices that the session is watched no more, and has it read.
            if hub.count == 0 { state.watched = [:] }
            if turn.isEmpty { turn = Array(state.watched.keys) }
            return state.watched.filter { $0.value.expiresAt.map { $0 <= now } ?? true }.map(\.key)
        }
        let next = turn.suffix(Self.readWithEachLook)
        turn.removeLast(next.count)
        let ids = missed.union(next).union(due)
        missed = read(ids) ? [] : ids
    }

    private static func event(_ state: LoginState) -> Event { Event(state.eventData, name: "state") }

    /// False where the database could not be read.
    private func read(_ ids: Set<SessionID>) -> Bool {
        if ids.isEmpty { return true }
        do {
            let sessions = try manager.database.read { transaction in
                try ids.map { ($0, try transaction.sessions.find($0)) }
            }
            let now = manager.clock.now()
            for (id, session) in sessions {
                tell(id, session.map { LoginState($0, at: now) } ?? .expired, session?.expiresAt)
            }
            return true
        } catch {
            manager.log(.warning, "sessionsUnread", [("error", "\(error)")])
            return false
        }
    }

    /// - Parameter entry: the one that the news was heard for; nil where it was read.
    private func tell(_ id: SessionID, _ present: LoginState, _ expiresAt: Timestamp?, for entry: UInt64? = nil) {
        let mark = state.withLock { state -> UInt64? in
            guard let watched = state.watched[id], entry == nil || watched.entry == entry else { return nil }
            if present.isFinal {
                state.watched[id] = nil
            } else {
                state.watched[id]?.sent = present
                state.watched[id]?.expiresAt = expiresAt
            }
            return watched.sent != present ? watched.mark : nil
        }
        guard let mark else { return }
        if present.isFinal {
            hub.end(topic: id.description, with: Self.event(present))
        } else if hub.publish(Self.event(present), to: id.description) == 0 {
            // Nobody is there any more, unless a stream or a notice has come in the meantime.
            state.withLock { if $0.watched[id]?.mark == mark, !$0.unread.contains(id) { $0.watched[id] = nil } }
        }
    }
}
