import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct SecurityRequirementsTests {
    @Test("Devices that do not meet the security requirements", arguments: TestCase.all(tests + activationTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "An insufficient device learns the findings and nothing else, and the login waits for a sufficient one",
            start),
        TestCase("A refusal is on record with its findings, once for each process", recorded, each: Engine.allCases),
        TestCase("A device that could not log in anyway is told that, and not to find a sufficient one", order),
        TestCase("The platform is that of the enrolment, and the client's word where there is none", platform),
        TestCase("A claimed login is answered again as before, and a refused one is judged again", repetition),
        TestCase("A requirement that is made after the statement ends the login, at a service and for all", changed),
        TestCase("A utility process whose statement is made goes on under another policy", changedUtility),
        TestCase("The stricter of service and manager counts at a service", floor),
        TestCase("The requirements of a service concern neither activation nor utility processes", serviceAlone),
        TestCase("A utility process begins and is claimed with a sufficient device only", utility),
    ]

    typealias Check = ClientInformation.SecurityCheck

    static let strict = "{ refuse: [rooted, hooked], minimumSystem: { Linux: \"12\" } }"
    static let good = check()

    static func check(
        rooted: Bool = false, hooked: Bool = false, system: String = "Debian GNU/Linux 12 (bookworm)"
    ) -> Check {
        Check(date: 1_800_000_000, checkVersion: 1, osVersion: system, isRooted: rooted, isHooked: hooked)
    }

    static func client(_ check: Check?, platform: String = "Linux") -> ClientInformation {
        ClientInformation(version: "1.0.0", platform: platform, securityCheck: check, supports: [.merge])
    }

    static func insufficient(_ findings: SecurityFinding...) -> ProtocolError {
        ProtocolError(.securityInsufficient, findings: findings)
    }

    // MARK: A login

    func start() throws {
        let manager = try TestManager()
        let (device, other) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        try manager.require(Self.strict)
        let browser = try TestBrowser(manager)
        let waiting = try manager.snapshot(try browser.session)
        for (check, refusal) in [
            (nil, Self.insufficient(.unchecked)), (Self.check(rooted: true), Self.insufficient(.rooted)),
            (Self.check(hooked: true), Self.insufficient(.hooked)),
            (Self.check(system: "Debian GNU/Linux 11 (bullseye)"), Self.insufficient(.outdatedSystem)),
            (Self.check(system: "Debian GNU/Linux forky/sid"), Self.insufficient(.outdatedSystem)),
            (Self.check(rooted: true, hooked: true, system: ""), Self.insufficient(.rooted, .hooked, .outdatedSystem)),
        ] {
            #expect(throws: refusal) { try device.start(browser, client: Self.client(check)) }
        }
        #expect(try manager.snapshot(try browser.session) == waiting)
        #expect(try browser.state == "waiting")
        let started = try other.start(browser, client: Self.client(Self.good))
        #expect(try other.prepare(browser, started, [:]).statement != nil)
    }

    func recorded(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        try manager.require(Self.strict)
        let browser = try TestBrowser(manager)
        for _ in 0..<2 {
            _ = try? device.start(browser, client: Self.client(Self.check(rooted: true, hooked: true)))
        }
        let refused = try manager.events(.loginRefused)
        #expect(refused.map(\.detail) == ["security check: rooted, hooked"])
        #expect(refused.first?.activationID == device.activation)
        #expect(refused.first?.sessionID == (try browser.session))
        #expect(try manager.events(.sessionTaken).isEmpty)
    }

    func order() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        try manager.require(Self.strict)
        let claims = { (browser: TestBrowser) in
            (try browser.session, try InitializationLink(parsing: try browser.qrCode).data.secret)
        }
        func refusal(_ claim: Start.Claim, _ session: SessionID) -> ProtocolErrorCode? {
            let error = #expect(throws: ProtocolError.self) {
                try device.call(
                    Start.self,
                    .init(
                        activationId: device.activation, sessionId: session, claim: claim, client: Self.client(nil)),
                    proven: true)
            }
            return error?.error
        }
        try manager.setOpenedQRCodes(.refuse)
        let (session, secret) = try claims(try TestBrowser(manager))
        #expect(refusal(.openedQRCode(secret), session) == .scanRequired)
        #expect(refusal(.sessionToken(.random(count: 32)), session) == .wrongChannel)
        #expect(refusal(.qrCode(secret), session) == .securityInsufficient)
        _ = try Apply(manager.context)(Array("users: [{ name: ada, memberships: [] }]".utf8))
        #expect(refusal(.qrCode(secret), session) == .notAMember)
    }

    func platform() throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager, platform: "iOS")
        try manager.require("{ minimumSystem: { iOS: \"18\" } }")
        let old = Self.check(system: "iOS Version 17.6.1 (Build 21G93)")
        let browser = try TestBrowser(manager)
        #expect(throws: Self.insufficient(.outdatedSystem)) {
            try phone.start(browser, client: Self.client(old, platform: "Linux"))
        }
        // An activation from the time before platforms were stored.
        try manager.context.database.write {
            try $0.execute("UPDATE activation SET platform = NULL WHERE id = \(phone.activation)")
        }
        #expect(throws: Self.insufficient(.outdatedSystem)) {
            try phone.start(browser, client: Self.client(old, platform: "iOS"))
        }
        _ = try phone.start(browser, client: Self.client(old, platform: "Linux"))
    }

    func repetition() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let (first, second) = (try TestBrowser(manager), try TestBrowser(manager))
        let claimed = try device.sealedStart(first, Self.client(nil))
        let token = try RawDevice.send(claimed, Start.self, to: manager.manager).sessionToken
        try manager.require(Self.strict)
        #expect(try RawDevice.send(claimed, Start.self, to: manager.manager).sessionToken == token)
        let refused = try device.sealedStart(second, Self.client(nil))
        for _ in 0..<2 {
            #expect(throws: Self.insufficient(.unchecked)) {
                try RawDevice.send(refused, Start.self, to: manager.manager)
            }
        }
        try manager.require("{}")
        _ = try RawDevice.send(refused, Start.self, to: manager.manager)
    }

    func changed() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        for require in [manager.require, manager.requireOfAll] {
            let prepared = try device.prepare(try TestBrowser(manager))
            try require(Self.strict)
            let error = #expect(throws: ProtocolError.self) { try device.finish(prepared) }
            #expect(error?.error == .policyChanged)
            try manager.require("{}")
            try manager.requireOfAll("{}")
        }
    }

    func changedUtility() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let prepared = try device.prepare(.changePin)
        try manager.requireOfAll(Self.strict)
        #expect(try device.finish(prepared).result != nil)
    }

    // MARK: The manager's floor

    func floor() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        try manager.requireOfAll("{ refuse: [hooked], minimumSystem: { Linux: \"13\" } }")
        try manager.require("{ refuse: [rooted], minimumSystem: { Linux: \"12\" } }")
        let browser = try TestBrowser(manager)
        #expect(throws: Self.insufficient(.rooted, .hooked, .outdatedSystem)) {
            try device.start(browser, client: Self.client(Self.check(rooted: true, hooked: true)))
        }
        _ = try device.start(browser, client: Self.client(Self.check(system: "Debian GNU/Linux 13 (trixie)")))
    }

    func serviceAlone() throws {
        let manager = try TestManager()
        try manager.require(Self.strict)
        let device = try RawDevice(manager)
        let begun = try device.begin(.changePin, client: Self.client(nil))
        _ = try device.claim(begun.sessionId, token: begun.sessionToken, client: Self.client(nil))
    }

    func utility() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        try manager.requireOfAll(Self.strict)
        let hooked = Self.client(Self.check(hooked: true))
        for _ in 0..<2 {
            #expect(throws: Self.insufficient(.hooked)) { try device.begin(.changePin, client: hooked) }
        }
        #expect(try manager.events(.utilityRefused).map(\.detail) == ["changePin: security check: hooked"])
        let notAllowed = #expect(throws: ProtocolError.self) {
            try device.begin(.revoke(device.activation), client: hooked)
        }
        #expect(notAllowed?.error == .notAllowed)
        let begun = try device.begin(.changePin, client: Self.client(Self.good))
        #expect(throws: Self.insufficient(.hooked)) {
            try device.claim(begun.sessionId, token: begun.sessionToken, client: hooked)
        }
        _ = try device.claim(begun.sessionId, token: begun.sessionToken, client: Self.client(Self.good))
    }
}

extension TestManager {
    /// Makes these the requirements of the example's service.
    func require(_ security: String) throws {
        let yaml = Self.declaration().replacing(
            "sessionSeconds:", with: "security: \(security)\n        sessionSeconds:")
        _ = try Apply(context)(Array(yaml.utf8))
    }

    /// Makes these the requirements of the whole manager.
    func requireOfAll(_ security: String) throws {
        _ = try Apply(context)(Array("settings: { security: \(security) }".utf8))
    }

    func events(_ kind: AuditEvent.Kind) throws -> [AuditEvent] {
        try context.database.read { try $0.audit.newest(1000) }.filter { $0.kind == kind }
    }
}

extension RawDevice {
    fileprivate func sealedStart(_ browser: TestBrowser, _ client: ClientInformation) throws -> SealedRequest {
        try seal(
            Start.self,
            .init(
                activationId: activation, sessionId: try browser.session,
                claim: .qrCode(try InitializationLink(parsing: try browser.qrCode).data.secret), client: client),
            proven: true)
    }
}
