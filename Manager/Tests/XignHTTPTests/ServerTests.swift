import Eventually
import Glibc
import Synchronization
import Testing
import Threads

@testable import XignHTTP

private let host = "Host: localhost\r\n"

struct ServerTests {
    @Test("Over a socket", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "hostile input gets one answer with all headers, and the connection ends", hostileInput, each: parserCases),
        TestCase("a handler cannot split or frame an answer, but replace a common header", encoding),
        TestCase("a body beyond the route's limit is refused before it is read", bodyLimit),
        TestCase("100 (Continue) comes before a body that is wanted", expectContinue),
        TestCase(
            "a body for a missing route or method gets its answer without 100, and is never taken for a request",
            expectNothing, each: [("/nope", 404), ("/", 405)]),
        TestCase("HTTP/1.0 gets one answer and the end, whatever it sends behind", http10),
        TestCase("HEAD gets the head of GET, refusals included", head),
        TestCase("a connection ends after its last allowed request", requestsPerConnection),
        TestCase("answers to pipelined requests keep their order, for many clients at once", pipelining),
        TestCase(
            "when as many requests as allowed wait the answer is 503 at once, but for answers that are always the same",
            fullQueue),
        TestCase("errors of handlers, of admission and of a full server become the answer that was set", errorAnswers),
        TestCase("connections are limited in all and by client, and those that ended do not count", connectionLimits),
        TestCase("the client that a trusted proxy names is believed, and no other peer", trustedProxy),
        TestCase("the access log tells of every answer, and no secret", accessLog),
        TestCase("a Unix-domain socket is listened on, replaced when left behind, and no other file", unixSocket),
        TestCase(
            "a Unix-domain socket is its owner's and its group's, and a second server does not take it over",
            unixSocketInUse),
        TestCase("a peer on a Unix-domain socket that is trusted names the client", trustedSocket),
        TestCase("an address that is taken is an error, not a second server", addressTaken),
    ]

    func hostileInput(_ example: ParserCase) throws {
        let server = try TestServer()
        let answer = server.exchange(example.input)
        let parts = answer.split(separator: "HTTP/1.1 ").filter { !$0.hasPrefix("100") }
        for part in parts {
            #expect(
                part.contains("\r\nX-Content-Type-Options: nosniff\r\n")
                    && part.contains("\r\nCache-Control: no-store\r\n"))
        }
        switch example.expected {
        case .status(let status):
            #expect(statuses(answer).filter { $0 != 100 } == [status])
            #expect(answer.contains("\r\nConnection: close\r\n"))
        case .bodies(let bodies):
            // Nothing takes a POST there, so a client that asked before it sent its body is refused and must go.
            let ends = example.input.contains("HTTP/1.0") || example.input.contains("Expect:")
            #expect(parts.count == bodies.count)
            #expect(answer.contains("Connection: close") == ends)
        case .incomplete:
            #expect(answer.isEmpty)
        }
    }

    func encoding() throws {
        let server = try TestServer()
        #expect(statuses(server.exchange(get("/split") + get("/length") + get("/"))) == [500, 500, 200])
        let own = server.exchange(get("/own"))
        #expect(own.contains("\r\ncache-control: private\r\n"))
        #expect(!own.contains("no-store"))
        #expect(own.contains("nosniff"))
        let away = server.exchange(get("/away"))
        #expect(away.hasPrefix("HTTP/1.1 303 See Other\r\n"))
        #expect(away.contains("\r\nLocation: /there\r\n"))
        #expect(away.contains("\r\nSet-Cookie: a=1; "))
        #expect(away.contains("\r\nSet-Cookie: b=2; "))
    }

    func bodyLimit() throws {
        let server = try TestServer()
        #expect(statuses(server.exchange(post("/small", "", "1234") + post("/small", "", "12345"))) == [200, 413])
        let chunked = "POST /small HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"
        #expect(statuses(server.exchange(chunked + "3\r\nabc\r\n2\r\n")) == [413])
        #expect(
            statuses(
                server.exchange("POST /small HTTP/1.1\r\n\(host)Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"))
                == [413])
    }

    func expectContinue() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        client.send("POST /echo HTTP/1.1\r\n\(host)Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("abc")
        #expect(client.read(until: "abc").hasPrefix("HTTP/1.1 200 OK"))
    }

    func expectNothing(_ path: String, _ status: Int) throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        let smuggled = get("/hello/smuggled")
        client.send(
            "POST \(path) HTTP/1.1\r\n\(host)Content-Length: \(smuggled.utf8.count)\r\nExpect: 100-continue\r\n\r\n")
        let answer = client.read(until: "\r\n\r\n")
        client.send(smuggled)
        let all = answer + client.readAll()
        #expect(statuses(all) == [status])
        #expect(all.contains("\r\nConnection: close\r\n"))
        #expect(client.sawEnd)
        #expect(statuses(server.exchange(post(path, "", "abc") + get("/"))) == [status, 200])
    }

    func http10() throws {
        let server = try TestServer()
        let client = SocketClient(server.server.port)
        client.send("GET /hello/old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + get("/"))
        let answer = client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nhello old"))
        #expect(client.sawEnd)
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.contains("\r\nContent-Length: 9\r\n"))
        #expect(statuses(answer) == [200])
    }

    func head() throws {
        let server = try TestServer()
        let answer = server.exchange("HEAD /hello/x HTTP/1.1\r\n\(host)\r\n")
        #expect(answer.contains("\r\nContent-Length: 7\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
        for refused in ["HEAD / HTTP/1.1\r\n\r\n", "\r\nHEAD /% HTTP/1.1\r\n\(host)\r\n"] {
            #expect(
                server.exchange(refused).hasPrefix("HTTP/1.1 400 ") && server.exchange(refused).hasSuffix("\r\n\r\n"))
        }
    }

    func requestsPerConnection() throws {
        let server = try TestServer { $0.maxRequestsPerConnection = 3 }
        let answer = server.exchange(String(repeating: get("/"), count: 5))
        #expect(statuses(answer) == [200, 200, 200])
        #expect(answer.split(separator: "Connection: close").count == 2)
    }

    func pipelining() throws {
        let server = try TestServer { $0.networkThreads = 2 }
        let good = Atomic(0), finished = Atomic(0)
        for index in 0..<64 {
            startThread("client") {
                let client = SocketClient(server.server.port)
                for round in 0..<20 {
                    let names = (0..<10).map { "\(index)-\(round)-\($0)" }
                    client.send(names.map { get("/hello/\($0)") }.joined())
                    let answer = client.read(until: "hello \(names[9])")
                    let positions = names.compactMap { answer.firstRange(of: "\r\n\r\nhello \($0)")?.lowerBound }
                    if positions.count == 10, positions == positions.sorted() { good.add(1, ordering: .relaxed) }
                }
                finished.add(1, ordering: .relaxed)
            }
        }
        #expect(eventually(seconds: 60) { finished.load(ordering: .relaxed) == 64 })
        #expect(good.load(ordering: .relaxed) == 64 * 20)
        #expect(eventually(seconds: 60) { server.server.connectionCount == 0 })
    }

    func fullQueue() throws {
        let server = try TestServer { ($0.workers, $0.requestLimit) = (1, 2) }
        let running = SocketClient(server.server.port), queued = SocketClient(server.server.port)
        let refused = SocketClient(server.server.port)
        running.send(get("/gate"))
        #expect(eventually { server.gate.waiting == 1 })
        queued.send(get("/gate"))
        server.settle()
        refused.send(get("/gate") + get("/constant"))
        let answer = refused.read(until: "constant")
        #expect(statuses(answer) == [503, 200])
        #expect(answer.contains("\r\nRetry-After: 1\r\n"))
        server.gate.open()
        #expect(
            running.read(until: "\r\n\r\ngate").contains("gate")
                && queued.read(until: "\r\n\r\ngate").contains("200 OK"))
    }

    func errorAnswers() throws {
        var application = TestApplication()
        application.router.answerErrors { error, _ in
            .text("<\(error.status.code)>", status: error.status, headers: error.headers)
        }
        application.router.admit { request throws(HTTPError) in
            if request.target.path == "/query" { throw HTTPError(.tooManyRequests, "wait") }
        }
        let server = try TestServer(application: application) { ($0.workers, $0.requestLimit) = (1, 1) }
        #expect(server.exchange(get("/refuse")).hasSuffix("<403>"))
        #expect(server.exchange(get("/query")).hasSuffix("<429>"))
        let running = SocketClient(server.server.port)
        running.send(get("/gate"))
        #expect(eventually { server.gate.waiting == 1 })
        let busy = server.exchange(get("/"))
        #expect(busy.hasSuffix("<503>"))
        #expect(busy.contains("\r\nRetry-After: 1\r\n"))
        server.gate.open()
    }

    func connectionLimits()
        throws
    {
        for (all, perAddress) in [(3, nil as Int?), (10, 3)] {
            let server = try TestServer {
                ($0.maxConnections, $0.maxConnectionsPerAddress) = (all, perAddress)
                if perAddress == nil { $0.exempt = [AddressRange(.loopback)] }
            }
            var clients = (0..<3).map { _ in SocketClient(server.server.port) }
            #expect(eventually { server.server.connectionCount == 3 })
            let refused = SocketClient(server.server.port).readAll()
            #expect(statuses(refused) == [503])
            #expect(refused.contains("nosniff"))
            clients.removeLast()
            #expect(eventually { server.server.connectionCount == 2 })
            #expect(statuses(server.exchange(get("/"))) == [200])
        }
    }

    func trustedProxy() throws {
        let fields = "X-Forwarded-For: 6.6.6.6, 1.2.3.4\r\nX-Forwarded-Proto: https\r\nForwarded: for=6.6.6.6\r\n"
        let server = try TestServer {
            $0.trustedProxies = TrustedProxies([AddressRange(.loopback)])
            $0.maxConnectionsPerAddress = 1
        }
        let clients = (0..<3).map { _ in SocketClient(server.server.port) }
        #expect(server.exchange(get("/address", fields)).hasSuffix("\r\n\r\n1.2.3.4 https"))
        #expect(try TestServer().exchange(get("/address", fields)).hasSuffix("\r\n\r\n127.0.0.1 nil"))
        withExtendedLifetime(clients) {}
    }

    func accessLog() throws {
        let entries = Locked<[AccessLogEntry]>([])
        let server = try TestServer { $0.accessLog = { entry in entries.withLock { $0.append(entry) } } }
        _ = server.exchange(
            get("/hello/s3cret?s3cret", "Cookie: s3cret\r\n") + get("/query?a=s3cret")
                + "HEAD / HTTP/1.1\r\n\(host)\r\n"
                + get("/nope/x?s3cret") + get("/constant") + get("/events/s3cret"))
        _ = server.exchange("GET /s3cret\r\n")
        let log = entries.withLock { $0 }
        #expect(log.map(\.route) == ["/hello/{name}", "/query", "/", "/nope/x", "/constant", "/events/{topic}", nil])
        #expect(log.map(\.method) == [.get, .get, .head, .get, .get, .get, nil])
        #expect(log.map(\.status.code) == [200, 200, 200, 404, 200, 200, 400])
        #expect(log.map(\.bodyBytes) == [12, 6, 0, 10, 8, 0, 56])
        #expect(log.allSatisfy { $0.remoteAddress == .loopback && $0.duration >= .zero && $0.duration < .seconds(5) })
        #expect(!"\(log)".contains("s3cret"))
    }

    func unixSocket() throws {
        let path = "/tmp/xign-http-test-\(getpid()).sock"
        defer { unlink(path) }
        for _ in 0..<2 {
            let server = try TestServer { $0.address = .unix(path) }
            #expect(server.server.connectionCount == 0)
            #expect(server.server.port == 0)
        }
        unlink(path)
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: SystemError.self) { try TestServer { $0.address = .unix(path) } }
        #expect(access(path, F_OK) == 0)
    }

    func unixSocketInUse() throws {
        let path = "/tmp/xign-http-test-\(getpid())-used.sock"
        defer { unlink(path) }
        let server = try TestServer { $0.address = .unix(path) }
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        let inode = status.st_ino
        #expect(throws: SystemError.self) { try TestServer { $0.address = .unix(path) } }
        #expect(stat(path, &status) == 0)
        #expect(status.st_ino == inode)
        #expect(server.server.connectionCount <= 1)
    }

    func trustedSocket() {
        let trusted = TrustedProxies([.local])
        let fields = Headers([
            HeaderField("X-Forwarded-For", "6.6.6.6, 1.2.3.4"), HeaderField("X-Forwarded-Proto", "https"),
        ])
        #expect(trusted.client(.local, fields).address == RemoteAddress("1.2.3.4"))
        #expect(trusted.client(.local, Headers([])).address == .unknown)
        #expect(trusted.client(.loopback, fields).address == .loopback)
    }

    func addressTaken() throws {
        let server = try TestServer()
        let port = server.server.port
        #expect(throws: SystemError.self) { try TestServer { $0.address = .tcp("127.0.0.1", port) } }
        #expect(throws: SystemError.self) { try TestServer { $0.address = .tcp("localhost", 0) } }
    }
}
