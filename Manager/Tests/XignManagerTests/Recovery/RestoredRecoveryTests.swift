import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct RestoredRecoveryTests {
    @Test("Recovery codes in a database that was restored", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a recovery that was open has ended, and its code stays", open, each: Engine.allCases),
        TestCase("a recovery whose row somebody has altered has ended with its code", altered, each: Engine.allCases),
        TestCase(
            "a code that the audit log says was replaced, removed or used is removed", replayed, each: Engine.allCases),
        TestCase(
            "a code that was made after the restore stays where the log is replayed again", replayedTwice,
            each: Engine.allCases),
        TestCase("without a log, the codes that may have come back are listed", listed),
    ]

    /// A restored database with a recovery code of ada.
    private func scene(_ engine: Engine = .sqlite) async throws -> (RestoreScene, RecoveryCode) {
        let scene = try RestoreScene(engine)
        let code = try await RecoveryScene.makeCode(scene.manager, by: try RawDevice(scene.manager))
        return (scene, code)
    }

    private func recovery(_ scene: RestoreScene) throws -> Recovery? {
        let account = try scene.manager.account().id
        return try scene.context.database.read { try $0.recoveries.find(account) }
    }

    func open(_ engine: Engine) async throws {
        let (scene, code) = try await scene(engine)
        let begun = try #require(try recovery(scene)?.beginning(RecoveryID.random(), at: scene.manager.clock.now))
        try await scene.context.database.write { try $0.recoveries.save(begun) }
        try scene.restore()
        let left = try #require(try recovery(scene))
        #expect(left.begun == nil)
        #expect(left.codeHash == code.hash)
        #expect(left.begins.count == 1)
    }

    func altered(_ engine: Engine) async throws {
        let (scene, code) = try await scene(engine)
        try scene.manager.write("UPDATE recovery SET id = \([0] as [UInt8])")
        try scene.restore()
        #expect(try recovery(scene) == nil)
        #expect(try await FindRecovery(scene.context)(typed: code.text) == nil)
    }

    func replayed(_ engine: Engine) async throws {
        for event in ["recoveryCodeChanged", "recoveryCompleted"] {
            let (scene, code) = try await scene(engine)
            try scene.log(event, user: "ada", detail: "made")
            let report = try scene.replay()
            #expect(report.replayed == ["removed the recovery code of ada"])
            #expect(try recovery(scene) == nil)
            #expect(try await FindRecovery(scene.context)(typed: code.text) == nil)
        }
    }

    func replayedTwice(_ engine: Engine) async throws {
        let (scene, _) = try await scene(engine)
        try scene.log("recoveryCodeChanged", user: "ada", detail: "made")
        let export = try scene.export()
        #expect(try scene.restore(export, after: 180).replayed == ["removed the recovery code of ada"])
        let (code, account, now) = (RecoveryCode.random(), try scene.manager.account().id, scene.manager.clock.now)
        try await scene.context.database.write {
            try $0.recoveries.save(.code(code.hash, of: account, replacing: nil, at: now))
        }
        #expect(try scene.restore(export, after: 60).replayed == [])
        #expect(try recovery(scene)?.codeHash == code.hash)
    }

    func listed() async throws {
        let (scene, _) = try await scene()
        let report = try scene.restore()
        #expect(report.remaining.contains { $0.hasPrefix("Recovery codes") && $0.hasSuffix(": ada") })
        #expect(try recovery(scene) != nil)
    }
}
