import Foundation
import Testing

@testable import XignSDK

struct CurlTransportTests {
    @Test("the libcurl transport", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "hands back a compressed body as it came, however large it would become", compressed,
            each: ["gzip", "gzip-transfer"]),
        TestCase(
            "ends an answer at the limit, be it compressed, endless, or all head", endless,
            each: ["large-gzip", "endless", "endless-chunks", "endless-head", "endless-interim"]),
        TestCase("sends a body whole again where the connection that was kept is dead", deadConnection),
        TestCase("a demand for a password is an answer like any other", challenge),
        TestCase("header fields are those of the answer, without those of interim answers and trailers", headers),
        TestCase("what is no HTTP is told apart", noHTTP),
        TestCase(
            "plain HTTP goes to this machine and nowhere else", insecure,
            each: ["http://example.org/", "file:///etc/passwd"]),
        TestCase(
            "a header field cannot begin another one", injection,
            each: [("X-A", "1\r\nX-B: 2"), ("X-A: 1\r\nX-B", "2"), ("", "1"), ("X A", "1")]),
    ]

    let server: LocalServer
    let transport = CurlTransport()

    init() throws { server = try LocalServer() }

    private func get(_ path: String) async throws -> TransportResponse {
        try await transport.send(TransportRequest(url: server.url.appendingPathComponent(path)))
    }

    func compressed(path: String) async throws {
        let answer = try await get(path)
        #expect(answer.status == 200)
        #expect(answer.body.count < 600 << 10)
        #expect(answer.body.starts(with: [0x1F, 0x8B]))
    }

    func endless(path: String) async throws {
        await #expect(throws: TransportError.responseTooLarge) { try await get(path) }
    }

    func deadConnection() async throws {
        let url = try server.url.appendingPathComponent("kept")
        let request = TransportRequest(method: "POST", url: url, body: Data(repeating: 1, count: 40_000))
        // libcurl keeps no connection that nobody has used for two minutes, and other tests may hold the common threads
        // that long.
        try await withTaskExecutorPreference(OwnThread()) {
            for _ in 0..<3 {
                let status = try await transport.send(request).status
                #expect(status == 200)
            }
        }
        let answer = try await CurlTransport().send(
            TransportRequest(url: server.url.appendingPathComponent("kept-bodies")))
        let bodies = try JSONDecoder().decode([Int].self, from: answer.body)
        // The server received the first try on each kept connection completely, but did not answer.
        #expect(bodies == [40_000, 40_000, 40_000, 40_000, 40_000])
    }

    func challenge() async throws { #expect(try await get("challenge").status == 401) }

    func headers() async throws {
        let answer = try await get("interim-and-trailer")
        #expect(answer.headers == ["x-a": "1, 2", "transfer-encoding": "chunked"])
        #expect(answer.body == Data("ok".utf8))
    }

    func noHTTP() async throws {
        await #expect(throws: TransportError.notHTTP) { try await get("no-http") }
    }

    func insecure(address: String) async throws {
        let url = try #require(URL(string: address))
        await #expect(throws: TransportError.invalidRequest) { try await transport.send(TransportRequest(url: url)) }
    }

    func injection(name: String, value: String) async throws {
        let url = try server.url.appendingPathComponent("cookies")
        await #expect(throws: TransportError.invalidRequest) {
            try await transport.send(TransportRequest(url: url, headers: [(name, value)]))
        }
    }
}

struct CertificateTests {
    @Test("the libcurl transport, of certificates", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "trusts an authority that the app has given, and without that nobody has vouched for it", givenAuthority),
        TestCase("says what is wrong with a certificate", problems),
        TestCase(
            "authorities that cannot be read are named, and trust nobody", unreadableAuthorities,
            each: ["", "no certificate"]),
    ]

    /// The announcement of `tls_server.py`.
    private struct Servers: Decodable {
        var authority: String
        var valid: Int
        var expired: Int
        var notYetValid: Int
        var otherHost: Int
        var otherAuthority: Int
    }

    private let server: LocalServer
    private let servers: Servers
    private let trusting: CurlTransport

    init() throws {
        server = try LocalServer("tls_server.py")
        servers = try JSONDecoder().decode(Servers.self, from: Data(server.announcement.utf8))
        trusting = CurlTransport(certificateAuthorities: Data(servers.authority.utf8))
    }

    private func get(_ port: Int, _ transport: CurlTransport) async throws -> Data {
        try await transport.send(TransportRequest(url: #require(URL(string: "https://localhost:\(port)/")))).body
    }

    private func problem(_ port: Int, _ transport: CurlTransport) async -> CertificateProblem? {
        do {
            _ = try await get(port, transport)
            return nil
        } catch {
            guard case TransportError.certificateUntrusted(let problem) = error else { return nil }
            return problem
        }
    }

    func givenAuthority() async throws {
        #expect(try await get(servers.valid, trusting) == Data("secure".utf8))
        #expect(await problem(servers.valid, CurlTransport()) == .unknownAuthority)
    }

    func problems() async throws {
        #expect(await problem(servers.otherAuthority, trusting) == .unknownAuthority)
        #expect(await problem(servers.expired, trusting) == .expired)
        #expect(await problem(servers.notYetValid, trusting) == .notYetValid)
        #expect(await problem(servers.otherHost, trusting) == .otherHost)
    }

    func unreadableAuthorities(text: String) async throws {
        let transport = CurlTransport(certificateAuthorities: Data(text.utf8))
        #expect(await problem(servers.valid, transport) == .unreadableAuthorities)
    }
}
