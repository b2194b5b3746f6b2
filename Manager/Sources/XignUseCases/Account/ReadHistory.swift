import XignDomain
import XignProtocol
import XignStorage

/// Reads the history of an account, page by page.
package struct ReadHistory: Sendable {
    /// An event as its person sees it.
    package struct Event: Sendable {
        package let kind: AuditEvent.Kind
        package let at: Timestamp
        /// The name of the device concerned, as it is now; nil for none, empty for a device without a name.
        package let device: String?
        /// The name of the website concerned, as it is now.
        package let service: String?
        /// The network of a browser that logged in at a surface or that remembers a login, as logs name it.
        package let network: String?
        /// The words of the browser that a login has opened or that remembers it, as long as it does.
        package let browserKind: BrowserKind?
        /// True for a login at the console.
        package let isAtConsole: Bool
        package let isByOperator: Bool
        package let isWrongFactor: Bool
        /// A confirmed login, which the person can disown.
        package let login: SessionID?
        package let isDisowned: Bool
    }

    /// A place between two events: the next page begins behind it.
    package struct Place: Sendable, Equatable {
        let at: Timestamp
        /// The number of events of this very moment that are before the place.
        let skipped: Int

        /// Reads the text of an address. Nil for any other text.
        package init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let at = Int64(parts[0]), (0..<Self.endOfTime).contains(at),
                let skipped = Int(parts[1]), (0...Self.maximumSkipped).contains(skipped)
            else { return nil }
            self.init(at: Timestamp(rawValue: at), skipped: skipped)
        }

        init(at: Timestamp, skipped: Int) {
            self.at = at
            self.skipped = skipped
        }

        package var text: String { "\(at.rawValue)-\(skipped)" }

        /// A page reads all of them. Nobody has as many events in a millisecond.
        private static let maximumSkipped = 1_000
        /// The places of events have 48 bits for the milliseconds (`TimeOrderedID`).
        private static let endOfTime: Int64 = 1 << 48
    }

    package struct Page: Sendable {
        package let events: [Event]
        /// The place of the next page; nil where no older event is left.
        package let older: Place?
        /// False while an upgraded manager sorts the events of former years.
        package let isComplete: Bool
    }

    private static let length = 50

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - topics: the topics to show.
    ///   - place: nil for the newest events.
    package func callAsFunction(
        of account: AccountID, about topics: [HistoryTopic] = HistoryTopic.allCases, from place: Place? = nil
    ) throws -> Page {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let skipped = place?.skipped ?? 0
            let (entries, isComplete) = try transaction.newest(
                skipped + Self.length + 1, of: account, about: topics, until: place?.at, now: now)
            let rest = entries.dropFirst(skipped)
            let shown = rest.prefix(Self.length)
            var older: Place?
            if rest.count > shown.count, let last = shown.last?.event.at {
                older = Place(at: last, skipped: entries[..<shown.endIndex].count { $0.event.at == last })
            }
            let events = try transaction.described(shown.map(\.event), of: account, at: now)
            return Page(events: events, older: older, isComplete: isComplete)
        }
    }

    /// Returns the last login before a browser's session, and the last one at the account pages with the session's
    /// device; nil for none.
    func lastLogins(before session: BrowserSession) throws -> (any: Timestamp?, sameDevice: Timestamp?) {
        let now = context.clock.now()
        let logins = try context.database.read { transaction in
            try transaction.newest(
                Self.length, of: session.accountID, about: [.logins], until: session.createdAt - 1, now: now)
        }.entries.map(\.event).filter(\.isLogin)
        let visit = logins.first {
            $0.kind == .sessionBegun && !$0.isAtConsole && $0.activationID == session.activationID
        }
        return (logins.first?.at, visit?.at)
    }

    /// Returns the last session of the account at the same surface before a browser's session; nil for none among the
    /// account's newest logins.
    package func lastSession(before session: BrowserSession) throws -> (at: Timestamp, network: String?)? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            try transaction.newest(
                Self.length, of: session.accountID, about: [.logins], until: session.createdAt - 1, now: now)
        }.entries.map(\.event).first {
            $0.kind == .sessionBegun && $0.serviceID == BuiltInParties.serviceID(of: session.surface)
        }.map { ($0.at, $0.network) }
    }
}

extension Transaction {
    /// Returns the newest events of an account, newest first: those of the index, and those that are not in it yet.
    fileprivate func newest(
        _ limit: Int, of account: AccountID, about topics: [HistoryTopic], until end: Timestamp?, now: Timestamp
    ) throws -> (entries: [AccountHistory.Entry], isComplete: Bool) {
        let indexed = try history.newest(limit, of: account, about: topics, until: end)
        let (recent, isComplete) = try history.recent(of: account, at: now)
        let known = Set(indexed.map(\.id))
        let others = recent.filter { entry in
            guard let topic = entry.event.historyTopic, topics.contains(topic), !known.contains(entry.id) else {
                return false
            }
            return end.map { entry.event.at <= $0 } ?? true
        }
        let all = (others + indexed).sorted { $1.id.lexicographicallyPrecedes($0.id) }
        return (Array(all.prefix(limit)), isComplete)
    }

    /// Adds the names of devices, websites and browsers.
    fileprivate func described(
        _ events: [AuditEvent], of account: AccountID, at now: Timestamp
    ) throws -> [ReadHistory.Event] {
        let disowned = try evidence.disowned(among: events.filter(\.isLogin).compactMap(\.sessionID))
        var devices: [ActivationID: String] = [:]
        for id in Set(events.compactMap(\.activationID)) { devices[id] = try activations.find(id)?.alias }
        var websites: [ServiceID: String] = [:]
        for id in Set(events.compactMap(\.serviceID)) { websites[id] = try services.find(id: id)?.displayName }
        let browserKinds = try browserKinds(of: account, at: now)
        return events.map { event in
            let login = event.isLogin ? event.sessionID : nil
            return ReadHistory.Event(
                kind: event.kind, at: event.at, device: event.activationID.flatMap { devices[$0] },
                service: event.serviceID.flatMap { websites[$0] },
                network: event.isOfBrowser ? event.network : nil,
                browserKind: event.sessionID.flatMap { browserKinds[$0] },
                isAtConsole: event.isAtConsole, isByOperator: event.isByOperator, isWrongFactor: event.isWrongFactor,
                login: login,
                isDisowned: login.map(disowned.contains) ?? false)
        }
    }
}

extension Transaction {
    /// Returns the words of the browsers that an account's logins have opened or that remember them, by login.
    fileprivate func browserKinds(of account: AccountID, at now: Timestamp) throws -> [SessionID: BrowserKind] {
        var kinds: [SessionID: BrowserKind] = [:]
        for session in try browserSessions.all(of: account) where session.isOpen(at: now) {
            if let login = SessionID(session.id.bytes) { kinds[login] = session.browserKind }
        }
        for remembered in try rememberedLogins.all(of: account) where now < remembered.cookie.expiresAt {
            kinds[remembered.login.sessionID] = remembered.cookie.browser.kind
        }
        for shared in try sharedLogins.all(of: account) where now < shared.cookie.expiresAt {
            kinds[shared.sessionID] = shared.cookie.browser.kind
        }
        return kinds
    }
}

extension AuditEvent {
    fileprivate var isAtConsole: Bool { serviceID == BuiltInParties.consoleID }

    /// True if the network is that of a browser which the event is about.
    fileprivate var isOfBrowser: Bool {
        [.sessionBegun, .sessionEnded, .loginRemembered, .sharedLoginBegun, .sharedLoginEnded].contains(kind)
    }

    fileprivate var isLogin: Bool { kind == .loginConfirmed || kind == .sessionBegun }
}
