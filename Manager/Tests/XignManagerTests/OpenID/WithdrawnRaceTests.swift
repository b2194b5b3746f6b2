import DatabaseFixture
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

/// Each test sends a step of a login to one manager while the other one takes a right away, several times.
struct WithdrawnRaceTests {
    @Test("Steps of a login at the moment at which a right ends", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a start leads to no confirmation", start, each: End.rights, Engine.allCases),
        TestCase(
            "a confirmation gives no code that is good", confirmation, each: End.rights,
            Engine.allCases),
        TestCase(
            "a code that is collected gives no tokens", collection, each: End.rights,
            Engine.allCases),
        TestCase(
            "a code that is redeemed gives no token that is good", redemption,
            each: End.rights, Engine.allCases),
    ]

    typealias End = RememberedLoginRaceTests.End

    private static let rounds = 5

    /// A person of one round, with the browser in which the person logs in.
    private struct Person: Sendable {
        let device: RawDevice
        let browser: TestBrowser
        let login: ConfirmedLogin
    }

    private func inRounds(
        _ engine: Engine, _ body: (_ manager: TestManager, _ other: Manager, Person) throws -> Void
    ) throws {
        let manager = try TestManager(engine)
        let other = try manager.secondNode()
        defer { other.context.database.close() }
        for round in 0..<Self.rounds {
            let user = "user\(round)"
            _ = try Apply(manager.context)(Array("users:\n  - name: \(user)\n    memberships: [Example Inc.]\n".utf8))
            let device = try RawDevice(manager, user: user)
            let browser = try TestBrowser(manager)
            let found = try manager.context.database.read { try $0.activations.find(device.activation) }
            let login = ConfirmedLogin(
                sessionID: try browser.session, serviceID: try manager.service.id,
                accountID: try #require(found).accountID, activationID: device.activation, mappingID: MappingID("x"),
                roleName: "user", factors: [.device, .pin], authenticatedAt: manager.clock.now)
            try body(manager, other, Person(device: device, browser: browser, login: login))
        }
    }

    /// Runs a step at one manager, and takes the right away at the other one.
    /// - Returns: the answer; nil where the step was refused.
    private func race<Answer: Sendable>(
        _ end: End, of person: Person, at other: Manager, _ step: @escaping @Sendable () throws -> Answer
    ) -> Answer? {
        let answer = Locked<Answer?>(nil)
        let errors = concurrently(2) { index in
            guard index == 0 else {
                let now = other.context.clock.now()
                return try other.context.database.write { try end.happen(to: person.login, at: now, $0) }
            }
            do {
                let given = try step()
                answer.withLock { $0 = given }
            } catch is ProtocolError {}
        }
        #expect(errors.isEmpty, "\(errors)")
        return answer.withLock { $0 }
    }

    func start(_ end: End, _ engine: Engine) throws {
        try inRounds(engine) { manager, other, person in
            let prepared = race(end, of: person, at: other) { try person.device.prepare(person.browser) }
            guard let prepared else { return }
            #expect(throws: ProtocolError.self) { try person.device.finish(prepared) }
            let process = try manager.snapshot(prepared.session)
            #expect(process?.phase.name != .confirmed)
        }
    }

    func confirmation(_ end: End, _ engine: Engine) throws {
        try inRounds(engine) { _, other, person in
            let prepared = try person.device.prepare(person.browser)
            let finished = race(end, of: person, at: other) { try person.device.finish(prepared) }
            guard finished != nil else { return }
            try expectNoTokens(person, for: try person.browser.proceed()["code"])
        }
    }

    func collection(_ end: End, _ engine: Engine) throws {
        try inRounds(engine) { _, other, person in
            _ = try person.device.finish(try person.device.prepare(person.browser))
            let answer = try #require(race(end, of: person, at: other) { try person.browser.proceed() })
            try expectNoTokens(person, for: answer["code"])
        }
    }

    private func expectNoTokens(_ person: Person, for code: String?) throws {
        guard let code else { return }
        #expect(try person.browser.redeem(code).status == 400)
    }

    func redemption(_ end: End, _ engine: Engine) throws {
        try inRounds(engine) { manager, other, person in
            _ = try person.device.finish(try person.device.prepare(person.browser))
            let code = try #require(try person.browser.proceed()["code"])
            let answer = try #require(race(end, of: person, at: other) { try person.browser.redeem(code) })
            #expect([200, 400].contains(answer.status))
            guard let token = answer.body["access_token"] else { return }
            let request = try Request(
                .get, UserInfoEndpoint.path, headers: [HeaderField("Authorization", "Bearer \(token)")])
            #expect(manager.router.respond(to: request).status == .unauthorized)
        }
    }
}
