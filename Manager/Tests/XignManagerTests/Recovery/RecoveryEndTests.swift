import DatabaseFixture
import Testing
import XignDomain

@testable import XignProtocol
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// The code for the end is judged, then a PIN is stretched, and then the activation is issued: what comes between.
struct RecoveryEndTests {
    @Test("The code for the end of a recovery", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("still counts where no PIN can be stretched, also at its last try", failed),
        TestCase("still counts where the manager ends before it has issued anything", ended, each: Engine.allCases),
        TestCase(
            "issues one activation, however often two managers get it at once", simultaneous, each: Engine.allCases),
        TestCase("has one PIN stretched at a time, however often it is typed meanwhile", stretchedOnce),
        TestCase("issues nothing where something objects while the PIN is stretched", stopped, each: Engine.allCases),
    ]

    /// A recovery whose wait is over, and the code that was mailed for its end.
    private func ready(_ engine: Engine = .sqlite) async throws -> (RecoveryScene, RecoveryScene.Browser, String) {
        let scene = try await RecoveryScene(engine)
        try await scene.begin()
        try scene.wait()
        let (browser, mailed) = try await scene.ask()
        return (scene, browser, mailed)
    }

    private func issued(_ scene: RecoveryScene) throws -> [Activation] {
        let account = try scene.account
        return try scene.context.database.read { try $0.activations.all(of: account) }.filter { $0.kind == .recovery }
    }

    func failed() async throws {
        let (scene, browser, mailed) = try await ready()
        for _ in 1..<MailCode.maximumTries {
            #expect(try await scene.prove("0000-0000", in: browser).name == "wrong")
        }
        let failing = try Context(
            database: scene.context.database, issuer: scene.manager.issuer, clock: scene.manager.clock.clock,
            activationPINStretching: ActivationPINProof.Stretching(rounds: 0))
        for _ in 0..<2 {
            await #expect(throws: (any Error).self) { _ = try await scene.prove(mailed, in: browser, failing) }
        }
        #expect(try issued(scene).isEmpty)
        #expect(try await scene.prove(mailed, in: browser).name == "issued")
        // The activation used it up.
        #expect(try await scene.prove(mailed, in: browser).name == "codeOver")
    }

    func ended(_ engine: Engine) async throws {
        let (scene, browser, mailed) = try await ready(engine)
        let database = InterleavedDatabase(try scene.manager.place.open(vault: scene.context.database.vault))
        defer { database.close() }
        let ending = try scene.manager.node(on: database).context
        database.beforeNextWrite { database.beforeNextWrite { throw TestFailure(what: "the manager ends") } }
        await #expect(throws: TestFailure.self) { _ = try await scene.prove(mailed, in: browser, ending) }
        #expect(try issued(scene).isEmpty)
        #expect(try scene.recovery()?.begun?.activationID == nil)
        #expect(try await scene.prove(mailed, in: browser).name == "issued")
    }

    func simultaneous(_ engine: Engine) async throws {
        let (scene, browser, mailed) = try await ready(engine)
        let other = try scene.manager.secondNode()
        defer { other.context.database.close() }
        let (context, otherPINs) = (other.context, StrangerPINs())
        let outcomes = try await withThrowingTaskGroup(of: ProveRecovery.Outcome.self) { group in
            for number in 0..<20 {
                let prove =
                    number % 2 == 0
                    ? ProveRecovery(scene.context, scene.pins) : ProveRecovery(context, otherPINs)
                group.addTask {
                    try await prove(typed: mailed, cookie: browser.cookie, network: RecoveryScene.network)
                }
            }
            return try await group.reduce(into: [ProveRecovery.Outcome]()) { $0.append($1) }
        }
        let activations = try issued(scene)
        #expect(activations.count == 1)
        #expect(try scene.recovery()?.begun?.activationID == activations.first?.id)
        // Those that came meanwhile have the activation, or see a code that is over.
        let shown = outcomes.compactMap { if case .issued(let device, _) = $0 { device.activationID } else { nil } }
        #expect(Set(shown) == Set(activations.map(\.id)))
        #expect(Set(outcomes.map(\.name)).isSubset(of: ["issued", "codeOver"]))
    }

    func stretchedOnce() async throws {
        let manager = try TestManager()
        // A PIN takes as long as in production.
        let context = try Context(
            database: manager.context.database, issuer: manager.issuer, clock: manager.clock.clock,
            activationPINStretching: .standard)
        let (pins, code) = (StrangerPINs(), MailCodeID.random())
        let links = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await pins.handout(ofRecoveryBy: code, context).link } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        // On a busy machine some come when others are done.
        #expect(links.count < 5)
        let next = try await pins.handout(ofRecoveryBy: code, context).link
        #expect(!links.contains(next))
    }

    func stopped(_ engine: Engine) async throws {
        let objections: [(String, @Sendable (RecoveryScene) throws -> Void)] = [
            ("used", { try $0.logIn(with: $0.phone) }),
            ("codeOver", { try StopRecovery($0.context)(userName: "ada", by: "root") }),
            ("over", { scene in try scene.manager.write("DELETE FROM recovery") }),
        ]
        for (outcome, object) in objections {
            let (scene, browser, mailed) = try await ready(engine)
            let database = InterleavedDatabase(try scene.manager.place.open(vault: scene.context.database.vault))
            defer { database.close() }
            let overtaken = try scene.manager.node(on: database).context
            database.beforeNextWrite { database.beforeNextWrite { try object(scene) } }
            #expect(try await scene.prove(mailed, in: browser, overtaken).name == outcome)
            #expect(try issued(scene).isEmpty)
        }
    }
}
