import Eventually
import Foundation
import Logging
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

@Suite("Overload, over TCP")
struct OverloadTests {
    private static let flooding = "203.0.113.7"
    private static let sealed = "Content-Type: \(SealedRequest.contentType)"

    /// A manager behind a proxy on this machine. Its clients' addresses are what the proxy says; who comes without it is the
    /// network 127.0.0.1, and limited like the others.
    private func manager(_ change: (inout Limits) throws -> Void) throws -> TestManager {
        var limits = Limits()
        limits.exempt = []
        try change(&limits)
        return try TestManager(limits: limits, trustedProxies: [try #require(AddressRange("127.0.0.1"))])
    }

    private func rate(_ perMinute: Int, _ burst: Int) throws -> Rate {
        try #require(Rate(perMinute: perMinute, burst: burst))
    }

    private func garbage(_ manager: TestManager, from network: String, _ operation: String = "start") -> WireAnswer {
        WireClient(manager.issuer.port)
            .exchange(
                "POST", "/api/device/v1/\(operation)", [Self.sealed, "X-Forwarded-For: \(network)"], body: "garbage")
    }

    @Test("a flood of start requests gets 429 with Retry-After, while a device in another network logs in")
    func flood() async throws {
        let manager = try manager { $0.deviceRequests = try rate(60, 20) }
        let device = try await TestDevice.activated(manager)
        let flood = Flood { garbage(manager, from: Self.flooding) }
        flood.waitForAnswers(100)
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        let answers = flood.end()
        #expect(answers.count { $0.status == 400 } == 20, "the clock stands still: a burst, and nothing after it")
        #expect(answers.allSatisfy { $0.status == 400 || $0.status == 429 && $0.retryAfter == 1 })
        // Its patience is rewarded.
        manager.clock.advance(seconds: 1)
        #expect(garbage(manager, from: Self.flooding).status == 400)
        #expect(garbage(manager, from: Self.flooding).status == 429)
    }

    @Test(
        "one customer's IPv6 addresses are one network, and all the networks that a customer may have are limited too")
    func oneNetwork() throws {
        let manager = try manager { $0.deviceRequests = try rate(60, 2) }
        func admitted(_ networks: [String]) -> Int { networks.count { garbage(manager, from: $0).status == 400 } }
        #expect(admitted(["2001:db8::1", "2001:db8::2", "2001:db8::3"]) == 2, "a /64")
        #expect(admitted((1...9).map { "2001:db8:0:\($0)::1" }) == 2, "the /56 has twice as much, with what was taken")
        #expect(admitted((1...9).map { "2001:db8:0:\($0)00::1" }) == 4, "the /48 four times")
        #expect(admitted(["2001:db8:1::1"]) == 1, "a neighbour")
        // To be refused for the /48 costs the neighbour in it nothing.
        manager.clock.advance(seconds: 1)
        #expect(admitted((1...9).map { "2001:db8:0:\($0)01::1" }) == 4)
    }

    @Test("a client whose address the proxy does not name is limited, though the proxy is exempt, and the log says so")
    func unknownClient() throws {
        let lines = Locked<[String]>([])
        var limits = Limits()
        limits.deviceRequests = try rate(60, 2)
        let manager = try TestManager(
            limits: limits, trustedProxies: [try #require(AddressRange("127.0.0.1"))],
            log: Log { line in lines.withLock { $0.append(line) } })
        let unnamed = ["unknown", "\"[2001:db8::1]\"", "", "not-an-address"]
        #expect(unnamed.map { garbage(manager, from: $0).status } == [400, 400, 429, 429])
        let withoutField = WireClient(manager.issuer.port)
            .exchange("POST", "/api/device/v1/start", [Self.sealed], body: "garbage")
        #expect(withoutField.status == 429)
        #expect(["192.0.2.1:4711", "[2001:db8::1]:4711"].map { garbage(manager, from: $0).status } == [400, 400])
        #expect(lines.withLock { $0.count { $0.contains("clientUnknown") } } == 1)
    }

    @Test("no method of a path is without a limit")
    func allMethods() throws {
        let manager = try manager { ($0.requests, $0.tokenRequests) = (try rate(60, 6), try rate(60, 2)) }
        func ask(_ method: String, _ path: String) -> Int {
            WireClient(manager.issuer.port)
                .exchange(method, path, ["X-Forwarded-For: \(Self.flooding)"]).status
        }
        for path in ["/openid/token", "/openid/user", "/api/device/v1/start"] {
            #expect(ask("PUT", path) == 405, "\(path)")
            #expect(ask("OPTIONS", path) == 204, "\(path)")
        }
        for path in ["/openid/token", "/openid/user", "/api/device/v1/start", "/nowhere"] {
            #expect(ask("PUT", path) == 429, "\(path)")
            #expect(ask("OPTIONS", path) == 429, "\(path)")
        }
        // What websites' servers ask has a limit of its own, be it refused or not.
        #expect((0..<3).map { _ in ask("GET", "/openid/user") } == [401, 401, 429])
        #expect(ask("POST", "/openid/user") == 429)
        #expect(ask("POST", "/openid/token") == 429)
    }

    @Test("with 600 connections of one network that never pause, whatever another network asks is answered")
    func sixHundredConnections() async throws {
        // Rates that stop nobody: only the share of the queue stands between the networks.
        let unlimited = try rate(6_000_000, 1_000_000)
        let manager = try manager { ($0.requests, $0.logins, $0.loginsPerService) = (unlimited, unlimited, unlimited) }
        let device = try await TestDevice.activated(manager)
        let target = try authorization(manager)
        let floods = (0..<4).map { _ in
            let clients = (0..<150).map { _ in WireClient(manager.issuer.port) }
            return Flood {
                for client in clients {
                    client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n")
                    client.send("X-Forwarded-For: \(Self.flooding)\r\n\r\n")
                }
                let answers = clients.map { WireAnswer(text: $0.read { $0.contains("\r\n\r\n") }) }
                return answers.first { $0.status == 503 } ?? answers[0]
            }
        }
        for flood in floods { flood.waitForAnswers(1) }
        for _ in 0..<10 {
            let page = WireClient(manager.issuer.port).exchange("GET", target, ["X-Forwarded-For: 198.51.100.1"])
            #expect(page.status == 303)
            guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
                throw TestFailure(what: "not logged in")
            }
        }
        let answers = floods.flatMap { $0.end() }
        #expect(answers.contains { $0.status == 503 && $0.retryAfter == 1 }, "the flood had more than its share")
    }

    @Test("bodies that never end leave room for those of another network")
    func unfinishedBodiesOfOneNetwork() throws {
        let manager = try manager { $0.unfinishedBytes = 1 << 20 }
        func begin(_ network: String) -> WireClient {
            let client = WireClient(manager.issuer.port)
            client.send(
                "POST /openid/token HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(network)\r\n"
                    + "Content-Length: 60000\r\n\r\n" + String(repeating: "a", count: 50_000))
            return client
        }
        let slow = (0..<40).map { _ in begin(Self.flooding) }
        #expect(eventually { slow.count { $0.isAnswered } >= 25 })
        for network in ["198.51.100.1", "198.51.100.2"] {
            let client = begin(network)
            client.send(String(repeating: "a", count: 10_000))
            #expect(WireAnswer(text: client.read { $0.contains("\r\n\r\n") }).status == 400)
        }
    }

    @Test("the log names each limit of the server that was reached, once a minute")
    func shortagesAreLogged() throws {
        let lines = Locked<[String]>([])
        let clock = TestClock()
        let report = reportingShortages(
            Clock { clock.now }, Log { line in lines.withLock { $0.append(line) } })
        let network = try #require(RemoteAddress(Self.flooding)).network
        for shortage in [Shortage.connections, .requests, .unfinishedBytes, .eventStreams, .eventStreamsPerClient] {
            for _ in 0..<100 { report(shortage, network) }
        }
        let names = ["connections", "queuedRequests", "unfinishedBytes", "eventStreams", "eventStreamsPerNetwork"]
        #expect(lines.withLock { $0.count } == names.count)
        for (line, name) in zip(lines.withLock { $0 }, names) {
            #expect(line.contains("\"event\":\"tooManyRequests\""))
            #expect(line.contains("\"limit\":\"\(name)\""))
            #expect(line.contains("\"network\":\"\(Self.flooding)\""))
        }
        clock.advance(seconds: 60)
        report(.eventStreams, network)
        #expect(lines.withLock { $0.last?.contains("\"refused\":\"100\"") } == true)
    }

    @Test("this machine is exempt, unless it is told otherwise; a client that says it is this machine is not believed")
    func exemption() throws {
        let manager = try TestManager(
            limits: {
                var limits = Limits()
                limits.deviceRequests = Rate(everyMinute: 60, atOnce: 1)
                return limits
            }())
        #expect((0..<10).allSatisfy { _ in garbage(manager, from: "ignored").status == 400 })
        let answers = (0..<3).map { _ in
            manager.router.respond(
                to: try! Request(  // well-formed
                    .post, "/api/device/v1/start", headers: [HeaderField("X-Forwarded-For", "127.0.0.1")],
                    remoteAddress: RemoteAddress("192.0.2.1") ?? .local))
        }
        #expect(answers.map(\.status.code) == [415, 429, 429])
    }

    @Test("attempts to open an activation have a limit of their own")
    func opens() throws {
        let manager = try manager { $0.activationOpens = try rate(6, 3) }
        let answers = (0..<5).map { _ in garbage(manager, from: Self.flooding, "open") }
        #expect(answers.map(\.status) == [400, 400, 400, 429, 429])
        #expect(answers[4].retryAfter == 10)
        #expect(garbage(manager, from: Self.flooding, "start").status == 400)
    }

    @Test("a device that asks too often is told so within the seal; another one is not")
    func activation() async throws {
        let manager = try manager { $0.activationRequests = try rate(60, 3) }
        let device = try RawDevice(manager), other = try RawDevice(manager, user: "mallory")
        func status(_ device: RawDevice) throws -> ProtocolErrorCode? {
            do {
                _ = try device.call(
                    Status.self, .init(activationId: device.activation), proven: true)
                return nil
            } catch let error as ProtocolError { return error.error }
        }
        #expect(try (0..<5).map { _ in try status(device) } == [nil, nil, nil, .tooManyRequests, .tooManyRequests])
        #expect(try status(other) == nil)
        manager.clock.advance(seconds: 1)
        #expect(try status(device) == nil)
    }

    @Test("a network that begins too many logins is shown a page that says so; another network logs in")
    func logins() throws {
        let manager = try manager { $0.logins = try rate(6, 3) }
        let target = try authorization(manager)
        func begin(_ network: String) -> WireAnswer {
            WireClient(manager.issuer.port).exchange("GET", target, ["X-Forwarded-For: \(network)"])
        }
        #expect((0..<3).map { _ in begin(Self.flooding).status } == [303, 303, 303])
        let refused = begin(Self.flooding)
        #expect(refused.status == 429 && refused.retryAfter == 10)
        #expect(refused.text.contains("<h1>Too many logins at the moment</h1>"))
        #expect(begin("198.51.100.1").status == 303)
    }

    @Test("refused attempts to redeem a code are counted, and those that succeed are not")
    func tokenFailures() throws {
        let manager = try manager { $0.tokenFailures = try rate(6, 2) }
        func redeem(from network: String) -> WireAnswer {
            WireClient(manager.issuer.port).exchange(
                "POST", "/openid/token",
                ["X-Forwarded-For: \(network)", "Content-Type: application/x-www-form-urlencoded"],
                body: "grant_type=authorization_code&code=x&client_id=nobody")
        }
        #expect((0..<4).map { _ in redeem(from: Self.flooding).status } == [401, 401, 429, 429])
        #expect(redeem(from: Self.flooding).retryAfter == 10)
        #expect(redeem(from: "198.51.100.1").status == 401)
    }

    @Test("wrong codes that strangers send through a website's callback never shut its backend out")
    func wrongCodesOfAProvenClient() throws {
        let manager = try manager { $0.tokenFailures = try rate(6, 2) }
        let (client, secret) = (try manager.service.id, try manager.secret)
        func redeem(secret: String) -> WireAnswer {
            WireClient(manager.issuer.port).exchange(
                "POST", "/openid/token",
                ["X-Forwarded-For: \(Self.flooding)", "Content-Type: application/x-www-form-urlencoded"],
                body: "grant_type=authorization_code&code=x&redirect_uri=x&client_id=\(client)&client_secret=\(secret)")
        }
        #expect((0..<8).map { _ in redeem(secret: secret).status } == Array(repeating: 400, count: 8))
        #expect((0..<4).map { _ in redeem(secret: "wrong").status } == [401, 401, 429, 429])
        #expect(redeem(secret: secret).status == 400, "nor does a neighbour in its network who guesses at secrets")
    }

    @Test("wrong codes of a public client, in whose name anybody can send them, are counted")
    func wrongCodesOfAPublicClient() throws {
        let manager = try manager { $0.tokenFailures = try rate(6, 2) }
        _ = try Apply(manager.context)(
            Array(
                TestManager.declaration().replacingOccurrences(
                    of: "displayName: Demo website", with: "confidential: false"
                ).utf8))
        let body = "grant_type=authorization_code&code=x&client_id=\(try manager.service.id)"
        let statuses = (0..<4).map { _ in
            WireClient(manager.issuer.port).exchange(
                "POST", "/openid/token",
                ["X-Forwarded-For: \(Self.flooding)", "Content-Type: application/x-www-form-urlencoded"], body: body
            ).status
        }
        #expect(statuses == [400, 400, 429, 429])
    }

    @Test("failures of others in its network keep no good access token out")
    func goodTokenBesideFailures() async throws {
        let manager = try manager { $0.tokenFailures = try rate(6, 2) }
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        _ = try await device.logIn(browser)
        let code = try #require(try browser.proceed()["code"])
        let token = try #require(try browser.redeem(code).body["access_token"])
        func userInfo(_ token: String) -> Int {
            WireClient(manager.issuer.port).exchange(
                "GET", "/openid/user", ["X-Forwarded-For: \(Self.flooding)", "Authorization: Bearer \(token)"]
            ).status
        }
        #expect((0..<4).map { _ in userInfo("wrong") } == [401, 401, 429, 429])
        #expect(userInfo(token) == 200)
    }

    @Test("one connection more than allowed gets 503 with Retry-After, and when one has gone the manager serves again")
    func connections() throws {
        let manager = try manager { $0.connections = 64 }
        var open = (0..<64).map { _ in WireClient(manager.issuer.port) }
        for client in open {
            client.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.read { $0.hasSuffix("alive\n") }.hasPrefix("HTTP/1.1 200"))
        }
        let refused = WireAnswer(text: WireClient(manager.issuer.port).read { _ in false })
        #expect(refused.status == 503 && refused.retryAfter == 1)
        open.removeLast()
        #expect(eventually { health(manager) == 200 })
    }

    @Test("one network cannot take all connections")
    func connectionsOfOneNetwork() throws {
        var limits = Limits()
        limits.exempt = []
        limits.connectionsPerNetwork = 3
        let manager = try TestManager(limits: limits)
        let open = (0..<3).map { _ in WireClient(manager.issuer.port, from: "127.0.0.2") }
        let refused = WireAnswer(text: WireClient(manager.issuer.port, from: "127.0.0.2").read { _ in false })
        #expect(refused.status == 503 && refused.retryAfter == 1)
        #expect(health(manager) == 200)
        _ = open
    }

    @Test("clients that stop in the middle of a request keep nobody from logging in")
    func slowClients() async throws {
        let manager = try manager { _ in }
        let device = try await TestDevice.activated(manager)
        let slow = (0..<500).map { index in
            let client = WireClient(manager.issuer.port)
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

    @Test("requests that never end take no more memory than they may; small ones and complete ones are answered")
    func unfinishedRequests() throws {
        let manager = try manager { $0.unfinishedBytes = 1 << 20 }
        let head = "POST /openid/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"
        var slow = (0..<40).map { _ in WireClient(manager.issuer.port) }
        for client in slow { client.send(head + String(repeating: "a", count: 50_000)) }
        // No more than 20 of them fit into a mebibyte.
        #expect(eventually { slow.count { $0.isAnswered } >= 20 })
        let refused = slow.filter(\.isAnswered).map { WireAnswer(text: $0.read { $0.hasSuffix("moment\n") }) }
        #expect(refused.count < 40 && refused.allSatisfy { $0.status == 503 && $0.retryAfter == 1 })
        let small = WireClient(manager.issuer.port)
        small.send("GET /health/ready HTTP/1.1\r\n")
        small.send("Host: localhost\r\n\r\n")
        #expect(small.read { $0.hasSuffix("ready\n") }.hasPrefix("HTTP/1.1 200"))
        #expect(garbage(manager, from: "198.51.100.1").status == 400)
        slow = []
        // 60,000 bytes in pieces, as soon as those that went have been noticed.
        #expect(
            eventually {
                let client = WireClient(manager.issuer.port)
                client.send(head + String(repeating: "a", count: 50_000))
                client.send(String(repeating: "a", count: 10_000))
                return WireAnswer(text: client.read { $0.contains("\r\n\r\n") }).status == 400
            })
    }

    private func health(_ manager: TestManager) -> Int {
        WireClient(manager.issuer.port).exchange("GET", "/health/ready").status
    }

    private func authorization(_ manager: TestManager) throws -> String {
        "/openid/authenticate?response_type=code&client_id=\(try manager.service.id)&scope=openid&state=s&nonce=n"
            + "&redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback&code_challenge_method=S256"
            + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    }
}

/// Requests one after the other on a thread of its own, until the end.
private final class Flood: Sendable {
    private struct State {
        var answers: [WireAnswer] = []
        var isEnding = false, hasEnded = false
    }

    private let state = Locked(State())

    init(_ ask: @escaping @Sendable () -> WireAnswer) {
        startThread("flood") { [self] in
            while !state.withLock({ $0.isEnding }) {
                let answer = ask()
                state.withLock { $0.answers.append(answer) }
                state.broadcast()
            }
            state.withLock { $0.hasEnded = true }
            state.broadcast()
        }
    }

    func waitForAnswers(_ count: Int) { state.wait { $0.answers.count >= count ? () : nil } }

    func end() -> [WireAnswer] {
        state.withLock { $0.isEnding = true }
        return state.wait { $0.hasEnded ? $0.answers : nil }
    }
}
