import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignUseCases

struct AuditReplayTests {
    @Test("An audit log that a restore replays", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A device that was removed, or whose PIN was changed, stays removed", devices, each: Engine.allCases),
        TestCase("Removed users, disabled accounts and withdrawn grants stay so", accounts, each: Engine.allCases),
        TestCase("A grant in place of a higher one takes the higher one away", lowered),
        TestCase("Groups that people were taken out of do not come back", groups, each: Engine.allCases),
        TestCase("Groups that people were put into again stay, and those that are new are listed", regained),
        TestCase("Account names that were changed or taken do not come back, and are listed", accountNames),
        TestCase("Lockouts hold again, and wrong PINs are counted again, once", lockouts),
        TestCase(
            "Exports that overlap count each wrong PIN once, and events that the backup has are left out", overlapping),
        TestCase("A login says in the audit log which factors it had", factors),
        TestCase("An act that was undone later leaves the database as it is", undone),
        TestCase("A log that was turned around takes away what it names, and gives nothing", reversed),
        TestCase("Keys of ID tokens that were replaced are replaced again", keys),
        TestCase(
            "What cannot be repeated is listed: new users and devices, secrets, and kinds of later versions", listed),
        TestCase("Events before the backup are left out", old),
        TestCase("No log gives a right, whatever its lines say", neverGives),
    ]

    func devices(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let (removed, changed, kept) = (
            try RawDevice(scene.manager), try RawDevice(scene.manager, user: "mallory"), try RawDevice(scene.manager)
        )
        try scene.log("activationRevoked", user: "ada", device: removed.activation)
        try scene.log("pinChanged", user: "mallory", device: changed.activation)
        let report = try scene.replay()
        #expect(report.replayed.count == 2)
        #expect(try scene.activation(removed.activation)?.state == .revoked)
        #expect(try scene.activation(changed.activation)?.state == .revoked)
        #expect(try scene.activation(kept.activation)?.state == .active)
        #expect(throws: (any Error).self) { try removed.prepare(try TestBrowser(scene.manager)) }
        #expect(try kept.finish(try kept.prepare(try TestBrowser(scene.manager))).result != nil)
        #expect(try scene.manager.auditKinds.count { $0 == .activationRevoked } == 2)
    }

    func accounts(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        _ = try RawDevice(scene.manager)
        _ = try scene.context.grant(.administrator, toUser: "ada", by: "root")
        let mallory = try #require(try scene.account("mallory"))
        try scene.log("accountDisabled", user: "ada")
        try scene.log("grantWithdrawn", user: "ada", detail: "administrator, manager")
        try scene.log("accountRemoved", detail: "\(AuditEvent.userIDPrefix)\(mallory.publicID): left the company")
        _ = try scene.replay()
        #expect(try scene.account("ada")?.isActive == false)
        #expect(try scene.context.database.read { try $0.administratorGrants.all() }.isEmpty)
        #expect(try scene.account("mallory") == nil)
    }

    func lowered() throws {
        let scene = try RestoreScene()
        _ = try scene.context.grant(.administrator, toUser: "ada", by: "root")
        try scene.log("grantGiven", user: "ada", detail: "auditor, manager")
        let report = try scene.replay()
        #expect(try scene.context.database.read { try $0.administratorGrants.all() }.isEmpty)
        #expect(report.remaining.contains { $0.contains("Grants") && $0.contains("ada") })
    }

    private static let organization = ["organization": "Example Inc."]

    /// A scene in whose backup ada is in two groups, and mallory in one.
    private func sceneWithGroups(_ engine: Engine = .sqlite) throws -> RestoreScene {
        let scene = try RestoreScene(engine)
        let users = "users: [{ name: mallory, groups: { Example Inc.: [ops] } }]"
        for yaml in [GroupScene.declaration(ada: ["staff", "ops"]), users] {
            _ = try Apply(scene.context)(Array(yaml.utf8))
        }
        return scene
    }

    func accountNames() throws {
        let scene = try RestoreScene()
        let yaml = DeclaredScene.declaration(service: "accountName: login", ada: "accountNames: { demo: ada.l }")
        _ = try Apply(scene.context)(Array(yaml.utf8))
        let service = ["service": "demo"]
        try scene.log("accountNameChanged", user: "mallory", detail: "taken", more: service)
        try scene.log("accountNameChanged", user: "ada", detail: "taken", more: service)
        try scene.log("accountNameChanged", user: "ada", detail: "given", more: service)
        let report = try scene.replay()
        #expect(report.replayed == ["took the account name at demo from ada"])
        #expect(
            report.remaining.contains { $0.hasPrefix("Account names, which are given again") && $0.contains("ada") })
        #expect(try ShowUser(scene.context)("ada").accountNames.isEmpty)
        #expect(try scene.replay().replayed == [])
    }

    private func held(by user: String, in scene: RestoreScene) throws -> [String] {
        try ShowUser(scene.context)(user).groups.flatMap(\.groups)
    }

    func groups(_ engine: Engine) throws {
        let scene = try sceneWithGroups(engine)
        for detail in ["taken ops", "taken nobody", "given", "ops"] {
            try scene.log("groupsChanged", user: "ada", detail: detail, more: Self.organization)
        }
        try scene.log("groupsChanged", user: "mallory", detail: "taken ops", more: ["organization": "Others"])
        let report = try scene.replay()
        #expect(report.replayed == ["took ada out of groups of Example Inc.: ops"])
        #expect(try held(by: "ada", in: scene) == ["staff"])
        #expect(try held(by: "mallory", in: scene) == ["ops"])
        #expect(try scene.replay().replayed == [])
    }

    func regained() throws {
        let scene = try sceneWithGroups()
        for detail in ["taken ops, staff", "given ops, guests", "taken guests"] {
            try scene.log("groupsChanged", user: "ada", detail: detail, more: Self.organization)
        }
        let report = try scene.replay()
        #expect(try held(by: "ada", in: scene) == ["ops"])
        #expect(report.remaining.contains { $0.hasPrefix("Groups, which are given again") && $0.contains("ada") })
    }

    func lockouts() throws {
        let scene = try RestoreScene()
        let (locked, guessed, known) = (
            try RawDevice(scene.manager), try RawDevice(scene.manager), try RawDevice(scene.manager)
        )
        try scene.log("deviceLocked", user: "ada", device: locked.activation)
        for device in [guessed, known] {
            for failure in 1...4 {
                try scene.log(
                    "loginRefused", user: "ada", device: device.activation,
                    detail: "wrong pin, failure \(failure) in a row, locked for 60 s")
            }
        }
        // A login with the device alone does not end a series of wrong PINs.
        try scene.log("loginConfirmed", user: "ada", device: known.activation, detail: "with device + pin")
        try scene.log("loginConfirmed", user: "ada", device: guessed.activation, detail: "with device, transaction pin")
        let export = try scene.export()
        _ = try scene.restore(export, after: 120)
        #expect(try scene.activation(locked.activation)?.lockout.isPermanent == true)
        #expect(try scene.activation(guessed.activation)?.lockout.pinFailures == 4)
        let until = try #require(try scene.activation(guessed.activation)?.lockout.lockedUntil)
        #expect(until > scene.manager.clock.now)
        #expect(try scene.activation(known.activation)?.lockout.pinFailures == 0)
        // For the budget of thirty days, all of them count.
        #expect(try scene.count("failure") == 8)
        // The events are within the overlap of the second restore, which reads them again.
        _ = try scene.restore(export, after: 60)
        #expect(try scene.count("failure") == 8)
    }

    func overlapping() throws {
        let scene = try RestoreScene()
        let (device, renewed) = (try RawDevice(scene.manager), try RawDevice(scene.manager))
        for failure in 1...4 {
            try scene.log(
                "loginRefused", user: "ada", device: device.activation, detail: "wrong pin, failure \(failure) in a row"
            )
        }
        var export = try scene.export()
        export.add(try scene.export())
        // The backup has the new PIN of this device.
        let (now, id) = (scene.manager.clock.now, renewed.activation)
        try scene.context.database.write {
            try $0.audit.append(AuditEvent(.pinChanged, at: now, activationID: id))
        }
        for _ in 0..<2 { export.add(try scene.ownExport()) }
        #expect(export.events.count { $0.kind == .pinChanged } == 1)
        _ = try scene.restore(export)
        #expect(try scene.count("failure") == 4)
        #expect(try scene.activation(renewed.activation)?.state == .active)
    }

    func factors() throws {
        let scene = try RestoreScene()
        let device = try RawDevice(scene.manager)
        #expect(try device.finish(try device.prepare(try TestBrowser(scene.manager))).result != nil)
        let events = try scene.context.database.read { try $0.audit.newest(20) }
        let login = try #require(events.first { $0.kind == .loginConfirmed })
        #expect(AuditEvent.confirmedFactors(login.detail) == [.device, .pin])
        #expect(AuditEvent.confirmedFactors("with device, transaction pin") == [.device])
        #expect(AuditEvent.confirmedFactors("transaction with pin") == [])
        #expect(AuditEvent.wrongFactors("wrong pin, failure 3 in a row") == [.pin])
    }

    func undone() throws {
        let scene = try RestoreScene()
        let device = try RawDevice(scene.manager)
        try scene.log("accountDisabled", user: "ada")
        try scene.log("deviceLocked", user: "ada", device: device.activation)
        try scene.log("accountEnabled", user: "ada")
        try scene.log("deviceUnlocked", user: "ada", device: device.activation)
        let report = try scene.replay()
        #expect(report.replayed == [])
        #expect(try scene.account("ada")?.isActive == true)
        #expect(try scene.activation(device.activation)?.lockout.isPermanent == false)
    }

    func reversed() throws {
        let scene = try RestoreScene()
        _ = try scene.context.setActive(false, user: "mallory", by: "root")
        let device = try RawDevice(scene.manager)
        try scene.log("accountEnabled", user: "mallory")
        try scene.log("deviceUnlocked", user: "ada", device: device.activation)
        try scene.log("deviceLocked", user: "ada", device: device.activation)
        try scene.log("grantGiven", user: "mallory", detail: "administrator, manager")
        _ = try scene.replay()
        #expect(try scene.account("mallory")?.isActive == false)
        #expect(try scene.activation(device.activation)?.lockout.isPermanent == true)
        #expect(try scene.context.database.read { try $0.administratorGrants.all() }.isEmpty)
    }

    func keys() throws {
        let scene = try RestoreScene()
        let before = Set(scene.context.publishedIDTokenKeys.map(\.id))
        try scene.log("idTokenKeysReplaced")
        _ = try scene.replay()
        #expect(before.isDisjoint(with: scene.context.publishedIDTokenKeys.map(\.id)))
    }

    func listed() throws {
        let scene = try RestoreScene()
        try scene.log("accountCreated", more: ["user": "grace"])
        try scene.log("activationPersonalized", more: ["user": "grace", "device": "phone"])
        try scene.log("serviceSecretChanged", more: ["service": "demo"])
        try scene.log("attributesChanged", user: "ada")
        try scene.log("configurationApplied")
        try scene.log("keyMaterialEpochBegun")
        try scene.log("keyEncryptionKeyReplaced")
        try scene.log("auditChainReplaced")
        try scene.log("somethingOfTheFuture")
        try scene.log("accountRemoved", detail: "by an older version")
        let refused = #expect(throws: RestoreReport.NotAccepted.self) {
            try scene.restore(try scene.export(), isAccepted: false)
        }
        let report = try #require(refused?.report)
        let text = report.remaining.joined(separator: "\n")
        for part in ["grace", "grace (phone)", "demo", "somethingOfTheFuture", "does not say who"] {
            #expect(text.contains(part), "\(part)")
        }
        for part in [
            "verified ones, are back", "ada", "`active: false`", "keys replace-online-key",
            "sealed with a key-encryption key that was replaced: rotate again now", "audit replace-chain",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(report.remaining.last == "Events that this version cannot repeat: somethingOfTheFuture")
    }

    func old() throws {
        let scene = try RestoreScene()
        try scene.log("accountDisabled", user: "ada")
        let export = try scene.export()
        scene.manager.clock.advance(seconds: 86_400)
        // The newest event of the backup.
        _ = try scene.context.setActive(false, user: "mallory", by: "root")
        _ = try scene.restore(export)
        #expect(try scene.account("ada")?.isActive == true)
    }

    func neverGives() throws {
        var generator = SmallGenerator(seed: 23)
        // New keys of ID tokens have a test of their own, and take seconds.
        let kinds = AuditEvent.Kind.allCases.filter { $0 != .idTokenKeysReplaced }.map(\.rawValue) + ["later"]
        for _ in 0..<3 {
            let scene = try RestoreScene()
            let devices = try ["ada", "ada", "mallory"].map { try RawDevice(scene.manager, user: $0).activation }
            _ = try scene.context.grant(.auditor, toUser: "ada", by: "root")
            _ = try scene.context.setActive(false, user: "mallory", by: "root")
            let details = [
                nil, "wrong pin, failure 9 in a row", "auditor, manager", "administrator, manager",
                try scene.account("ada").map { "\(AuditEvent.userIDPrefix)\($0.publicID)" },
            ]
            for _ in 0..<200 {
                try scene.log(
                    try #require(kinds.randomElement(using: &generator)),
                    user: ["ada", "mallory", nil].randomElement(using: &generator) ?? nil,
                    device: (devices + [.random()]).randomElement(using: &generator),
                    detail: details.randomElement(using: &generator) ?? nil,
                    more: Bool.random(using: &generator) ? ["service": "demo"] : ["organization": "Example Inc."])
            }
            let before = try scene.rights()
            _ = try scene.replay()
            let after = try scene.rights()
            #expect(after.isSubset(of: before), "\(after.subtracting(before))")
            #expect(after != before)
        }
    }
}
