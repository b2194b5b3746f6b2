import DatabaseFixture
import Eventually
import Glibc
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignServer
import XignStorage

struct UnfinishedLoginsTests {
    @Test("Logins that browsers begin and no device claims", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "when there are too many, the oldest of the network with the most goes, and nobody else is refused",
            oldestOfLargest, each: Engine.allCases),
        TestCase("a network that has too many waits, and the others do not", perNetwork),
        TestCase("one customer's IPv6 networks are counted together", oneCustomer),
        TestCase("a login that a device has claimed counts no longer, whichever manager it came to", claimed),
        TestCase("a claimed login is never the one that goes", claimedStays),
        TestCase("as many logins as there can be expire at once without holding anybody up", manyExpire),
        TestCase(
            "exempt clients are not limited by network, but give way when all networks together have too many", exempt),
    ]

    private func manager(
        _ engine: Engine = .sqlite, total: Int = 20, perNetwork: Int = 15, exempt: [String] = []
    ) throws -> TestManager {
        var limits = Limits()
        limits.exempt = exempt.compactMap(AddressRange.init)
        limits.unfinishedLogins = total
        limits.unfinishedLoginsPerNetwork = perNetwork
        return try TestManager(engine, limits: limits)
    }

    /// Begins a login from an address.
    private func begin(_ manager: TestManager, from address: String) throws -> Response {
        let service = try manager.service
        let parameters = [
            ("response_type", "code"), ("client_id", service.id.text), ("redirect_uri", service.redirectURIs[0]),
            ("scope", "openid"), ("code_challenge", Website.shop.challenge), ("code_challenge_method", "S256"),
        ]
        return manager.router.respond(
            to: try Request(
                .get, "/openid/authenticate?\(Provider.encoded(parameters))",
                remoteAddress: try #require(RemoteAddress(address))))
    }

    private func session(_ response: Response) throws -> SessionID {
        let page = try #require(response["Location"], "\(response.status)")
        return try #require(SessionID(text: page.dropFirst("/login/".count)))
    }

    func oldestOfLargest(engine: Engine) throws {
        let manager = try manager(engine)
        let flood = try (0..<15).map { _ in try session(try begin(manager, from: "203.0.113.7")) }
        let others = try (0..<5).map { try session(try begin(manager, from: "198.51.100.\($0)")) }
        let late = try session(try begin(manager, from: "192.0.2.1"))
        #expect(try manager.snapshot(flood[0]) == nil)
        for session in flood.dropFirst() + others + [late] { #expect(try manager.snapshot(session) != nil) }
        _ = try session(try begin(manager, from: "192.0.2.2"))
        #expect(try manager.snapshot(flood[1]) == nil)
        #expect(manager.manager.admission.unfinishedLogins.count == 20)
    }

    func perNetwork() throws {
        let manager = try manager()
        for _ in 0..<15 { #expect(try begin(manager, from: "203.0.113.7").status == .seeOther) }
        let refused = try begin(manager, from: "203.0.113.7")
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] == "60")
        #expect(try begin(manager, from: "203.0.113.8").status == .seeOther)
        // They are removed, and count no longer.
        manager.clock.advance(seconds: 300 + XignDomain.Process.unclaimedRetentionSeconds + 1)
        Housekeeping(manager.manager).runOnce()
        #expect(manager.manager.admission.unfinishedLogins.count == 0)
        #expect(try begin(manager, from: "203.0.113.7").status == .seeOther)
    }

    func oneCustomer() throws {
        let manager = try manager(perNetwork: 3)
        let statuses = try (0..<10).map { try begin(manager, from: "2001:db8:0:\($0)::1").status }
        #expect(statuses.count { $0 == .tooManyRequests } == 4)
    }

    func claimed() throws {
        let manager = try manager(.postgreSQL, perNetwork: 1)
        let (device, browser) = (try RawDevice(manager), try TestBrowser(manager))
        #expect(try begin(manager, from: "127.0.0.1").status == .tooManyRequests)
        _ = try device.start(browser, at: try manager.secondNode())
        #expect(eventually { manager.manager.admission.unfinishedLogins.count == 0 })
        #expect(try begin(manager, from: "127.0.0.1").status == .seeOther)
    }

    func claimedStays() throws {
        let manager = try manager(total: 2, perNetwork: 2)
        let (device, browser) = (try RawDevice(manager), try TestBrowser(manager))
        _ = try device.start(browser)
        #expect(eventually { manager.manager.admission.unfinishedLogins.count == 0 })
        for number in 0..<5 { #expect(try begin(manager, from: "198.51.100.\(number)").status == .seeOther) }
        #expect(try manager.snapshot(try browser.session)?.phase.name == .claimed)
    }

    func manyExpire() throws {
        let manager = try manager(total: 50_000, exempt: ["10.0.0.0/8"])
        let unfinished = manager.manager.admission.unfinishedLogins
        let begun = try session(try begin(manager, from: "198.51.100.1"))
        let example = try #require(try manager.context.database.read { try $0.processes.find(begun) })
        let client = try #require(RemoteAddress("10.0.0.1"))
        let removedAt = example.expiresAt + XignDomain.Process.unclaimedRetentionSeconds
        for _ in 1..<50_000 {
            _ = try unfinished.add(.random(), removedAt: removedAt, of: client)
        }
        #expect(unfinished.count == 50_000)
        // The time on the processor, since other tests keep it busy. Quadratic removal takes minutes.
        let begin = Self.threadSeconds()
        unfinished.removeExpired(at: removedAt)
        #expect(Self.threadSeconds() - begin < 10)
        #expect(unfinished.count == 0)
    }

    func exempt() throws {
        let manager = try manager(perNetwork: 3, exempt: ["10.0.0.0/8"])
        let flood = try (0..<20).map { _ in try session(try begin(manager, from: "10.0.0.1")) }
        #expect(try begin(manager, from: "198.51.100.1").status == .seeOther)
        #expect(try manager.snapshot(flood[0]) == nil)
    }

    /// The time for which this thread has had a processor.
    private static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
