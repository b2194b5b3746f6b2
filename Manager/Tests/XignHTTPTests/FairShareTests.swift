import Testing

@testable import XignHTTP

struct FairShareTests {
    @Test("Shares by network", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("one greedy network gets half, and each that comes then finds something", halves),
        TestCase("networks that come and go at the same time get the same", equalShares),
        TestCase(
            "a customer's many IPv6 networks get no more than one of IPv4, and leave something to their neighbours",
            oneCustomer),
        TestCase("what is given back can be taken again, and is remembered no longer", givesBack),
        TestCase("exempt clients may have all, and the limit of a network holds even when the rest is free", limits),
    ]

    private func address(_ text: String) throws -> RemoteAddress { try #require(RemoteAddress(text)) }

    /// Takes one at a time, until one is refused or the count is reached.
    private func takeAll(_ share: FairShare, _ client: RemoteAddress, atMost count: Int = 10_000) -> Int {
        (0..<count).first { _ in !share.take(1, for: client) } ?? count
    }

    func halves() throws {
        let share = FairShare(capacity: 320, exempt: [])
        #expect(takeAll(share, try address("192.0.2.1")) == 161)
        #expect(takeAll(share, try address("192.0.2.2")) == 80)
        #expect(takeAll(share, try address("192.0.2.3")) == 40)
        for number in 4..<40 { #expect(share.take(1, for: try address("192.0.2.\(number)"))) }
        #expect(share.used == 161 + 80 + 40 + 36)
    }

    func equalShares() throws {
        let share = FairShare(capacity: 300, exempt: [])
        let clients = try (1...4).map { try address("192.0.2.\($0)") }
        var taken = [0, 0, 0, 0]
        for _ in 0..<300 { for index in 0..<4 where share.take(1, for: clients[index]) { taken[index] += 1 } }
        #expect(taken.allSatisfy { (59...62).contains($0) }, "\(taken)")
    }

    func oneCustomer() throws {
        let share = FairShare(capacity: 320, exempt: [])
        #expect(takeAll(share, try address("2001:db8::1")) == 65, "a quarter of what is free, for a /64")
        #expect(takeAll(share, try address("2001:db8::2")) == 0)
        let household = try (1..<100).map { takeAll(share, try address("2001:db8:0:\($0)::1")) }.reduce(65, +)
        #expect(household == 107, "half, for the /56")
        let site = try (1..<99).map { takeAll(share, try address("2001:db8:0:\($0)00::1")) }.reduce(household, +)
        #expect(site == 161)
        #expect(share.take(1, for: try address("2001:db8:1::1")))
    }

    func givesBack() throws {
        let share = FairShare(capacity: 100, exempt: [])
        let client = try address("2001:db8::1")
        for _ in 0..<3 {
            let taken = takeAll(share, client)
            #expect(taken == 21)
            for _ in 0..<taken { share.giveBack(1, for: client) }
            #expect(share.used == 0)
        }
        #expect(share.take(100, for: try address("192.0.2.1")), "a single thing may be as large as what is free")
        #expect(!share.take(1, for: client))
    }

    func limits()
        throws
    {
        let share = FairShare(capacity: 100, perNetwork: 10, exempt: [AddressRange(.loopback)])
        #expect(takeAll(share, try address("192.0.2.1")) == 10)
        #expect(takeAll(share, .unknown) == 10)
        #expect(takeAll(share, .loopback) == 80)
    }
}
