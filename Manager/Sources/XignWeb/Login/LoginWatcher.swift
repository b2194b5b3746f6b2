import Logging
import Threads
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// Publishes the states of logins to their open pages.
///
/// A notice of the database tells most states. One thread publishes each state that differs from the last one, and
/// reads the logins whose notice does not tell their state. Now and then it also reads logins without a notice: expired
/// ones, since time sends none, and the others in turn, since a notice can be lost. Safe to use from any thread.
final class LoginWatcher: Sendable {
    private struct Watched {
        /// The last state that was published; nil: unknown.
        var published: PageState?
        var expiresAt: Timestamp?
        /// Streams that are being opened: their page has not read the login yet, or the hub does not have them yet.
        var opening = 0
        var hasStream = false
        /// Changes with each notice, and when a stream begins to open and when it is open.
        var version: UInt64 = 0
    }

    /// Changes that the thread has not published yet.
    private struct Changes {
        /// The states that the last notices have told, by login.
        var told: [SessionID: PageState] = [:]
        /// Logins that have to be read.
        var unread: Set<SessionID> = []

        var isEmpty: Bool { told.isEmpty && unread.isEmpty }

        /// - Parameter state: nil where the login has to be read. The reading sees what is told until then, too.
        mutating func add(_ id: SessionID, _ state: PageState?) {
            guard let state, !unread.contains(id) else {
                told[id] = nil
                unread.insert(id)
                return
            }
            told[id] = state
        }
    }

    private struct State {
        var watched: [SessionID: Watched] = [:]
        var changes = Changes()
        var mustReadAll = false
        var isStopped = false
        private var lastVersion: UInt64 = 0

        /// Gives a watched login its next version, which no login had before.
        mutating func advance(_ id: SessionID) -> UInt64 {
            lastVersion += 1
            watched[id, default: Watched()].version = lastVersion
            return lastVersion
        }
    }

    /// The number of logins that a look reads in turn: all of 10,000 pages within a minute.
    private static let readWithEachLook = 200

    private let logins: BrowserProcesses
    private let clock: Clock
    private let log: Log
    private let hub: EventHub
    private let lookMilliseconds: Int64?
    private let state = Locked(State())

    /// Starts the thread, which runs until `stop`.
    /// - Parameter lookEvery: the interval at which logins are read without a notice; nil: only on `look`.
    init(_ context: Context, _ log: Log, hub: EventHub, lookEvery: Duration?) {
        logins = BrowserProcesses(context)
        clock = context.clock
        self.log = log
        self.hub = hub
        lookMilliseconds = lookEvery?.milliseconds
        context.observeProcesses { [weak self] change in
            switch change {
            case .changed(let id, let news): self?.add(id, news.flatMap(PageState.init))
            case .unknown: self?.look()
            }
        }
        startThread("logins") { [self] in run() }
    }

    /// Opens a stream that begins with the login's state and receives every later one until the login has ended.
    ///
    /// - Parameter read: reads the login; nil where the client may not follow it, and gets no stream. Notices are
    ///   listened to before, so that no change is missed between the reading and the stream.
    func open(
        _ id: SessionID, for client: RemoteAddress, read: () throws -> BrowserProcess?
    ) throws -> EventStream? {
        let version = state.withLock { state in
            let version = state.advance(id)
            state.watched[id]?.opening += 1
            return version
        }
        var opened: (state: PageState, expiresAt: Timestamp)?
        defer { endOpening(id, version, opened) }
        guard let begun = try read() else { return nil }
        let current = PageState(begun, at: clock.now())
        // A final state is published by the thread, which ends the stream with it.
        let stream = try hub.open(
            topic: id.description, for: client, first: current.isFinal ? nil : Self.event(current))
        opened = (current, begun.process.expiresAt)
        return stream
    }

    /// - Parameter opened: the state that the stream began with; nil where there is no stream.
    private func endOpening(
        _ id: SessionID, _ version: UInt64, _ opened: (state: PageState, expiresAt: Timestamp)?
    ) {
        let mustRead = state.withLock { state in
            guard var watched = state.watched[id] else { return false }
            watched.opening -= 1
            guard let opened else {
                let isNeeded = watched.opening > 0 || watched.hasStream && watched.published?.isFinal != true
                state.watched[id] = isNeeded ? watched : nil
                return false
            }
            // The login may have changed since it was read, or the page may have read it before another one did.
            let isCurrent =
                watched.version == version && watched.published ?? opened.state == opened.state && !opened.state.isFinal
            watched.published = isCurrent ? opened.state : nil
            watched.expiresAt = opened.expiresAt
            watched.hasStream = true
            state.watched[id] = watched
            // The thread may have found no page just before: it forgets no login that has got one since.
            _ = state.advance(id)
            if !isCurrent { state.changes.add(id, nil) }
            return !isCurrent
        }
        if mustRead { state.signal() }
    }

    /// The number of logins that are watched for open pages.
    var watchedCount: Int { state.withLock { $0.watched.count } }

    /// Reads all watched logins.
    func look() {
        state.withLock { $0.mustReadAll = true }
        state.signal()
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        state.signal()
    }

    /// Adds a change for the thread. Runs on a thread of the database, and so reads nothing.
    /// - Parameter told: nil where the login has to be read.
    private func add(_ id: SessionID, _ told: PageState?) {
        let isWatched = state.withLock { state in
            guard state.watched[id] != nil else { return false }
            _ = state.advance(id)
            state.changes.add(id, told)
            return true
        }
        if isWatched { state.signal() }
    }

    // MARK: The thread

    private func run() {
        var turn: [SessionID] = []
        var missed: Set<SessionID> = []
        var isOut = false
        var nextLook = lookMilliseconds.map { monotonicMilliseconds() + $0 }
        while true {
            let changes = nextChanges(until: nextLook)
            if state.withLock({ $0.isStopped }) { return }
            for (id, told) in changes.told { publish(id, told) }
            var ids = changes.unread
            if let lookMilliseconds, let time = nextLook, time <= monotonicMilliseconds() {
                ids.formUnion(missed)
                ids.formUnion(idsToLookAt(&turn))
                nextLook = monotonicMilliseconds() + lookMilliseconds
            }
            guard !ids.isEmpty else { continue }
            let isRead = publish(ids)
            if isRead { missed.subtract(ids) } else { missed.formUnion(ids) }
            // A reading fails after the time in which the database may come back.
            if isRead == isOut {
                isOut = !isRead
                hub.publishToAll(Self.outage(isOut))
            }
        }
    }

    /// Waits for changes, at most until the time. A flow of notices does not delay the look.
    private func nextChanges(until time: Int64?) -> Changes {
        let ready: (inout State) -> Changes? = { state in
            guard state.mustReadAll || !state.changes.isEmpty || state.isStopped else { return nil }
            defer { (state.mustReadAll, state.changes) = (false, Changes()) }
            return state.mustReadAll ? Changes(unread: Set(state.watched.keys)) : state.changes
        }
        guard let time else { return state.wait(ready) }
        return state.wait(milliseconds: max(0, time - monotonicMilliseconds()), ready) ?? Changes()
    }

    /// The expired logins, and some of the others in turn.
    private func idsToLookAt(_ turn: inout [SessionID]) -> [SessionID] {
        let now = clock.now()
        return state.withLock { state in
            if hub.count == 0 { state.watched = state.watched.filter { $0.value.opening > 0 } }
            if turn.isEmpty { turn = Array(state.watched.keys) }
            let next = turn.suffix(Self.readWithEachLook)
            turn.removeLast(next.count)
            return next + state.watched.filter { $0.value.expiresAt.map { $0 <= now } ?? true }.map(\.key)
        }
    }

    /// Reads logins and publishes their states.
    /// - Returns: false where the database could not be read.
    private func publish(_ ids: Set<SessionID>) -> Bool {
        do {
            let found = try logins.states(of: ids)
            let now = clock.now()
            for (id, begun) in found {
                publish(id, begun.map { PageState($0, at: now) } ?? .expired, begun?.process.expiresAt)
            }
            return true
        } catch {
            log(.warning, "sessionsUnread", [("error", "\(error)")])
            return false
        }
    }

    /// - Parameter expiresAt: nil leaves the end as it was read last. A look at that time reads a later one.
    private func publish(_ id: SessionID, _ current: PageState, _ expiresAt: Timestamp? = nil) {
        let version = state.withLock { state -> UInt64? in
            guard var watched = state.watched[id] else { return nil }
            let isNews = watched.published != current
            watched.published = current
            watched.expiresAt = expiresAt ?? watched.expiresAt
            state.watched[id] = current.isFinal && watched.opening == 0 ? nil : watched
            return isNews ? watched.version : nil
        }
        guard let version else { return }
        if current.isFinal {
            hub.end(topic: id.description, with: Self.event(current))
        } else if hub.publish(Self.event(current), to: id.description) == 0 {
            // No page is open, unless one was opened meanwhile or is being opened.
            state.withLock { state in
                guard let watched = state.watched[id], watched.version == version, watched.opening == 0 else { return }
                state.watched[id] = nil
            }
        }
    }

    /// The event that tells all pages that the database does not answer, or that it does again.
    private static func outage(_ isOut: Bool) -> Event { Event("\(isOut)", name: "outage") }

    private static func event(_ state: PageState) -> Event { Event(state.eventData, name: "state") }
}
