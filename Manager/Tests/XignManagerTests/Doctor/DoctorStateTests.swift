import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DoctorStateTests {
    @Test("What doctor says of housekeeping, keys, backups and deliveries", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Housekeeping that has stopped is a warning, and key material that it no longer renews becomes one", stopped
        ),
        TestCase(
            "A request to a key that was never published is a warning for a day, and none after the repair",
            unknownKeys,
            each: Engine.allCases),
        TestCase(
            "A key of ID tokens that was not replaced in its time is a warning, and none at all a failure", idTokenKeys),
        TestCase("A backup of yesterday is enough, one of the day before is not, and none is worse", backup),
        TestCase("Messages that nobody delivers are a warning", outbox),
        TestCase("Users who are spelled alike are a warning each but the oldest", spelledAlike),
        TestCase("A clock more than a day ahead of the last rounds is a warning, and a day ahead is none", clockAhead),
        TestCase("A client secret in overlap is a warning until it ends", secrets),
    ]

    func stopped() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.housekeeping) == .warning)
        try scene.keepHouse()
        #expect(scene.status(.housekeeping) == .ok)
        #expect(scene.status(.keyMaterial) == .ok)
        scene.manager.clock.advance(seconds: 3600)
        #expect(scene.status(.housekeeping) == .warning)
        scene.manager.clock.advance(seconds: 17 * 86_400)
        #expect(scene.status(.keyMaterial) == .warning)
        scene.manager.clock.advance(seconds: 20 * 86_400)
        #expect(scene.status(.keyMaterial) == .failure)
    }

    func unknownKeys(_ engine: Engine) throws {
        let scene = try DoctorScene(engine)
        let (context, clock) = (scene.manager.context, scene.manager.clock)
        #expect(scene.status(.unknownKeys) == .ok)
        try RecordUnpublishedKey(context)()
        let finding = try #require(scene.examine().first { $0.check == .unknownKeys })
        #expect(finding.status == .warning)
        #expect(finding.advice?.contains("xignin-manager restore") == true)
        clock.advance(seconds: 27 * 3600)
        #expect(scene.status(.unknownKeys) == .ok)

        // The devices that are still to come have keys of the database that was lost.
        let lost = try DecryptionKey.generate(.x25519).publicKey.identifier
        try RecordUnpublishedKey(context)()
        #expect(try !context.keys.hasPublished(lost, at: clock.now))
        _ = try RestoreDatabase(context)("backup", replaying: nil, isAccepted: true, by: "root")
        #expect(scene.status(.unknownKeys) == .ok)
        #expect(try context.keys.hasPublished(lost, at: clock.now))
        clock.advance(seconds: 38 * 86_400)
        #expect(try !context.keys.hasPublished(lost, at: clock.now))
    }

    func idTokenKeys() throws {
        let scene = try DoctorScene()
        try scene.manager.apply(TestManager.declaration())
        #expect(scene.status(.idTokenKeys) == .ok)
        scene.manager.clock.advance(seconds: 91 * 86_400)
        #expect(scene.status(.idTokenKeys) == .warning)
        try scene.manager.context.database.write {
            try $0.execute("DELETE FROM signing_key WHERE purpose = 'ES256'")
        }
        let finding = try #require(scene.examine().first { $0.check == .idTokenKeys })
        #expect(finding.status == .failure)
        #expect(finding.text.contains("ES256"))
    }

    func spelledAlike() throws {
        let scene = try DoctorScene()
        try scene.manager.apply("users: [{name: İnci}]")
        #expect(scene.status(.userNames) == .ok)
        try scene.manager.context.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO account (id, public_id, name, sort_key, is_active, created_at)
                VALUES ('old', \(PublicAccountID.random()), 'İNCİ', \(Array("inci\0old".utf8)), \(true), 1)
                """)
        }
        let findings = scene.examine().filter { $0.check == .userNames }
        #expect(findings.map(\.status) == [.warning])
        #expect(findings.first?.text == "user İNCİ: can be mistaken for user İnci")
    }

    func backup() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.backup) == .warning)
        try scene.keepHouse()
        scene.manager.clock.advance(seconds: 24 * 3600)
        #expect(scene.status(.backup) == .ok)
        scene.manager.clock.advance(seconds: 24 * 3600)
        #expect(scene.status(.backup) == .warning)
    }

    func outbox() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.outbox) == .ok)
        try scene.manager.apply("users: [{name: ada, active: true}]")
        let now = scene.manager.clock.now
        try scene.manager.context.database.write { transaction in
            try transaction.outbox.open(.notice, until: now + 86_400)
        }
        try scene.manager.apply("users: [{name: ada, active: false}]")
        #expect(scene.status(.outbox) == .ok)
        scene.manager.clock.advance(seconds: 3600)
        #expect(scene.status(.outbox) == .warning)
    }

    func clockAhead() throws {
        let scene = try DoctorScene()
        func isAhead() -> Bool {
            scene.examine().contains { $0.check == .clock && $0.text.contains("rounds of housekeeping") }
        }
        let checkTime = CheckTime(scene.manager.context)
        #expect(!isAhead())
        try checkTime()
        scene.manager.clock.jump(seconds: 86_400)
        #expect(!isAhead())
        scene.manager.clock.jump(seconds: 1)
        #expect(isAhead())
        try checkTime()
        #expect(isAhead())
        scene.manager.clock.jump(seconds: -86_401)
        #expect(!isAhead())
    }

    func secrets() throws {
        let scene = try DoctorScene()
        try scene.manager.apply(TestManager.declaration())
        #expect(scene.status(.clientSecrets) == .ok)
        try RotateSecret(scene.manager.context)(ofService: "demo", overlapHours: 1)
        #expect(scene.status(.clientSecrets) == .warning)
        scene.manager.clock.advance(seconds: 3601)
        #expect(scene.status(.clientSecrets) == .ok)
    }
}
