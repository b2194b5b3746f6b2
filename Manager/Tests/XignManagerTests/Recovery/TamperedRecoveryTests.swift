import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// Somebody who writes to the database, reads the mailboxes of two people, and has a recovery code of their own: what
/// they lack is the code of the victim, and the key-encryption key.
struct TamperedRecoveryTests {
    @Test("A recovery in a database that somebody has written to", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a planted row gives no device", planted, each: Engine.allCases),
        TestCase("a row that was moved to another account gives no device", moved),
        TestCase("a wait that was shortened gives no device", shortened),
        TestCase("a code, a begin or an activation that was put into the columns counts for nothing", edited),
        TestCase("a row that was rolled back gives no device without the code", rolledBack),
        TestCase("an activation of another kind is none of the recovery", otherKind),
        TestCase("evidence that was altered still objects", alteredEvidence),
    ]

    /// The recovery code of mallory.
    private func ownCode(_ scene: RecoveryScene) async throws -> RecoveryCode {
        _ = try Apply(scene.context)(
            Array("users: [{name: mallory, attributes: {email: {value: m@example.org, verified: true}}}]".utf8))
        let own = try RawDevice(scene.manager, user: "mallory")
        let code = try await RecoveryScene.makeCode(scene.manager, by: own)
        scene.manager.clock.advance(seconds: 120)
        return code
    }

    func planted(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let account = try scene.account
        let code = RecoveryCode.random()
        for sealed in [Array("{}".utf8), [UInt8](repeating: 0, count: 60)] {
            try scene.manager.write("DELETE FROM recovery")
            try scene.manager.write(
                """
                INSERT INTO recovery (account_id, code_hash, made_at, sealed_terms)
                VALUES (\(account), \(code.hash), \(scene.manager.clock.now), \(sealed))
                """)
            #expect(try await FindRecovery(scene.context)(typed: code.text) == nil)
        }
        #expect(try scene.state(scene.phone) == .active)
    }

    func moved() async throws {
        let scene = try await RecoveryScene()
        let code = try await ownCode(scene)
        try scene.manager.write("DELETE FROM recovery WHERE account_id = \(try scene.account)")
        try scene.manager.write("UPDATE recovery SET account_id = \(try scene.account)")
        #expect(try await FindRecovery(scene.context)(typed: code.text) == nil)
    }

    func shortened() async throws {
        let scene = try await RecoveryScene()
        try await scene.begin()
        let (begun, ready) = (scene.manager.clock.now - 2 * 86_400, scene.manager.clock.now - 86_400)
        try scene.manager.write("UPDATE recovery SET begun_at = \(begun), ready_at = \(ready)")
        #expect(try await FindRecovery(scene.context)(typed: scene.code.text) == nil)
        #expect(throws: Vault.OpeningError.self) { try scene.recovery() }
    }

    func edited() async throws {
        let scene = try await RecoveryScene()
        let own = RecoveryCode.random()
        let former = try #require(try scene.recovery())
        for change: SQL in [
            "UPDATE recovery SET code_hash = \(own.hash)",
            "UPDATE recovery SET made_at = made_at + 1",
            "UPDATE recovery SET id = \(RecoveryID.random())",
            "UPDATE recovery SET begun_at = made_at",
            "UPDATE recovery SET activation_id = \(scene.phone.activation)",
            // Columns of another length than any value has.
            "UPDATE recovery SET id = \([0] as [UInt8])", "UPDATE recovery SET code_hash = \([0] as [UInt8])",
        ] {
            try scene.manager.write(change)
            #expect(throws: Vault.OpeningError.self) { try scene.recovery() }
            for code in [own, scene.code] {
                #expect(try await FindRecovery(scene.context)(typed: code.text) == nil)
            }
            try await scene.context.database.write { try $0.recoveries.save(former) }
        }
        #expect(try await scene.enter().state.name == "chooseAddress")
    }

    func rolledBack() async throws {
        let scene = try await RecoveryScene()
        let (browser, mailed) = try await scene.ask()
        _ = try await scene.prove(mailed, in: browser)
        try scene.manager.write("CREATE TABLE saved AS SELECT * FROM recovery")
        try StopRecovery(scene.context)(userName: "ada", by: "root")
        let other = try await RecoveryScene.makeCode(scene.manager, by: scene.phone)
        try scene.wait()
        try scene.manager.write("DELETE FROM recovery")
        try scene.manager.write("INSERT INTO recovery SELECT * FROM saved")
        // The present code is not that of the row, the cookie of the first step is over, and the use still objects.
        #expect(try await FindRecovery(scene.context)(typed: other.text) == nil)
        #expect(try await FindRecovery(scene.context)(cookie: browser.cookie) == nil)
        #expect(try await scene.prove(mailed, in: browser).name == "over")
        #expect(try await scene.enter().state.name == "used")
    }

    func otherKind() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        let (device, opened) = try scene.open(issued)
        try StopRecovery(scene.context)(userName: "ada", by: "root")
        for kind in ["registration", "additional"] {
            try scene.manager.write(
                "UPDATE activation SET kind = \(kind), state = 'pending' WHERE id = \(issued.activationID)")
            #expect(throws: (any Error).self) {
                try RawActivation(scene.manager, link: issued.link).open(pin: issued.pin.text)
            }
            expectRefusal(.unauthenticated) {
                try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
            }
        }
        #expect(try scene.state(scene.phone) == .active)
    }

    func alteredEvidence() async throws {
        let scene = try await RecoveryScene()
        try await scene.begin()
        scene.manager.clock.advance(seconds: 10)
        try scene.logIn(with: scene.phone)
        try scene.manager.write("UPDATE evidence SET sealed_consent = \([UInt8](repeating: 0, count: 60))")
        try scene.wait()
        #expect(try await scene.enter().state.name == "used")
    }
}
