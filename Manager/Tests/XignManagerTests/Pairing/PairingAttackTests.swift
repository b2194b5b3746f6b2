import DatabaseFixture
import Logging
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Attempts to get past the digits, or to read them.
struct PairingAttackTests {
    @Test("Attacks on pairing", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Of all hundred pairs of digits at the same moment one is judged", allAtOnce, each: Engine.allCases),
        TestCase("The same through two managers on one PostgreSQL", twoManagers),
        TestCase(
            "What is not two ASCII digits is malformed, and no attempt", malformed,
            each: ["4", "042", "4x", "", " 7", "٤٢"]),
        TestCase("Digits that were drawn stay, whatever the same device claims the login with", anotherClaim),
        TestCase("A device that scanned the code first is asked for digits when it then opens it", openedLater),
        TestCase("A link does not free a claimed login from its digits", link),
        TestCase("Another device neither takes the login nor learns that digits are asked for", anotherDevice),
        TestCase("A browser that calls itself a scanner is asked for digits", web),
        TestCase("A browser that says it is another platform gains nothing: the enrolled one counts", lyingPlatform),
        TestCase(
            "A client that cannot ask for digits is too old, and the login goes on waiting for another one", supports),
        TestCase("A client that stops asking for digits does not get past them", supportsNoLonger),
        TestCase("No other browser, log line, audit event or error has the digits", secrecy),
    ]

    func allAtOnce(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        try sendAllAtOnce(manager, nodes: [manager.manager])
    }

    func twoManagers() throws {
        let manager = try TestManager(.postgreSQL)
        let second = try manager.secondNode()
        defer { second.context.database.close() }
        try sendAllAtOnce(manager, nodes: [manager.manager, second])
    }

    private func sendAllAtOnce(_ manager: TestManager, nodes: [Manager]) throws {
        let device = try RawDevice(manager)
        // Until the first one to be judged is a wrong one: of a hundred, one is right.
        for _ in 0..<3 {
            let browser = try TestBrowser(manager)
            let claimed = try device.claimed(try browser.session)
            let statements = Locked(0)
            let refusals = Locked(0)
            let errors = concurrently(100) { index in
                do {
                    let digits = "\(index / 10)\(index % 10)"
                    let answer = try device.prepare(claimed, digits: digits, at: nodes[index % nodes.count])
                    if answer.statement != nil { statements.withLock { $0 += 1 } }
                } catch let error as ProtocolError where error.error == .pairingFailed {
                    refusals.withLock { $0 += 1 }
                }
            }
            #expect(errors.isEmpty, "\(errors)")
            // Either the first was wrong, and all are refused; or it was right, and none is.
            let counts = [statements.withLock { $0 }, refusals.withLock { $0 }]
            #expect(counts == [0, 100] || counts == [100, 0])
            if counts == [0, 100] {
                #expect(try browser.state == "declined-pairing")
                #expect(try manager.events(.pairingFailed).count { $0.sessionID == claimed.session } == 1)
                return
            }
        }
        Issue.record("the first of a hundred was right three times")
    }

    func malformed(_ typed: String) throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        let digits = try #require(try browser.digits)
        #expect(throws: ProtocolError(.malformed)) {
            try device.call(
                PrepareWithText.self,
                .init(
                    sessionId: claimed.session, sessionToken: claimed.started.sessionToken,
                    roleId: claimed.started.roles[0].id, attributes: [:], pairing: typed))
        }
        #expect(try browser.digits == digits)
        #expect(try device.prepare(claimed, digits: digits).statement != nil)
    }

    func anotherClaim() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let opened = try device.claimed(try browser.session)
        let digits = try #require(try browser.digits)
        let scanned = try device.claimed(try browser.session, .scanned)
        #expect(scanned.started.pairing)
        #expect(try browser.digits == digits)
        #expect(throws: ProtocolError(.unauthenticated)) { try device.prepare(opened, digits: digits) }
        #expect(try device.prepare(scanned, digits: digits).statement != nil)
    }

    func openedLater() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        _ = try device.prepare(try device.claimed(try browser.session, .scanned), digits: nil)
        let opened = try device.claimed(try browser.session)
        #expect(opened.started.pairing)
        #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(opened, digits: nil) }
    }

    func link() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let session = try browser.session
        _ = try device.claimed(session)
        #expect(throws: ProtocolError(.wrongChannel)) {
            try device.call(
                Start.self,
                .init(
                    activationId: device.activation, sessionId: session,
                    claim: .link(manager.context.secrets(of: session).linkSecret), client: RawDevice.pairingClient),
                proven: true)
        }
        #expect(try browser.state == "scanned-pairing")
    }

    func anotherDevice() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let other = try RawDevice(manager, user: "mallory")
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session)
        for way in [RawDevice.Way.opened, .scanned] {
            #expect(throws: ProtocolError(.sessionTaken)) { try other.claimed(try browser.session, way) }
        }
        #expect(throws: ProtocolError(.unauthenticated)) {
            try other.call(
                Prepare.self,
                .init(
                    sessionId: claimed.session, sessionToken: .random(count: 32), roleId: "role", attributes: [:],
                    pairing: PairingDigits("00")))
        }
        #expect(try browser.state == "scanned-pairing")
    }

    func web() throws {
        let manager = try TestManager()
        try manager.acceptWeb()
        let device = try RawDevice(manager, platform: "Web")
        let browser = try TestBrowser(manager)
        let claimed = try device.claimed(try browser.session, .scanned)
        #expect(claimed.started.pairing)
        #expect(throws: ProtocolError(.pairingFailed)) { try device.prepare(claimed, digits: nil) }
    }

    func lyingPlatform() throws {
        let manager = try TestManager()
        try manager.acceptWeb()
        let device = try RawDevice(manager, platform: "Web")
        let browser = try TestBrowser(manager)
        let client = ClientInformation(
            version: "1.0.0", platform: "iOS", securityCheck: nil, supports: [.pairing])
        #expect(try device.claimed(try browser.session, .scanned, client: client).started.pairing)
    }

    func supports() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        #expect(throws: ProtocolError(.clientTooOld)) {
            try device.claimed(try browser.session, client: RawDevice.client)
        }
        #expect(try browser.state == "waiting")
        #expect(!(try device.claimed(try browser.session, .scanned, client: RawDevice.client)).started.pairing)
    }

    func supportsNoLonger() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        _ = try device.claimed(try browser.session)
        #expect(throws: ProtocolError(.clientTooOld)) {
            try device.claimed(try browser.session, .scanned, client: RawDevice.client)
        }
        #expect(try browser.state == "scanned-pairing")
    }

    func secrecy() throws {
        let lines = Locked<[String]>([])
        let log = Log(minimum: .debug, namesNetworks: false) { line in lines.withLock { $0.append(line) } }
        let manager = try TestManager(log: log)
        let device = try RawDevice(manager)
        var shown: Set<Substring> = []
        for _ in 0..<20 {
            let browser = try TestBrowser(manager)
            let stranger = try TestBrowser(manager)
            let claimed = try device.claimed(try browser.session)
            let digits = try #require(try browser.digits)
            shown.insert(Substring(digits))
            #expect(try stranger.digits == nil)
            #expect(try browser.get("", cookie: stranger.cookie).status == .notFound)
            let error = #expect(throws: ProtocolError.self) {
                try device.prepare(claimed, digits: try browser.otherDigits)
            }
            let sealed = try MessageCoding.encode(try #require(error))
            #expect(!String(decoding: sealed, as: UTF8.self).contains(digits))
        }
        let details = try manager.events(.pairingFailed).compactMap(\.detail)
        #expect(details.count == 20)
        #expect(details.allSatisfy { !$0.contains(where: \.isNumber) })
        let words = lines.withLock { $0 }.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
        #expect(shown.isDisjoint(with: words))
    }
}

/// `prepare` with any text as its digits.
private enum PrepareWithText: DeviceOperation {
    static let name = DeviceOperationName.prepare

    struct Request: Codable, Sendable {
        var sessionId: SessionID
        var sessionToken: SecretOctets
        var roleId: String
        var attributes: [String: Prepare.Selection]
        var pairing: String
    }

    typealias Response = Prepare.Response
}

extension TestManager {
    /// Lets activations of browsers take the role `user`.
    fileprivate func acceptWeb() throws {
        let service = try service
        try context.database.write { transaction in
            for role in try transaction.services.roles(of: service.id) where role.name == "user" {
                var role = role
                role.platforms = [.web, .linux]
                try transaction.services.save(role)
            }
        }
    }
}
