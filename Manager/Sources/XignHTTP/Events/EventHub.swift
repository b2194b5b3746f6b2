import Threads

/// The open event streams by topic. All methods may be called from any thread, and none blocks.
public final class EventHub: Sendable {
    /// Limits of open streams.
    public struct Limits: Sendable {
        /// The limit of all streams. One more ends the oldest stream of the network with the most streams; where only
        /// exempt clients have streams, it gets 503.
        public var streams: Int
        /// The limit of one topic; one more gets 429.
        public var perTopic: Int
        /// The limit of one network, times its allowance; one more gets 429.
        public var perClient: Int
        /// Clients that are not counted by network; their streams are never ended for others.
        public var exempt: [AddressRange]

        public init(
            streams: Int = 10_000, perTopic: Int = 16, perClient: Int = 200, exempt: [AddressRange] = []
        ) {
            self.streams = streams
            self.perTopic = perTopic
            self.perClient = perClient
            self.exempt = exempt
        }
    }

    private struct Entry {
        let id: UInt64
        let networks: [ClientNetwork]
        weak var stream: EventStream?
    }

    /// An open stream. Ids ascend with time.
    private struct Stream: Identifiable {
        let id: UInt64
        let topic: String
    }

    private struct State {
        var topics: [String: [Entry]] = [:]
        var byNetwork = ItemsByNetwork<Stream>()
        var count = 0
        var lastID: UInt64 = 0
        var isEnded = false
    }

    private let state = Locked(State())
    private let limits: Limits
    private let report: ShortageReport

    /// - Parameter report: Called for each stream that was refused, or ended for another, on the thread that opens one.
    public init(_ limits: Limits = Limits(), report: @escaping ShortageReport = { _, _ in }) {
        self.limits = limits
        self.report = report
    }

    /// The number of open streams.
    public var count: Int { state.withLock { $0.count } }

    /// Opens a stream that receives a topic; answer with it by `Response.events`.
    ///
    /// It counts until it has ended, by itself or with its connection, or until the last reference to it is dropped.
    ///
    /// - Parameters:
    ///   - client: The client that it counts for: `request.remoteAddress`.
    ///   - first: The first event, before all that are published to the topic.
    /// - Throws: 429 with Retry-After when the topic or the client has too many; 503 after `end`, or when exempt
    ///   clients have all streams.
    public func open(
        topic: String, for client: RemoteAddress, first: Event? = nil
    ) throws(HTTPError) -> EventStream {
        let id = try admit(topic, client)
        let stream = EventStream(id: id, first: first) { [weak self] in self?.remove($0, topic) }
        let isEnded = state.withLock {
            guard let index = $0.topics[topic]?.firstIndex(where: { $0.id == id }) else { return true }
            $0.topics[topic]?[index].stream = stream
            return $0.isEnded
        }
        // Meanwhile all streams were ended, or this one for another, when the entry had no stream yet.
        if isEnded { stream.end() }
        return stream
    }

    /// Sends an event to the streams of one topic, in time proportional to their number.
    ///
    /// - Returns: The number of streams that accepted it.
    @discardableResult
    public func publish(_ event: Event, to topic: String) -> Int {
        Self.send(state.withLock { $0.topics[topic] ?? [] }, event)
    }

    /// Sends an event to all streams.
    ///
    /// - Returns: The number of streams that accepted it.
    @discardableResult
    public func publishToAll(_ event: Event) -> Int {
        Self.send(state.withLock { $0.topics.values.flatMap { $0 } }, event)
    }

    /// Ends the streams of one topic, after the events that were sent to them.
    ///
    /// - Parameter last: An event to send with the end.
    public func end(topic: String, with last: Event? = nil) {
        let frame = last.map { EventFrame($0.encoded) }
        for entry in state.withLock({ $0.topics[topic] ?? [] }) { entry.stream?.end(frame) }
    }

    /// Ends all streams, and refuses new ones.
    public func end() {
        let all = state.withLock {
            $0.isEnded = true
            return $0.topics.values.flatMap { $0 }
        }
        for entry in all { entry.stream?.end() }
    }

    private enum Decision { case open(UInt64, ended: EventStream?, of: ClientNetwork?), full, tooMany(ofClient: Bool) }

    private func admit(_ topic: String, _ client: RemoteAddress) throws(HTTPError) -> UInt64 {
        let networks = limits.exempt.covers(client) ? [] : client.networks
        switch state.withLock({ decide(&$0, topic, networks) }) {
        case .open(let id, let ended, let network):
            if let network { report(.eventStreams, network) }
            ended?.end()
            return id
        case .full:
            report(.eventStreams, client.network)
            throw .busy
        case .tooMany(let ofClient):
            if ofClient { report(.eventStreamsPerClient, client.network) }
            throw HTTPError(
                .tooManyRequests, "too many event streams are open", headers: [HeaderField("Retry-After", "5")])
        }
    }

    private func decide(_ state: inout State, _ topic: String, _ networks: [ClientNetwork]) -> Decision {
        guard !state.isEnded else { return .full }
        guard state.topics[topic]?.count ?? 0 < limits.perTopic else { return .tooMany(ofClient: false) }
        guard state.byNetwork.haveRoom(networks, limit: limits.perClient) else { return .tooMany(ofClient: true) }
        var ended: Entry?, network: ClientNetwork?
        if state.count >= limits.streams {
            guard let oldest = state.byNetwork.oldestOfLargest else { return .full }
            ended = Self.remove(oldest.item.id, oldest.item.topic, &state)
            network = oldest.network
        }
        state.lastID += 1
        state.count += 1
        state.byNetwork.add(Stream(id: state.lastID, topic: topic), networks)
        state.topics[topic, default: []].append(Entry(id: state.lastID, networks: networks, stream: nil))
        return .open(state.lastID, ended: ended?.stream, of: network)
    }

    /// Sends without the lock: the last reference to a stream may be dropped here, which calls `remove`.
    private static func send(_ entries: [Entry], _ event: Event) -> Int {
        guard !entries.isEmpty else { return 0 }
        let frame = EventFrame(event.encoded)
        return entries.reduce(0) { $0 + ($1.stream?.send(frame) == true ? 1 : 0) }
    }

    private func remove(_ id: UInt64, _ topic: String) { _ = state.withLock { Self.remove(id, topic, &$0) } }

    @discardableResult
    private static func remove(_ id: UInt64, _ topic: String, _ state: inout State) -> Entry? {
        guard let index = state.topics[topic]?.firstIndex(where: { $0.id == id }),
            let entry = state.topics[topic]?.remove(at: index)
        else { return nil }
        if state.topics[topic]?.isEmpty == true { state.topics[topic] = nil }
        state.byNetwork.remove(id, entry.networks)
        state.count -= 1
        return entry
    }
}
