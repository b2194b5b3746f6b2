import DatabaseFixture
import Logging
import OutgoingHTTPS
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases

struct LogoutDeliveryTests {
    @Test("Logouts for websites", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A logout token names login, person and website, and cannot be taken for an ID token", token),
        TestCase("A website at a private address gets nothing unless the operator has listed it", privateAddress),
        TestCase("A logout for a website without an address is dropped", withoutAddress),
        TestCase("What can never be delivered goes, and the rest comes after it", givenUp),
        TestCase(
            "A website that answers slowly gets its next logout as much later", slow, each: ["taken", "refused"]),
        TestCase("The log tells why a website refuses a logout, shortened and without the token", refusal),
        TestCase(
            "An answer in another form is no reason", otherForm,
            each: ["", "<h1>No</h1>", "[]", "{", #"{"error":1}"#, #"{"message":"no"}"#]),
        TestCase("A manager that cannot deliver a kind takes none of its rows", unable),
        TestCase("Several managers on one database deliver each logout once", severalManagers, each: Engine.allCases),
    ]

    private let log = Locked<[String]>([])

    /// - Parameter client: further members of the service, as YAML.
    private func testManager(_ engine: Engine = .sqlite, client: String) throws -> TestManager {
        let manager = try TestManager(engine, log: Log { [log] line in log.withLock { $0.append(line) } })
        _ = try Apply(manager.context)(
            Array(
                """
                organizations:
                  - name: Example Inc.
                    services:
                      - name: cinema
                        redirectUris: ["https://cinema.example.org/back"]
                        signingAlgorithm: ES256
                        roles: [{ name: user, alternatives: [[pin, device]] }]
                        \(client)
                """.utf8))
        return manager
    }

    private func logout(_ manager: TestManager, session: String = "one") throws -> LogoutNotice {
        let row = try manager.context.database.read { try $0.row("SELECT id FROM service WHERE name = 'cinema'") }
        let id: ServiceID? = try row?("id")
        return LogoutNotice(
            serviceID: try #require(id), subject: "a-subject", sessionID: LogoutSessionID(session))
    }

    private func append(_ logout: LogoutNotice, _ manager: TestManager) throws {
        try manager.context.database.write { try $0.outbox.append(logout) }
    }

    private func waitingCount(_ manager: TestManager) throws -> Int {
        let row = try manager.context.database.read { try $0.row("SELECT COUNT(*) AS count FROM outbox") }
        let count: Int? = try row?("count")
        return try #require(count)
    }

    private var lines: [String] { log.withLock { $0.filter { $0.contains("logoutNotDelivered") } } }

    // MARK: The token

    func token() throws {
        let manager = try testManager(client: "")
        let logout = try logout(manager)
        let now = manager.clock.now
        let service = try #require(try manager.context.database.read { try $0.services.find(id: logout.serviceID) })
        let token = try LogoutToken(logout, at: now, in: manager.context).signed(for: service)
        let parts = token.split(separator: ".").map { Base64URL.decode($0) ?? [] }
        let header = try StrictJSON.parse(parts[0], limits: .message)
        let claims = try StrictJSON.parse(parts[1], limits: .message)
        #expect(header["typ"]?.string == "logout+jwt")
        #expect(header["alg"]?.string == "ES256")
        #expect(Set(claims.names) == ["iss", "sub", "aud", "iat", "exp", "jti", "events", "sid"])
        #expect(claims["iss"]?.string == manager.issuer.description)
        #expect(claims["aud"]?.string == logout.serviceID.text)
        #expect(claims["sub"]?.string == "a-subject")
        #expect(claims["sid"]?.string == "one")
        #expect(claims["iat"]?.integer == now.seconds)
        #expect(claims["exp"]?.integer == now.seconds + 120)
        #expect(claims["events"]?.names == ["http://schemas.openid.net/event/backchannel-logout"])
        let another = try LogoutToken(logout, at: now, in: manager.context).signed(for: service)
        #expect(another != token)
    }

    // MARK: Addresses

    func privateAddress() throws {
        let manager = try testManager(client: "backChannelLogoutUri: \"https://localhost:9/logout\"")
        try append(try logout(manager), manager)
        let delivery = LogoutDelivery(manager.context, manager.manager.log, HTTPSClient())
        let dispatcher = try OutboxDispatcher(manager.manager, delivery)
        #expect(dispatcher.deliver() == manager.clock.now + 30)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("is not a public address") == true)
        #expect(lines.first?.contains("a-subject") == false)
        #expect(lines.first?.contains("logout_token") == false)
        #expect(try waitingCount(manager) == 1)
    }

    func withoutAddress() throws {
        let manager = try testManager(client: "")
        try append(try logout(manager), manager)
        let delivery = LogoutDelivery(manager.context, manager.manager.log, HTTPSClient())
        #expect(try OutboxDispatcher(manager.manager, delivery).deliver() == nil)
        #expect(try waitingCount(manager) == 0)
        #expect(lines.count == 1)
    }

    // MARK: The dispatcher

    func givenUp() throws {
        let manager = try testManager(client: "")
        for session in ["one", "two"] { try append(try logout(manager, session: session), manager) }
        let delivery = RecordedDelivery { $0 == 1 ? .givenUp([("reason", "status 400")]) : .delivered }
        #expect(try OutboxDispatcher(manager.manager, delivery).deliver() == nil)
        #expect(delivery.count == 2)
        #expect(try waitingCount(manager) == 0)
        #expect(lines.first?.contains("status 400") == true)
    }

    func slow(answer: String) throws {
        let manager = try testManager(client: "")
        for session in ["one", "two"] { try append(try logout(manager, session: session), manager) }
        let clock = manager.clock
        let delivery = RecordedDelivery { _ in
            clock.advance(seconds: 9)
            return answer == "taken" ? .delivered : .givenUp([])
        }
        let dispatcher = try OutboxDispatcher(manager.manager, delivery)
        #expect(dispatcher.deliver() == clock.now + 9)
        #expect(delivery.count == 1)
        clock.advance(seconds: 9)
        #expect(dispatcher.deliver() == nil)
        #expect(delivery.count == 2)
    }

    func refusal() {
        let body = #"{"error":"invalid_request","error_description":"of\n a-subject: abc.def, \u202E\"no\""}"#
        let fields = LogoutDelivery.refusal(Array(body.utf8), without: ["a-subject", "abc", "def"])
        #expect(fields.map(\.name) == ["error", "description"])
        #expect(fields.map(\.value) == ["invalid_request", "of? …: ….…, ?\"no\""])
        let long =
            #"{"error":"\#(String(repeating: "e", count: 999))","error_description":"\#(String(repeating: "d", count: 999))"}"#
        #expect(LogoutDelivery.refusal(Array(long.utf8), without: []).map(\.value.count) == [64, 200])
    }

    func otherForm(body: String) { #expect(LogoutDelivery.refusal(Array(body.utf8), without: []).isEmpty) }

    func unable() throws {
        let manager = try testManager(client: "")
        try append(try logout(manager), manager)
        let delivery = RecordedDelivery(isAble: false) { _ in .delivered }
        #expect(try OutboxDispatcher(manager.manager, delivery).deliver() == nil)
        #expect(delivery.count == 0)
        let able = RecordedDelivery { _ in .delivered }
        #expect(try OutboxDispatcher(manager.manager, able).deliver() == nil)
        #expect(able.count == 1)
    }

    func severalManagers(_ engine: Engine) throws {
        let manager = try testManager(engine, client: "")
        let nodes = try [manager.manager] + (0..<2).map { _ in try manager.secondNode() }
        let delivery = RecordedDelivery { _ in .delivered }
        let dispatchers = try nodes.map { try OutboxDispatcher($0, delivery) }
        for number in 0..<20 { try append(try logout(manager, session: "\(number)"), manager) }
        // One that finds all rows of the website under way elsewhere has nothing to do, and returns.
        concurrently(dispatchers.count) { _ = dispatchers[$0].deliver() }
        dispatchers[0].deliver()
        #expect(delivery.count == 20)
        #expect(try waitingCount(manager) == 0)
        for node in nodes.dropFirst() { node.context.database.close() }
    }
}

/// A delivery that counts its attempts.
private final class RecordedDelivery: Delivery {
    private let attempts = Locked(0)
    private let isAble: Bool
    private let outcome: @Sendable (Int) -> DeliveryOutcome

    init(isAble: Bool = true, _ outcome: @escaping @Sendable (Int) -> DeliveryOutcome) {
        self.isAble = isAble
        self.outcome = outcome
    }

    var count: Int { attempts.withLock { $0 } }
    var kind: Outbox.Kind { .logout }
    var events: DeliveryEvents {
        DeliveryEvents(delivered: "logoutDelivered", notDelivered: "logoutNotDelivered", notRead: "logoutsNotRead")
    }

    func prepare() {}
    func canDeliver() -> Bool { isAble }
    func interrupt() {}
    func attempt(_ item: Outbox.Item) -> DeliveryOutcome {
        outcome(
            attempts.withLock {
                $0 += 1
                return $0
            })
    }
}
