import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct RecoveryRaceTests {
    @Test("A recovery and a device at the same moment", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "either the confirmation ends the recovery, or the recovery ends the device, in 50 pairs", pairs,
            each: Engine.allCases),
        TestCase(
            "a confirmation that another manager takes just before the new device is active stops it", overtaken,
            each: Engine.allCases),
        TestCase("a repetition of the last step is answered again, and does nothing", repeated),
    ]

    private static let pairCount = 50

    func pairs(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let other = try scene.manager.secondNode()
        defer { other.context.database.close() }
        var (former, code) = (scene.phone, scene.code)
        for pair in 0..<Self.pairCount {
            let end = scene.manager.clock.now + 10 * 86_400
            try await scene.context.database.write { try $0.outbox.open(.mail, until: end) }
            guard case .begun = try await scene.prove(code) else { throw TestFailure(what: "no begin in pair \(pair)") }
            try scene.wait()
            guard case .issued(let issued, _) = try await scene.prove(code) else {
                throw TestFailure(what: "nothing issued in pair \(pair)")
            }
            let (device, opened) = try scene.open(issued)
            let prepared = try former.prepare(try TestBrowser(scene.manager))
            let confirming = former
            let errors = concurrently(2) { index in
                if index == pair % 2 {
                    _ = try? confirming.finish(prepared, at: other)
                } else {
                    _ = try? device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
                }
            }
            #expect(errors.isEmpty)
            let states = (try scene.state(former), try scene.state(device))
            let confirmed = try scene.context.database.read { try $0.evidence.recorded(among: [prepared.session]) }
            // Either device is active: the former with its confirmation, or the new one without.
            #expect((states.0 == .active) != (states.1 == .active), "pair \(pair)")
            #expect((states.0 == .active) == !confirmed.isEmpty, "pair \(pair)")
            if states.1 == .active { former = device }
            try scene.manager.waitForCoolDown()
            code = try await RecoveryScene.makeCode(scene.manager, by: former)
            // The begins of the pairs before do not count.
            let made = try #require(try scene.recovery())
            let first = Recovery(accountID: made.accountID, codeHash: made.codeHash, madeAt: made.madeAt)
            try await scene.context.database.write { try $0.recoveries.save(first) }
            scene.manager.clock.advance(seconds: 120)
        }
    }

    func overtaken(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let database = InterleavedDatabase(try scene.manager.place.open(vault: scene.context.database.vault))
        defer { database.close() }
        let other = try scene.manager.node(on: database)
        let issued = try await scene.issued()
        let (device, opened) = try scene.open(issued)
        let prepared = try scene.phone.prepare(try TestBrowser(scene.manager))
        database.beforeNextWrite { _ = try scene.phone.finish(prepared) }
        let signed = try device.enrolment(device.activation, opened.challenge.bytes)
        expectRefusal(.unauthenticated) {
            try device.call(
                PersonalizeFinish.self,
                .init(activationId: device.activation, openToken: opened.openToken, enrolment: Octets(signed)),
                at: other)
        }
        #expect(try scene.state(scene.phone) == .active)
        #expect(try scene.state(device) == .pending)
    }

    func repeated() async throws {
        let scene = try await RecoveryScene()
        let (device, opened) = try scene.open(try await scene.issued())
        for _ in 0..<2 { _ = try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes) }
        #expect(try scene.state(device) == .active)
        #expect(try scene.details(.recoveryCompleted).count == 1)
    }
}
