import Logging
import Testing
import Threads
import XignAdmission
import XignHTTP
import XignProtocol
import XignUseCases

struct OverloadTests {
    @Test("Rate limits, over TCP", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a flood of start requests gets 429 with Retry-After, while a device in another network logs in", flood),
        TestCase(
            "one customer's IPv6 addresses are one network, and all the networks that a customer may have are limited too",
            oneNetwork),
        TestCase(
            "a client whose address the proxy does not name is limited, though the proxy is exempt, and the log says so",
            unknownClient),
        TestCase("no method of a path is without a limit", allMethods),
        TestCase(
            "this machine is exempt, unless it is told otherwise; a client that says it is this machine is not believed",
            exemption),
        TestCase("attempts to open an activation have a limit of their own", opens),
        TestCase("a device that asks too often is told so within the seal; another one is not", activation),
        TestCase("a device that tries grants too often is told so, whichever grants", grants),
        TestCase("a network that begins too many logins is shown a page that says so; another network logs in", logins),
        TestCase("refused attempts to redeem a code are counted, and those that succeed are not", tokenFailures),
        TestCase(
            "wrong codes that strangers send through a website's callback never shut its backend out",
            wrongCodesOfAProvenClient),
        TestCase(
            "wrong codes of a public client, in whose name anybody can send them, are counted",
            wrongCodesOfAPublicClient),
        TestCase("failures of others in its network keep no good access token out", goodTokenBesideFailures),
    ]

    func flood() async throws {
        let manager = try TestManager.behindProxy { $0.deviceRequests = try Rate.checked(60, 20) }
        let device = try await TestDevice.activated(manager)
        let flood = Flood { manager.sendGarbage(from: flooding) }
        flood.waitForAnswers(100)
        guard case .userLogin = try device.logInBesideFlood(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        let answers = flood.end()
        #expect(answers.count { $0.status == 400 } == 20, "the clock stands still: a burst, and nothing after it")
        #expect(answers.allSatisfy { $0.status == 400 || $0.status == 429 && $0.retryAfter == 1 })
        // Its patience is rewarded.
        manager.clock.advance(seconds: 1)
        #expect(manager.sendGarbage(from: flooding).status == 400)
        #expect(manager.sendGarbage(from: flooding).status == 429)
    }

    func oneNetwork() throws {
        let manager = try TestManager.behindProxy { $0.deviceRequests = try Rate.checked(60, 2) }
        func admitted(_ networks: [String]) -> Int { networks.count { manager.sendGarbage(from: $0).status == 400 } }
        #expect(admitted(["2001:db8::1", "2001:db8::2", "2001:db8::3"]) == 2, "a /64")
        #expect(admitted((1...9).map { "2001:db8:0:\($0)::1" }) == 2, "the /56 has twice as much, with what was taken")
        #expect(admitted((1...9).map { "2001:db8:0:\($0)00::1" }) == 4, "the /48 four times")
        #expect(admitted(["2001:db8:1::1"]) == 1, "a neighbour")
        // To be refused for the /48 costs the neighbour in it nothing.
        manager.clock.advance(seconds: 1)
        #expect(admitted((1...9).map { "2001:db8:0:\($0)01::1" }) == 4)
    }

    func unknownClient() throws {
        let lines = Locked<[String]>([])
        var limits = Limits()
        limits.deviceRequests = try Rate.checked(60, 2)
        let manager = try TestManager(
            limits: limits, trustedProxies: [try #require(AddressRange("127.0.0.1"))],
            log: Log { line in lines.withLock { $0.append(line) } })
        let unnamed = ["unknown", "\"[2001:db8::1]\"", "", "not-an-address"]
        #expect(unnamed.map { manager.sendGarbage(from: $0).status } == [400, 400, 429, 429])
        let withoutField = WireClient(manager.port)
            .exchange("POST", "/api/device/v1/start", [sealedContentType], body: "garbage")
        #expect(withoutField.status == 429)
        #expect(["192.0.2.1:4711", "[2001:db8::1]:4711"].map { manager.sendGarbage(from: $0).status } == [400, 400])
        #expect(lines.withLock { $0.count { $0.contains("clientUnknown") } } == 1)
    }

    func allMethods() throws {
        let manager = try TestManager.behindProxy {
            ($0.requests, $0.tokenRequests) = (try Rate.checked(60, 6), try Rate.checked(60, 2))
        }
        func ask(_ method: String, _ path: String) -> Int {
            WireClient(manager.port)
                .exchange(method, path, ["X-Forwarded-For: \(flooding)"]).status
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

    func exemption() throws {
        let manager = try TestManager(
            limits: {
                var limits = Limits()
                limits.deviceRequests = Rate(everyMinute: 60, atOnce: 1)
                return limits
            }())
        #expect((0..<10).allSatisfy { _ in manager.sendGarbage(from: "ignored").status == 400 })
        let answers = (0..<3).map { _ in
            manager.router.respond(
                to: try! Request(  // well-formed
                    .post, "/api/device/v1/start", headers: [HeaderField("X-Forwarded-For", "127.0.0.1")],
                    remoteAddress: RemoteAddress("192.0.2.1") ?? .local))
        }
        #expect(answers.map(\.status.code) == [415, 429, 429])
    }

    func opens() throws {
        let manager = try TestManager.behindProxy { $0.activationOpens = try Rate.checked(6, 3) }
        let answers = (0..<5).map { _ in manager.sendGarbage(from: flooding, "open") }
        #expect(answers.map(\.status) == [400, 400, 400, 429, 429])
        #expect(answers[4].retryAfter == 10)
        #expect(manager.sendGarbage(from: flooding, "start").status == 400)
    }

    func activation() async throws {
        let manager = try TestManager.behindProxy { $0.activationRequests = try Rate.checked(60, 3) }
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

    func grants() throws {
        let manager = try TestManager.behindProxy { $0.activationRequests = try Rate.checked(60, 3) }
        let device = try RawDevice(manager)
        func code() throws -> ProtocolErrorCode? {
            let granted = RawDevice.Granted(statement: [1], grant: .random(count: 32))
            do {
                _ = try device.send(try device.newPIN(.init(), by: granted))
                return nil
            } catch let error as ProtocolError { return error.error }
        }
        let expected: [ProtocolErrorCode] = [.unauthenticated, .unauthenticated, .unauthenticated, .tooManyRequests]
        #expect(try (0..<4).map { _ in try code() } == expected)
    }

    func logins() throws {
        let manager = try TestManager.behindProxy { $0.logins = try Rate.checked(6, 3) }
        let target = try manager.authorizationTarget
        func begin(_ network: String) -> WireAnswer {
            WireClient(manager.port).exchange("GET", target, ["X-Forwarded-For: \(network)"])
        }
        #expect((0..<3).map { _ in begin(flooding).status } == [303, 303, 303])
        let refused = begin(flooding)
        #expect(refused.status == 429)
        #expect(refused.retryAfter == 10)
        #expect(refused.text.contains("<h1>Too many logins at the moment</h1>"))
        #expect(begin("198.51.100.1").status == 303)
    }

    func tokenFailures() throws {
        let manager = try TestManager.behindProxy { $0.tokenFailures = try Rate.checked(6, 2) }
        func redeem(from network: String) -> WireAnswer {
            WireClient(manager.port).exchange(
                "POST", "/openid/token",
                ["X-Forwarded-For: \(network)", "Content-Type: application/x-www-form-urlencoded"],
                body: "grant_type=authorization_code&code=x&client_id=nobody")
        }
        #expect((0..<4).map { _ in redeem(from: flooding).status } == [401, 401, 429, 429])
        #expect(redeem(from: flooding).retryAfter == 10)
        #expect(redeem(from: "198.51.100.1").status == 401)
    }

    func wrongCodesOfAProvenClient() throws {
        let manager = try TestManager.behindProxy { $0.tokenFailures = try Rate.checked(6, 2) }
        let (client, secret) = (try manager.service.id, try manager.secret)
        func redeem(secret: String) -> WireAnswer {
            WireClient(manager.port).exchange(
                "POST", "/openid/token",
                ["X-Forwarded-For: \(flooding)", "Content-Type: application/x-www-form-urlencoded"],
                body: "grant_type=authorization_code&code=x&redirect_uri=x&client_id=\(client)&client_secret=\(secret)")
        }
        #expect((0..<8).map { _ in redeem(secret: secret).status } == Array(repeating: 400, count: 8))
        #expect((0..<4).map { _ in redeem(secret: "wrong").status } == [401, 401, 429, 429])
        #expect(redeem(secret: secret).status == 400, "nor does a neighbour in its network who guesses at secrets")
    }

    func wrongCodesOfAPublicClient() throws {
        let manager = try TestManager.behindProxy { $0.tokenFailures = try Rate.checked(6, 2) }
        _ = try Apply(manager.context)(
            Array(
                TestManager.declaration().replacingOccurrences(
                    of: "displayName: Demo website", with: "confidential: false"
                ).utf8))
        let body = "grant_type=authorization_code&code=x&client_id=\(try manager.service.id)"
        let statuses = (0..<4).map { _ in
            WireClient(manager.port).exchange(
                "POST", "/openid/token",
                ["X-Forwarded-For: \(flooding)", "Content-Type: application/x-www-form-urlencoded"], body: body
            ).status
        }
        #expect(statuses == [400, 400, 429, 429])
    }

    func goodTokenBesideFailures() async throws {
        let manager = try TestManager.behindProxy { $0.tokenFailures = try Rate.checked(6, 2) }
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        _ = try await device.logIn(browser)
        let code = try #require(try browser.proceed()["code"])
        let token = try #require(try browser.redeem(code).body["access_token"])
        func userInfo(_ token: String) -> Int {
            WireClient(manager.port).exchange(
                "GET", "/openid/user", ["X-Forwarded-For: \(flooding)", "Authorization: Bearer \(token)"]
            ).status
        }
        #expect((0..<4).map { _ in userInfo("wrong") } == [401, 401, 429, 429])
        #expect(userInfo(token) == 200)
    }
}
