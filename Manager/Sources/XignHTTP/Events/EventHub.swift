import Threads

/// The open event streams by topic. All of it may be called from any thread, and nothing blocks.
public final class EventHub: Sendable {
    /// How many streams may be open.
    public struct Limits: Sendable {
        /// In all; more get 503.
        public var streams: Int
        /// Of one topic; more get 429.
        public var perTopic: Int
        /// Of one client, which is an IPv4 address or the /64 network of an IPv6 address; more get 429.
        public var perClient: Int
        /// Whom `perClient` does not concern.
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
        let client: ClientNetwork
        weak var stream: EventStream?
    }

    private struct State {
        var topics: [String: [Entry]] = [:]
        var clients: [ClientNetwork: Int] = [:]
        var count = 0
        var lastID: UInt64 = 0
        var isEnded = false
    }

    private let state = Locked(State())
    private let limits: Limits

    public init(_ limits: Limits = Limits()) { self.limits = limits }

    /// How many streams are open.
    public var count: Int { state.withLock { $0.count } }

    /// A stream that receives the topic from now on; to be answered with `Response.events`. It counts until it has
    /// ended, by itself or with its connection, or the last reference to it is dropped.
    ///
    /// - Parameters:
    ///   - client: Whom to count it for: `request.remoteAddress`.
    ///   - first: What it begins with, before anything that is published to the topic.
    /// - Throws: 503 or 429 with Retry-After when there are too many, 503 after `end`.
    public func open(
        topic: String, for client: RemoteAddress, first: Event? = nil
    ) throws(HTTPError) -> EventStream {
        let id = try admit(topic, client).get()
        let stream = EventStream(id: id, first: first) { [weak self] in self?.remove($0, topic) }
        let isEnded = state.withLock {
            if let index = $0.topics[topic]?.firstIndex(where: { $0.id == id }) {
                $0.topics[topic]?[index].stream = stream
            }
            return $0.isEnded
        }
        if isEnded { stream.end() }  // `end` may have come in between, and not have seen this one
        return stream
    }

    /// Sends to the streams of one topic; costs O(of these).
    ///
    /// - Returns: The number of those that took it.
    @discardableResult
    public func publish(_ event: Event, to topic: String) -> Int {
        Self.send(state.withLock { $0.topics[topic] ?? [] }, event)
    }

    /// Sends to all streams.
    ///
    /// - Returns: The number of those that took it.
    @discardableResult
    public func publishToAll(_ event: Event) -> Int {
        Self.send(state.withLock { $0.topics.values.flatMap { $0 } }, event)
    }

    /// Ends the streams of one topic, behind what was sent to them.
    /// - Parameter last: What is sent with the end.
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

    private func admit(_ topic: String, _ client: RemoteAddress) -> Result<UInt64, HTTPError> {
        let limits = limits
        let isExempt = limits.exempt.covers(client)
        let client = client.network
        return state.withLock {
            guard !$0.isEnded, $0.count < limits.streams else { return .failure(.busy) }
            guard $0.topics[topic]?.count ?? 0 < limits.perTopic,
                isExempt || $0.clients[client] ?? 0 < limits.perClient
            else {
                let retry = HeaderField("Retry-After", "5")
                return .failure(HTTPError(.tooManyRequests, "too many event streams are open", headers: [retry]))
            }
            $0.lastID += 1
            $0.count += 1
            $0.clients[client, default: 0] += 1
            $0.topics[topic, default: []].append(Entry(id: $0.lastID, client: client, stream: nil))
            return .success($0.lastID)
        }
    }

    /// Outside the lock: the last reference to a stream may be dropped here, and that calls `remove`.
    private static func send(_ entries: [Entry], _ event: Event) -> Int {
        guard !entries.isEmpty else { return 0 }
        let frame = EventFrame(event.encoded)
        return entries.reduce(0) { $0 + ($1.stream?.send(frame) == true ? 1 : 0) }
    }

    private func remove(_ id: UInt64, _ topic: String) {
        state.withLock {
            guard let index = $0.topics[topic]?.firstIndex(where: { $0.id == id }) else { return }
            if let client = $0.topics[topic]?.remove(at: index).client {
                let left = ($0.clients[client] ?? 1) - 1
                $0.clients[client] = left > 0 ? left : nil
            }
            if $0.topics[topic]?.isEmpty == true { $0.topics[topic] = nil }
            $0.count -= 1
        }
    }
}
