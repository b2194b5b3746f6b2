import Metrics
import Testing
import Threads
import XignDomain
import XignHTTP
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct MetricsEndpointTests {
    @Test("The endpoint of metrics", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "it answers in the text format, with what counts, what the server samples, and what the database knows",
            answer),
        TestCase("the size of a database on a server is known, and not what its disk has left", serverSize),
        TestCase("the last backup is there once one is recorded", lastBackup),
        TestCase("a clock that is ahead of the rounds of housekeeping, and the last check of the file", checks),
        TestCase("it reads, and nothing else", methods),
        TestCase("a name that a website could give to this machine is refused", hosts),
        TestCase("with a token, each reader sends it, whatever the name of the host is", token),
        TestCase("the public listener has no metrics", notPublic),
        TestCase(
            "a database that hangs holds up no scrape: the manager is not ready, and the counts are there",
            hangingDatabase),
        TestCase("a database that fails is not ready, and is ready again without a restart", failingDatabase),
    ]

    private let manager: TestManager
    private let endpoint: MetricsEndpoint
    private let database: InterleavedDatabase

    init() throws {
        manager = try TestManager()
        database = InterleavedDatabase(manager.context.database)
        endpoint = try MetricsEndpoint(
            .tcp("127.0.0.1", 0), try manager.node(on: database), families: [BuildInfo(version: "1.2.3")],
            patience: .seconds(5)
        ) { $0.connections.set(7) }
    }

    private func ask(_ method: String = "GET", _ path: String = "/metrics", host: String = "localhost") -> WireAnswer {
        let client = WireClient(Int(endpoint.port))
        client.send("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        return WireAnswer(text: client.read { _ in false })
    }

    func answer() throws {
        let device = try RawDevice(manager)
        _ = try device.finish(try device.prepare(try TestBrowser(manager)))
        let answer = ask()
        #expect(answer.status == 200)
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.text.split(separator: "\n").map(String.init)
        #expect(lines.contains("xign_logins_total{outcome=\"confirmed\",channel=\"crossDevice\"} 1"))
        #expect(lines.contains("xign_audit_events_total{event=\"sessionTaken\"} 0"))
        #expect(lines.contains("xign_build_info{version=\"1.2.3\"} 1"))
        #expect(lines.contains("xign_http_connections 7"))
        #expect(lines.contains("xign_ready 1"))
        #expect(lines.contains("xign_database_damaged 0"))
        #expect(!lines.contains { $0.hasPrefix("xign_database_checked_timestamp_seconds") })
        #expect(lines.contains("xign_outbox_pending{kind=\"logout\"} 0"))
        #expect(lines.contains("xign_outbox_oldest_age_seconds 0"))
        #expect(lines.contains { $0.hasPrefix("xign_audit_unlinked_age_seconds ") })
        let expiry = try #require(lines.first { $0.hasPrefix("xign_key_material_expiry_timestamp_seconds ") })
        #expect(expiry.hasSuffix(" \(manager.context.keys.material.material.expiresAt)"))
        #expect(lines.contains { $0.hasPrefix("xign_id_token_key_since_timestamp_seconds{algorithm=\"ES256\"} ") })
        for name in [
            "process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds", "process_max_fds",
            "process_start_time_seconds",
        ] {
            let value = lines.first { $0.hasPrefix("\(name) ") }.flatMap { Double($0.dropFirst(name.count + 1)) }
            #expect((value ?? 0) > 0, "\(name)")
        }
        let start = try #require(lines.first { $0.hasPrefix("process_start_time_seconds ") })
        #expect(start.contains("\(manager.clock.now.seconds)"), "by the manager's clock, which stands still")
        let size = lines.first { $0.hasPrefix("xign_database_size_bytes ") }
        #expect(size != nil && size != "xign_database_size_bytes 0")
        #expect(lines.contains { $0.hasPrefix("xign_database_free_bytes ") })
        endpoint.stop()
    }

    func serverSize() throws {
        let server = try TestManager(.postgreSQL)
        let size = try server.context.database.size()
        #expect(size.bytes > 1_000_000)
        #expect(size.freeBytes == nil)
        endpoint.stop()
    }

    func lastBackup() throws {
        #expect(!ask().text.contains("\nxign_backup_last_timestamp_seconds "))
        endpoint.stop()
        try manager.context.database.write { try $0.settings.set("lastBackupAt", to: "1790000000") }
        let later = try MetricsEndpoint(
            .tcp("127.0.0.1", 0), try manager.node(on: database), families: [], patience: .seconds(5)
        ) { _ in }
        let text = WireClient(Int(later.port)).exchange("GET", "/metrics").text
        #expect(text.contains("\nxign_backup_last_timestamp_seconds 1790000000\n"))
        later.stop()
    }

    func checks() throws {
        Housekeeping(manager.manager).runOnce()
        let checked = manager.clock.now.seconds
        manager.clock.jump(seconds: 40 * 86_400)
        let text = ask().text
        #expect(text.contains("\nxign_clock_ahead_seconds{of=\"checkedTime\"} \(40 * 86_400)\n"))
        #expect(!text.contains("databaseServer"))
        #expect(text.contains("\nxign_database_checked_timestamp_seconds \(checked)\n"))
        endpoint.stop()
    }

    func methods() {
        #expect(ask("HEAD").status == 200)
        #expect(ask("HEAD").text.hasSuffix("\r\n\r\n"))
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let answer = ask(method)
            #expect(answer.status == 405, "\(method)")
            #expect(answer["Allow"] == "GET, HEAD", "\(method)")
        }
        for path in ["/", "/metrics/", "/metrics/x", "/health/ready", "/openid/token", "/account"] {
            #expect(ask("GET", path).status == 404, "\(path)")
        }
        endpoint.stop()
    }

    func hosts() {
        for host in ["localhost", "localhost:9464", "127.0.0.1", "127.0.0.1:9464", "[::1]:9464", "[::1]"] {
            #expect(ask(host: host).status == 200, "\(host)")
        }
        for host in ["evil.example", "localhost.evil.example", "192.0.2.7", "127.0.0.1.evil.example:9464", "[::2]"] {
            #expect(ask(host: host).status == 403, "\(host)")
        }
        endpoint.stop()
    }

    func token() throws {
        let endpoint = try MetricsEndpoint(
            .tcp("127.0.0.1", 0), try manager.node(on: database), token: BearerHash(of: "sesame"), families: []
        ) { _ in }
        func ask(_ field: String) -> WireAnswer {
            let client = WireClient(Int(endpoint.port))
            client.send("GET /metrics HTTP/1.1\r\nHost: pod.example\r\n\(field)Connection: close\r\n\r\n")
            return WireAnswer(text: client.read { _ in false })
        }
        #expect(ask("Authorization: Bearer sesame\r\n").status == 200)
        for field in ["", "Authorization: Bearer sesam\r\n", "Authorization: Basic sesame\r\n"] {
            let refused = ask(field)
            #expect(refused.status == 401, "\(field)")
            #expect(refused["WWW-Authenticate"] == #"Bearer realm="metrics""#, "\(field)")
            #expect(!refused.text.contains("xign_"), "\(field)")
        }
        endpoint.stop()
        self.endpoint.stop()
    }

    func notPublic() throws {
        let answer = WireClient(manager.port).exchange("GET", "/metrics")
        #expect(answer.status == 404)
        #expect(!answer.text.contains("xign_"))
        endpoint.stop()
    }

    func hangingDatabase() throws {
        let endpoint = try MetricsEndpoint(
            .tcp("127.0.0.1", 0), try manager.node(on: database), families: [], patience: .milliseconds(1)
        ) { _ in }
        let mayGoOn = Locked(false)
        database.beforeNextWrite { mayGoOn.wait { $0 ? () : nil } }
        let client = WireClient(Int(endpoint.port))
        client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let text = client.read { _ in false }
        #expect(text.contains("\nxign_ready 0\n"))
        #expect(text.contains("\nxign_audit_events_total{event=\"loginConfirmed\"} "))
        mayGoOn.withLock { $0 = true }
        mayGoOn.broadcast()
        endpoint.stop()
        self.endpoint.stop()
    }

    func failingDatabase() throws {
        database.beforeNextWrite { throw StorageError(.full) }
        #expect(ask().text.contains("\nxign_ready 0\n"))
        endpoint.stop()
        let again = try MetricsEndpoint(
            .tcp("127.0.0.1", 0), try manager.node(on: database), families: [], patience: .seconds(5)
        ) { _ in }
        let text = WireClient(Int(again.port)).exchange("GET", "/metrics").text
        #expect(text.contains("\nxign_ready 1\n"))
        again.stop()
    }
}
