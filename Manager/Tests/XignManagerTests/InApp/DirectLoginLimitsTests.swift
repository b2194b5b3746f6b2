import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DirectLoginLimitsTests {
    @Test("Limits of logins in a service's own app", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The login lives for five minutes, however long the service's pages wait", lifetime, each: [5, 600]),
        TestCase("Aborted logins are removed an hour after their end", aborted, each: Engine.allCases),
        TestCase("Two managers give one code, and redeem it once, at the same moment", atOnce, each: Engine.allCases),
        TestCase(
            "A client id that no service can have is refused like an unknown one", clientIDs, each: Engine.allCases),
        TestCase("The audit log names the service of a confirmed login that got no code", audit),
    ]

    func lifetime(session: Int) throws {
        let scene = try InAppScene()
        try InAppScene.declare("inApp: true", session: session, at: scene.manager)
        let begun = try scene.device.beginInApp(scene.terms)
        #expect(try scene.device.claim(begun.sessionId, token: begun.sessionToken).expiresInSeconds == 300)
    }

    func aborted(_ engine: Engine) throws {
        let scene = try InAppScene(engine)
        var aborted: [SessionID] = []
        for _ in 0..<7 {
            let begun = try scene.device.beginInApp(scene.terms)
            let started = try scene.device.claim(begun.sessionId, token: begun.sessionToken)
            _ = try scene.device.call(
                Abort.self,
                .init(sessionId: begun.sessionId, sessionToken: started.sessionToken, reason: .cancelled))
            aborted.append(begun.sessionId)
        }
        let unclaimed = try scene.device.beginInApp(scene.terms)
        scene.manager.clock.advance(seconds: 300 + XignDomain.Process.unclaimedRetentionSeconds + 1)
        let removal = RemoveExpired(scene.manager.context)
        try removal { false }
        #expect(try scene.manager.snapshot(unclaimed.sessionId) == nil)
        scene.manager.clock.advance(seconds: RemoveExpired.retentionSeconds)
        try removal { false }
        for id in aborted { #expect(try scene.manager.snapshot(id) == nil) }
        #expect(try scene.manager.auditKinds.filter { $0 == .loginDeclined }.count == 7)
    }

    func atOnce(_ engine: Engine) throws {
        let scene = try InAppScene(engine)
        let second = try scene.manager.secondNode()
        defer { second.context.database.close() }
        let terms = try scene.terms
        let confirmed = try scene.device.confirmInApp(terms)
        let codes = Locked<Set<String>>([])
        let nodes = [scene.manager.manager, second]
        let errors = concurrently(20) { index in
            let code = try scene.device.collect(confirmed, at: nodes[index % 2])
            codes.withLock { _ = $0.insert(code) }
        }
        #expect(errors.isEmpty, "\(errors)")
        let code = try #require(codes.withLock { $0.first })
        #expect(codes.withLock { $0.count } == 1)
        let redeemed = Locked(0)
        _ = concurrently(20) { index in
            guard index % 2 == 0 else { return _ = try scene.device.collect(confirmed, at: second) }
            if try scene.redeem(code, verifier: terms.verifier).status == .ok { redeemed.withLock { $0 += 1 } }
        }
        #expect(redeemed.withLock { $0 } == 1)
        expectRefusal(.sessionEnded) { try scene.device.collect(confirmed) }
        #expect(try scene.manager.auditKinds.filter { $0 == .codeIssued }.count == 1)
        #expect(try scene.manager.auditKinds.filter { $0 == .codeRedeemed }.count == 1)
    }

    func clientIDs(_ engine: Engine) throws {
        let scene = try InAppScene(engine)
        for id in ["", "a\u{0}b", String(repeating: "x", count: 4000), "\u{FFFD}"] {
            expectRefusal(.notAllowed) { try scene.device.beginInApp(.init(clientID: id)) }
        }
    }

    func audit() throws {
        let scene = try InAppScene()
        let confirmed = try scene.device.confirmInApp(scene.terms)
        try InAppScene.declare("inApp: false", at: scene.manager)
        expectRefusal(.policyChanged) { try scene.device.collect(confirmed) }
        let events = try scene.manager.context.database.read { try $0.audit.newest(1000) }
        let refusal = events.first { $0.sessionID == confirmed.session && $0.kind == .loginRefused }
        #expect(refusal?.serviceID == (try scene.manager.service.id))
    }
}
