import Testing
import XignAdmission
import XignHTTP
import YAML

struct LimitsTests {
    @Test("Limits in manager.yaml", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a limit that is not set keeps its default", defaults),
        TestCase("each limit has its name", names),
        TestCase(
            "fewer connections mean fewer event streams, so that connections are left for other requests", streamsFollow
        ),
        TestCase(
            "an impossible value is refused with its place and the allowed range", refusals,
            each: [
                ("limits: {logins: {perMinute: 0, burst: 5}}", "perMinute must be 1 to 6000000"),
                ("limits: {logins: {perMinute: 5}}", "burst is missing"),
                ("limits: {logins: 5}", "a mapping is expected"),
                ("limits: {login: {perMinute: 1, burst: 5}}", "did you mean logins?"),
                ("limits: {connections: 10}", "connections must be 64 to 1000000, not 10"),
                ("limits: {connections: 100, eventStreams: 100}", "eventStreams must be 1 to 90, not 100"),
                ("limits: {connectionsPerNetwork: 12001}", "connectionsPerNetwork must be 1 to 12000, not 12001"),
                ("limits: {exempt: [localhost]}", "or ::1, and no names; not localhost"),
                ("limits: {exempt: [10.0.0.1/8]}", "not 10.0.0.1/8"),
            ]),
    ]

    private func limits(_ yaml: String) throws -> Limits {
        struct Configuration: Decodable { var issuer: String, limits: Limits? }
        let text = "issuer: http://127.0.0.1:8080\n" + yaml
        return try YAMLDecoder().decode(Configuration.self, from: Array(text.utf8)).limits ?? Limits()
    }

    func defaults() throws {
        #expect(try limits("") == Limits())
        #expect(try limits("limits: {}") == Limits())
        var changed = Limits()
        changed.queuedRequests = 64
        #expect(try limits("limits: {queuedRequests: 64}") == changed)
    }

    func names() throws {
        let given = try limits(
            """
            limits:
              requests: {perMinute: 1, burst: 11}
              deviceRequests: {perMinute: 2, burst: 12}
              activationOpens: {perMinute: 3, burst: 13}
              logins: {perMinute: 4, burst: 14}
              loginsPerService: {perMinute: 5, burst: 15}
              tokenFailures: {perMinute: 6, burst: 16}
              activationRequests: {perMinute: 7, burst: 17}
              tokenRequests: {perMinute: 8, burst: 18}
              forms: {perMinute: 9, burst: 19}
              changes: {perMinute: 10, burst: 20}
              searches: {perMinute: 11, burst: 21}
              exports: {perMinute: 12, burst: 22}
              recoveries: {perMinute: 13, burst: 23}
              buckets: 1024
              connections: 2000
              connectionsPerNetwork: 300
              queuedRequests: 99
              unfinishedBytes: 1048576
              eventStreams: 1500
              eventStreamsPerLogin: 3
              eventStreamsPerNetwork: 40
              unfinishedLogins: 700
              unfinishedLoginsPerNetwork: 80
              exempt: [192.0.2.0/24, "2001:db8::/32"]
            """)
        let rates = [
            given.requests, given.deviceRequests, given.activationOpens, given.logins, given.loginsPerService,
            given.tokenFailures, given.activationRequests, given.tokenRequests, given.forms,
            given.changes, given.searches, given.exports, given.recoveries,
        ]
        #expect(rates == (1...13).compactMap { Rate(perMinute: $0, burst: $0 + 10) })
        #expect(given.buckets == 1024)
        #expect(given.connections == 2000)
        #expect(given.connectionsPerNetwork == 300)
        #expect(given.queuedRequests == 99)
        #expect(given.unfinishedBytes == 1 << 20)
        #expect(given.eventStreams == 1500)
        #expect(given.eventStreamsPerLogin == 3)
        #expect(given.eventStreamsPerNetwork == 40)
        #expect(given.unfinishedLogins == 700)
        #expect(given.unfinishedLoginsPerNetwork == 80)
        #expect(given.exempt == [AddressRange("192.0.2.0/24"), AddressRange("2001:db8::/32")])
        var server = ServerConfiguration()
        server.apply(given)
        #expect(server.maxConnections == 2000)
        #expect(server.maxConnectionsPerAddress == 300)
        #expect(server.requestLimit == 99)
        #expect(server.maxUnfinishedBytes == 1 << 20)
        let streams = EventHub.Limits(given)
        #expect(streams.streams == 1500)
        #expect(streams.perTopic == 3)
        #expect(streams.perClient == 40)
    }

    func streamsFollow() throws {
        #expect(try limits("limits: {connections: 600}").eventStreams == 500)
    }

    func refusals(_ yaml: String, _ reason: String) throws {
        let error = #expect(throws: YAMLError.self) { try limits(yaml) }
        let description = try #require(error).description
        #expect(description.contains(reason))
        #expect(description.contains("limits"))
    }
}
