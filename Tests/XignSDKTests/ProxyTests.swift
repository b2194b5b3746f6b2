import Foundation
import Testing

@testable import Curl
@testable import XignSDK

struct ProxyTests {
    @Test("a proxy that leads nowhere", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is told as that, with its reason", problems,
            each: [
                ("http", "password", ProxyProblem.passwordNeeded), ("http", "forbidden", .refused(status: 403)),
                ("http", "login", .refused(status: 511)), ("http", "redirect", .refused(status: 302)),
                ("http", "closed", .broken), ("http", "malformed", .broken), ("http", "html", .broken),
                ("https", "closed", .broken), ("https", "malformed", .broken),
                ("http", "nobody", .notConnected(errno: ECONNREFUSED)),
                ("socks5h", "nobody", .notConnected(errno: ECONNREFUSED)),
                ("socks5h", "socks-password", .passwordNeeded), ("socks5h", "socks-rejected", .passwordNeeded),
                ("socks5h", "socks-forbidden", .socksRefused(reply: 2)),
                ("socks5h", "socks-refused", .socksRefused(reply: 5)), ("socks5h", "socks-closed", .broken),
                ("socks5h", "socks-malformed", .broken), ("socks4a", "socks4", .socksRefused(reply: 91)),
            ]),
        TestCase("whose address is none is told as that, without the address", addresses),
        TestCase("whose certificate is not trusted is told as that, and is not the server", certificate),
        TestCase(
            "is not blamed for what answers behind it", behind, each: [("http", "page"), ("socks5h", "socks-open")]),
        TestCase("a name that nobody knows is told as DNS, and a server that is not there by its error", direct),
        TestCase(
            "of the environment is found as libcurl finds it", environment,
            each: [
                ([:], false), (["https_proxy": "http://p:1"], true), (["HTTPS_PROXY": "http://p:1"], true),
                (["https_proxy": "", "ALL_PROXY": "socks5h://p:1"], true), (["http_proxy": "http://p:1"], false),
                (["https_proxy": "http://p:1", "no_proxy": "*"], false),
                (["https_proxy": "http://p:1", "no_proxy": "localhost, .example.org"], false),
                (["https_proxy": "http://p:1", "no_proxy": "gin.example.org,10.0.0.0/8"], true),
                (["https_proxy": "http://p:1", "NO_PROXY": "LOGIN.example.org"], false),
            ]),
    ]

    private let server: LocalServer
    private let ports: [String: Int]

    init() throws {
        server = try LocalServer("proxy_server.py")
        ports = try JSONDecoder().decode([String: Int].self, from: Data(server.announcement.utf8))
    }

    /// Returns the error of a request through a proxy, whose password no description has.
    private func failure(through proxy: String, to url: String = "https://login.example.org/") async throws
        -> TransportError?
    {
        let request = TransportRequest(url: try #require(URL(string: url)))
        do {
            _ = try await CurlTransport(proxy: proxy).send(request)
            return nil
        } catch {
            #expect(!"\(error)".contains("ada"))
            #expect(!"\(error)".contains("secret"))
            return error as? TransportError
        }
    }

    func problems(scheme: String, name: String, problem: ProxyProblem) async throws {
        let proxy = try "\(scheme)://ada:secret@127.0.0.1:\(#require(ports[name]))"
        #expect(try await failure(through: proxy) == .proxy(problem))
    }

    func addresses() async throws {
        for proxy in ["http://ada:secret@[x", "ftp://ada:secret@127.0.0.1:1", "http://ada:secret@127.0.0.1:99999"] {
            #expect(try await failure(through: proxy) == .proxy(.notFound), "\(proxy)")
        }
        for scheme in ["http", "socks4", "socks4a", "socks5", "socks5h"] {
            #expect(
                try await failure(through: "\(scheme)://ada:secret@proxy.invalid:1") == .proxy(.notFound), "\(scheme)")
        }
    }

    func certificate() async throws {
        struct Servers: Decodable { var valid: Int }
        let server = try LocalServer("tls_server.py")
        let port = try JSONDecoder().decode(Servers.self, from: Data(server.announcement.utf8)).valid
        #expect(try await failure(through: "https://localhost:\(port)") == .proxy(.certificateUntrusted))
    }

    func behind(scheme: String, name: String) async throws {
        let proxy = try "\(scheme)://127.0.0.1:\(#require(ports[name]))"
        #expect(try await failure(through: proxy) == .notSecured)
    }

    func direct() async throws {
        #expect(try await failure(through: "", to: "https://login.invalid/") == .hostNotFound)
        let address = try "https://127.0.0.1:\(#require(ports["nobody"]))/"
        #expect(try await failure(through: "", to: address) == .notConnected(errno: ECONNREFUSED))
    }

    func environment(variables: [String: String], isUsed: Bool) {
        #expect((EnvironmentProxy.address(for: "https://login.example.org/api", variables) != nil) == isUsed)
    }
}
