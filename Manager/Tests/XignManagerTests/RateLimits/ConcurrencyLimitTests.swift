import Eventually
import Testing
import XignAdmission

struct ConcurrencyLimitTests {
    @Test("Concurrency limits, over TCP", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "with 600 connections of one network that never pause, whatever another network asks is answered",
            sixHundredConnections),
        TestCase("bodies that never end leave room for those of another network", unfinishedBodiesOfOneNetwork),
        TestCase(
            "one connection more than allowed gets 503 with Retry-After, and when one has gone the manager serves again",
            connections),
        TestCase("one network cannot take all connections", connectionsOfOneNetwork),
        TestCase("clients that stop in the middle of a request keep nobody from logging in", slowClients),
        TestCase(
            "requests that never end take no more memory than they may; small ones and complete ones are answered",
            unfinishedRequests),
    ]

    func sixHundredConnections() async throws {
        // Rates that stop nobody: only the share of the queue stands between the networks.
        let unlimited = try Rate.checked(6_000_000, 1_000_000)
        let manager = try TestManager.behindProxy {
            ($0.requests, $0.logins, $0.loginsPerService) = (unlimited, unlimited, unlimited)
        }
        let device = try await TestDevice.activated(manager)
        let target = try manager.authorizationTarget
        let floods = (0..<4).map { _ in
            let clients = (0..<150).map { _ in WireClient(manager.port) }
            return Flood {
                for client in clients {
                    client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n")
                    client.send("X-Forwarded-For: \(flooding)\r\n\r\n")
                }
                let answers = clients.map { WireAnswer(text: $0.read { $0.contains("\r\n\r\n") }) }
                return answers.first { $0.status == 503 } ?? answers[0]
            }
        }
        for flood in floods { flood.waitForAnswers(1) }
        // Each login prolongs the flood, which slows the tests beside it.
        for _ in 0..<3 {
            let page = WireClient(manager.port).exchange("GET", target, ["X-Forwarded-For: 198.51.100.1"])
            #expect(page.status == 303)
            guard case .userLogin = try device.logInBesideFlood(try TestBrowser(manager)) else {
                throw TestFailure(what: "not logged in")
            }
        }
        let answers = floods.flatMap { $0.end() }
        #expect(answers.contains { $0.status == 503 && $0.retryAfter == 1 }, "the flood had more than its share")
    }

    func unfinishedBodiesOfOneNetwork() throws {
        let manager = try TestManager.behindProxy { $0.unfinishedBytes = 1 << 20 }
        func begin(_ network: String) -> WireClient {
            let client = WireClient(manager.port)
            client.send(
                "POST /openid/token HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(network)\r\n"
                    + "Content-Length: 60000\r\n\r\n" + String(repeating: "a", count: 50_000))
            return client
        }
        let slow = (0..<40).map { _ in begin(flooding) }
        #expect(eventually { slow.count { $0.isAnswered } >= 25 })
        for network in ["198.51.100.1", "198.51.100.2"] {
            let client = begin(network)
            client.send(String(repeating: "a", count: 10_000))
            #expect(WireAnswer(text: client.read { $0.contains("\r\n\r\n") }).status == 400)
        }
    }

    func connections() throws {
        let manager = try TestManager.behindProxy { $0.connections = 64 }
        var open = (0..<64).map { _ in WireClient(manager.port) }
        for client in open {
            client.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.read { $0.hasSuffix("alive\n") }.hasPrefix("HTTP/1.1 200"))
        }
        let refused = WireAnswer(text: WireClient(manager.port).read { _ in false })
        #expect(refused.status == 503)
        #expect(refused.retryAfter == 1)
        open.removeLast()
        #expect(eventually { manager.readiness == 200 })
    }

    func connectionsOfOneNetwork() throws {
        var limits = Limits()
        limits.exempt = []
        limits.connectionsPerNetwork = 3
        let manager = try TestManager(limits: limits)
        let open = (0..<3).map { _ in WireClient(manager.port, from: "127.0.0.2") }
        let refused = WireAnswer(text: WireClient(manager.port, from: "127.0.0.2").read { _ in false })
        #expect(refused.status == 503)
        #expect(refused.retryAfter == 1)
        #expect(manager.readiness == 200)
        _ = open
    }

    func slowClients() async throws {
        let manager = try TestManager.behindProxy { _ in }
        let device = try await TestDevice.activated(manager)
        let slow = (0..<500).map { index in
            let client = WireClient(manager.port)
            client.send(
                index % 2 == 0
                    ? "GET / HT" : "POST /openid/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\nx")
            return client
        }
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        _ = slow
    }

    func unfinishedRequests() throws {
        let manager = try TestManager.behindProxy { $0.unfinishedBytes = 1 << 20 }
        let head = "POST /openid/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
        var slow = (0..<40).map { _ in WireClient(manager.port) }
        for client in slow { client.send(head + String(repeating: "a", count: 50_000)) }
        // No more than 20 of them fit into a mebibyte.
        #expect(eventually { slow.count { $0.isAnswered } >= 20 })
        let refused = slow.filter(\.isAnswered).map { WireAnswer(text: $0.read { $0.hasSuffix("moment\n") }) }
        #expect(refused.count < 40)
        #expect(refused.allSatisfy { $0.status == 503 && $0.retryAfter == 1 })
        let small = WireClient(manager.port)
        small.send("GET /health/ready HTTP/1.1\r\n")
        small.send("Host: localhost\r\n\r\n")
        #expect(small.read { $0.hasSuffix("ready\n") }.hasPrefix("HTTP/1.1 200"))
        #expect(manager.sendGarbage(from: "198.51.100.1").status == 400)
        slow = []
        // 60,000 bytes in pieces, as soon as those that went have been noticed.
        #expect(
            eventually {
                let client = WireClient(manager.port)
                client.send(head + String(repeating: "a", count: 50_000))
                client.send(String(repeating: "a", count: 10_000))
                return WireAnswer(text: client.read { $0.contains("\r\n\r\n") }).status == 400
            })
    }
}
