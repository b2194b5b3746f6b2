import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// No step of a login is judged by a declaration that another manager has replaced. The other manager keeps what it has
/// read, and is told of the change by nothing but its own next transaction.
struct OutdatedDeclarationTests {
    @Test("Declarations that another manager has replaced", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a service that was switched off takes no start, finish or code", switchedOff, each: Engine.allCases),
        TestCase("a removed role is not confirmed", removedRole, each: Engine.allCases),
        TestCase("a replaced secret redeems no code", replacedSecret, each: Engine.allCases),
        TestCase("a stricter policy refuses the next start", stricterPolicy, each: Engine.allCases),
    ]

    /// A manager that changes, and another one that has read what is declared.
    private struct Scene {
        let manager: TestManager
        let other: Manager
        let device: RawDevice

        init(_ engine: Engine) throws {
            manager = try TestManager(engine)
            other = try manager.secondNode()
            device = try RawDevice(manager)
            let browser = try TestBrowser(manager)
            _ = try device.finish(try device.prepare(browser, at: other), at: other)
        }

        func change(_ body: @escaping @Sendable (any Transaction, Service) throws -> Void) throws {
            let service = try manager.service
            try manager.context.database.write { try body($0, service) }
        }

        func switchOff() throws {
            try change { transaction, service in
                var service = service
                service.isActive = false
                try transaction.services.save(service)
            }
        }

        /// A login that is confirmed, and the code that its browser would send.
        func confirmed() throws -> (browser: TestBrowser, session: SessionID) {
            let browser = try TestBrowser(manager)
            let session = try browser.session
            _ = try device.finish(try device.prepare(browser, at: other), at: other)
            return (browser, session)
        }
    }

    func switchedOff(_ engine: Engine) async throws {
        let scene = try Scene(engine)
        let waiting = try TestBrowser(scene.manager)
        let session = try waiting.session
        let qrCode = try waiting.qrCode
        let prepared = try scene.device.prepare(try TestBrowser(scene.manager), at: scene.other)
        let confirmed = try scene.confirmed().session

        try scene.switchOff()

        #expect(throws: ProtocolError(.sessionEnded)) {
            try scene.device.call(
                Start.self,
                .init(
                    activationId: scene.device.activation, sessionId: session,
                    claim: .qrCode(try InitializationLink(parsing: qrCode).data.secret), client: RawDevice.client),
                proven: true, at: scene.other)
        }
        #expect(throws: ProtocolError(.policyChanged)) { try scene.device.finish(prepared, at: scene.other) }
        guard case .refused = try await CollectLogin(scene.other.context)(confirmed) else {
            Issue.record("a code was issued")
            return
        }
    }

    func removedRole(_ engine: Engine) throws {
        let scene = try Scene(engine)
        let prepared = try scene.device.prepare(try TestBrowser(scene.manager), at: scene.other)

        try scene.change { transaction, service in
            let role = try #require(try transaction.services.roles(of: service.id).first { $0.name == "user" })
            try transaction.services.remove(role: role.id)
        }

        #expect(throws: ProtocolError(.policyChanged)) { try scene.device.finish(prepared, at: scene.other) }
    }

    func replacedSecret(_ engine: Engine) async throws {
        let scene = try Scene(engine)
        let browser = try scene.confirmed().browser
        let code = try #require(try browser.proceed()["code"])
        let (id, former) = (try scene.manager.service.id.text, try scene.manager.secret)
        let client = try AuthenticateClient(scene.other.context)(id, secret: former)

        try scene.change { try $0.services.setSecret(.generate(), of: $1.id) }

        let redemption = RedeemCode(
            code: code, client: client, redirectURI: "https://website.example/callback", verifier: browser.verifier)
        let outcome = try await redemption(scene.other.context)
        #expect(throws: RedeemCode.Refusal.invalidClient) { try outcome.get() }
        #expect(throws: ClientFault.self) {
            try AuthenticateClient(scene.other.context)(id, secret: former)
        }
    }

    func stricterPolicy(_ engine: Engine) throws {
        let scene = try Scene(engine)
        let browser = try TestBrowser(scene.manager)
        _ = try browser.session

        try scene.change { transaction, _ in
            var policy = try transaction.settings.policy()
            policy.security = SecurityRequirements(
                refused: [], minimumSystem: [.linux: try #require(SystemVersion("999"))])
            try transaction.settings.save(policy)
        }

        let refusal = #expect(throws: ProtocolError.self) { try scene.device.start(browser, at: scene.other) }
        #expect(refusal?.error == .securityInsufficient)
    }
}
