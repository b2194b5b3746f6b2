import Testing
import Threads

@testable import XignHTTP

struct EventNetworkTests {
    @Test("Event streams by network", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("streams are limited by topic and by client; the last reference to one gives its place back", limits),
        TestCase(
            "one customer's many IPv6 networks have no more streams than a /56 may have, and a site no more than a /48",
            oneCustomer),
        TestCase(
            "when all streams are taken, the network with the most loses its oldest, and no client is refused",
            dropsTheLargest),
        TestCase("a stream that was ended for another is no longer counted when its connection goes", countedOnce),
        TestCase("exempt clients lose no stream to others; where only they have any, the next one is refused", exempt),
        TestCase("the index agrees with a search through all items, whatever comes and goes", index),
    ]

    private func address(_ text: String) throws -> RemoteAddress { try #require(RemoteAddress(text)) }

    /// The streams of clients, each with a topic of its own.
    private final class Pages {
        let hub: EventHub
        let reported = Locked<[String]>([])
        private(set) var streams: [EventStream] = []

        init(_ limits: EventHub.Limits) {
            hub = EventHub(limits) { [reported] shortage, network in
                reported.withLock { $0.append("\(shortage) \(network)") }
            }
        }

        /// - Returns: The status of the refusal; nil when a stream was opened.
        @discardableResult
        func open(_ client: RemoteAddress) -> Int? {
            do { streams.append(try hub.open(topic: "\(streams.count)", for: client)) } catch {
                return error.status.code
            }
            return nil
        }

        /// The positions of the streams that no longer accept events.
        var ended: [Int] { streams.indices.filter { hub.publish(Event("x"), to: "\($0)") == 0 } }
    }

    func limits()
        throws
    {
        let hub = EventHub(EventHub.Limits(streams: 100, perTopic: 2, perClient: 3))
        let first = try #require(RemoteAddress("2001:db8::1")), neighbour = try #require(RemoteAddress("2001:db8::2"))
        let other = try #require(RemoteAddress("192.0.2.1"))
        func status(_ topic: String, _ client: RemoteAddress) -> Int? {
            do { _ = try hub.open(topic: topic, for: client) } catch { return error.status.code }
            return nil
        }
        var streams = [try hub.open(topic: "a", for: first), try hub.open(topic: "a", for: neighbour)]
        #expect(status("a", other) == 429)
        #expect(status("b", other) == nil)
        #expect(hub.count == 2)
        streams.append(try hub.open(topic: "b", for: neighbour))
        #expect(status("c", first) == 429)
        #expect(status("c", other) == nil)
        streams.removeFirst()
        #expect(hub.count == 2)
        #expect(status("a", first) == nil)
        #expect(hub.publish(Event("x"), to: "a") == 1)
        #expect(hub.publishToAll(Event("x")) == 2)
        hub.end()
        #expect(hub.publishToAll(Event("x")) == 0)
        #expect(status("a", other) == 503)
        streams = []
        #expect(hub.count == 0)
    }

    func oneCustomer() throws {
        let pages = Pages(EventHub.Limits(perClient: 5))
        // Each /64 has one; ten are all of a /56, and twenty all of the /48.
        let opened = try (0..<4).map { household in
            try (0..<50).count { number in
                let link = String(household * 0x100 + number, radix: 16)
                return pages.open(try address("2001:db8:0:\(link)::1")) == nil
            }
        }
        #expect(opened == [10, 10, 0, 0])
        #expect(pages.open(try address("2001:db8:1::1")) == nil, "the neighbouring site")
        #expect(Set(pages.reported.withLock { $0 }.map { $0.split(separator: " ").first }) == ["eventStreamsPerClient"])
    }

    func dropsTheLargest() throws {
        let pages = Pages(EventHub.Limits(streams: 6))
        pages.open(try address("192.0.2.1"))
        for number in 1...4 { pages.open(try address("2001:db8:0:\(number)::1")) }
        pages.open(try address("198.51.100.1"))
        #expect(pages.ended == [])
        // The largest one is the /48, however many networks of it are smaller.
        #expect(pages.open(try address("203.0.113.1")) == nil)
        #expect(pages.ended == [1])
        #expect(pages.open(try address("203.0.113.1")) == nil)
        #expect(pages.ended == [1, 2])
        #expect(pages.hub.count == 6)
        #expect(pages.reported.withLock { $0 } == Array(repeating: "eventStreams 2001:db8:0:0::/48", count: 2))
    }

    func countedOnce() throws {
        let pages = Pages(EventHub.Limits(streams: 2))
        for _ in 0..<5 { #expect(pages.open(try address("192.0.2.1")) == nil) }
        #expect(pages.hub.count == 2)
        #expect(pages.ended == [0, 1, 2])
        for stream in pages.streams { stream.close() }
        #expect(pages.hub.count == 0)
        for _ in 0..<2 { #expect(pages.open(try address("192.0.2.1")) == nil) }
        #expect(pages.hub.count == 2)
    }

    func exempt()
        throws
    {
        let pages = Pages(EventHub.Limits(streams: 3, perClient: 1, exempt: [AddressRange(.loopback)]))
        for _ in 0..<2 { pages.open(.loopback) }
        pages.open(try address("192.0.2.1"))
        #expect(pages.open(.loopback) == nil)
        #expect(pages.ended == [2])
        #expect(pages.open(try address("192.0.2.1")) == 503)
        #expect(pages.reported.withLock { $0 } == ["eventStreams 192.0.2.1", "eventStreams 192.0.2.1"])
    }

    private struct Held: Identifiable { let id: UInt64 }

    func index() throws {
        var generator = SystemRandomNumberGenerator()
        var index = ItemsByNetwork<Held>()
        var open: [(id: UInt64, client: RemoteAddress)] = []
        let clients = try (0..<12).map { try address("2001:db8:\($0 / 4):\($0 / 2 % 2)00::\($0)") } + [.unknown]
        for id in 1...3000 as ClosedRange<UInt64> {
            if open.isEmpty || Bool.random(using: &generator) {
                let client = try #require(clients.randomElement(using: &generator))
                index.add(Held(id: id), client.networks)
                open.append((id, client))
            } else {
                let gone = open.remove(at: Int.random(in: 0..<open.count, using: &generator))
                index.remove(gone.id, gone.client.networks)
            }
            let sizes = Dictionary(grouping: open, by: \.client.widestNetwork)
            let oldest = index.oldestOfLargest
            #expect((oldest == nil) == open.isEmpty)
            guard let oldest else { continue }
            #expect(sizes[oldest.network]?.count == sizes.values.map(\.count).max())
            #expect(sizes[oldest.network]?.first?.id == oldest.item.id)
            #expect(
                index.haveRoom([oldest.network], limit: (sizes[oldest.network]?.count ?? 0))
                    == (oldest.network.allowance > 1))
        }
    }
}
