// Long because: all promises of a restore share one scene.

import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

struct RestoreDatabaseTests {
    @Test("A restored database", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Everything that was open ends, and the key material gets a number that no device has seen", ended,
            each: Engine.allCases),
        TestCase("A restore ends or keeps the rows of each table of the schema on purpose", tables),
        TestCase(
            "Without --accept it lists what may have come back, and nothing has changed", notAccepted,
            each: Engine.allCases),
        TestCase("With a log to the end, nothing remains to be accepted", complete),
        TestCase(
            "A backup whose audit log was changed is named, and accepting what remains does not cover it", changedLog,
            each: Engine.allCases),
        TestCase("A backup whose devices contradict its audit log is refused", putBackDevice, each: Engine.allCases),
        TestCase(
            "A log that begins after the backup, or ends long before the restore, leaves something to accept", gaps),
        TestCase("An event of the future in the backup neither ends the replay nor goes unnoticed", future),
        TestCase(
            "Where no moment of the backup is known, what happened before an event of the future is replayed",
            futureOfUnknownBackup),
        TestCase(
            "A backup is not older than the last that was recorded in it, whenever `backup` was used before",
            recordedLater),
        TestCase(
            "What the backup's own retention has removed is neither replayed nor asked for", retention,
            each: Engine.allCases),
        TestCase("The export that the manager writes is one that it reads, and names the manager", ownExport),
        TestCase(
            "A device that has seen later notices is told what happens after the restore", notices,
            each: Engine.allCases),
        TestCase("Each number in the schema that somebody else remembers is listed, with what raises it", counters),
        TestCase("A second restore of one backup has a higher sequence number than the first", sequence),
        TestCase("The moment of the last backup is kept, and an older one does not take its place", lastBackup),
        TestCase("The moment of a clock that was ahead gives way to the next backup", clockAhead),
        TestCase(
            "A moment of a backup that is no number, or that no clock has, is as none", malformedMoment,
            each: ["", "yesterday", "9223372036854775807", "-9223372036854775808"]),
    ]

    func ended(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let device = try RawDevice(scene.manager)
        let browser = try TestBrowser(scene.manager)
        #expect(try device.finish(try device.prepare(browser)).result != nil)
        #expect(try browser.redeem(try #require(try browser.proceed()["code"])).status == 200)
        _ = try TestBrowser(scene.manager)
        try scene.openOthers(with: device)
        let pending = try RawActivation(scene.manager, user: "mallory")
        _ = try pending.opened()
        let before = scene.context.keys.material.material
        let formerKey = try #require(before.encryptionKeys.first).identifier
        #expect(scene.context.keys.decryptionKey(formerKey) != nil)
        for table in RestoreScene.openTables { #expect(try scene.count(table) > 0, "\(table)") }

        let report = try scene.restore()
        for table in RestoreScene.openTables { #expect(try scene.count(table) == 0, "\(table)") }
        #expect(report.ended.processes == 2)
        #expect(report.ended.activations == 1)
        // A code, an access token and a refresh token.
        #expect(report.ended.tokens == 3)
        #expect(report.ended.rememberedLogins == 2, "one of a website, and a shared one")
        #expect(report.ended.browserSessions == 1)
        let after = scene.context.keys.material.material
        #expect(after.sequence >= before.sequence + 1_000)
        #expect(after.epoch == before.epoch)
        // A device that knows the document of the backup, or a later one of the lost database, adopts the new one.
        #expect(after.isNewer(than: before))
        #expect(after.onlineKey == before.onlineKey)
        // A request that was answered after the backup could be opened with it, and counts as new there.
        #expect(scene.context.keys.decryptionKey(formerKey) == nil)
        #expect(after.expiresAt > scene.manager.clock.now.seconds + 29 * 86_400)
        let event = try scene.context.database.read { try $0.audit.newest(1) }.first
        #expect(event?.kind == .databaseRestored)
        #expect(event?.actor == .machine(TestManager.operatorName))
        // The device goes on, and nobody enrols with what was handed out before.
        #expect(try device.finish(try device.prepare(try TestBrowser(scene.manager))).result != nil)
        #expect(try scene.activation(pending.id)?.state == .void)
    }

    func tables() throws {
        let known = RestoreScene.openTables.map(\.text.description) + RestoreScene.keptTables
        #expect(try RestoreScene().tables() == known.sorted())
    }

    func notAccepted(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        _ = try RawDevice(scene.manager)
        _ = try TestBrowser(scene.manager)
        _ = try scene.context.grant(.administrator, toUser: "ada", by: "root")
        let (sequence, rights) = (scene.context.keys.material.material.sequence, try scene.rights())
        let refused = #expect(throws: RestoreReport.NotAccepted.self) { try scene.restore(isAccepted: false) }
        let report = try #require(refused?.report)
        let text = report.remaining.joined(separator: "\n")
        #expect(text.contains("another PIN: 1. ada ("))
        #expect(text.contains("ada (administrator, manager)"))
        #expect(text.contains("demo"))
        for part in [
            "`active: false`", "redirect URIs", "Attribute values", "also verified",
            "Websites that people have withdrawn",
            "keys replace-online-key", "keys replace-root-keys", "audit replace-chain",
            scene.context.keyEncryptionKeyIdentifier,
        ] {
            #expect(text.contains(part), "\(part)")
        }
        try scene.context.keys.reload()
        #expect(scene.context.keys.material.material.sequence == sequence)
        #expect(try scene.count("process") == 1)
        #expect(try scene.rights() == rights)
        #expect(try !scene.manager.auditKinds.contains(.databaseRestored))
    }

    func complete() throws {
        let scene = try RestoreScene()
        _ = try RawDevice(scene.manager)
        let export = try scene.export()
        let report = try scene.restore(export, isAccepted: false)
        #expect(report.remaining == [])
        #expect(report.replayed == [])
    }

    func changedLog(_ engine: Engine) throws {
        let chain = try ChainScene(engine)
        try chain.record()
        try chain.linkAll()
        let third = try chain.auditID(at: 3)
        try chain.change { try $0.execute("UPDATE audit SET detail = 'other' WHERE id = \(third)") }
        let restore = RestoreDatabase(chain.context)
        let refused = #expect(throws: RestoreReport.NotAccepted.self) {
            try restore("backup.sqlite", replaying: nil, isAccepted: true, by: TestManager.operatorName)
        }
        #expect(refused?.report.doubts.count == 1)
        #expect(refused?.report.doubts.first?.contains("position 3 (changedEvent)") == true)
        #expect(try chain.scene.manager.events(.databaseRestored).isEmpty)
        _ = try restore(
            "backup.sqlite", replaying: nil, isAccepted: true, isUnverified: true, by: TestManager.operatorName)
        #expect(try chain.scene.manager.events(.databaseRestored).first?.detail?.hasSuffix(", unverified") == true)
    }

    func putBackDevice(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let other = try device.issue().personalize(alias: "other")
        _ = try device.revoke(other)
        manager.clock.advance(seconds: LinkAudit.delaySeconds + 1)
        try LinkAudit(manager.context) { false }
        try manager.write("UPDATE activation SET state = 'active' WHERE id = \(other.activation)")
        let refused = #expect(throws: RestoreReport.NotAccepted.self) {
            try RestoreDatabase(manager.context)(
                "backup.sqlite", replaying: nil, isAccepted: true, by: TestManager.operatorName)
        }
        #expect(refused?.report.doubts.contains { $0.contains("\(other.activation)") } == true)
        #expect(try manager.events(.databaseRestored).isEmpty)
    }

    func gaps() throws {
        let scene = try RestoreScene()
        var export = try scene.export()
        scene.manager.clock.advance(seconds: 2 * 3600)
        let late = #expect(throws: RestoreReport.NotAccepted.self) { try scene.restore(export, isAccepted: false) }
        #expect(late?.report.remaining.contains { $0.contains("ends at") } == true)
        let span = try #require(export.span)
        export.span = (span.upperBound - 1)...span.upperBound
        let begun = #expect(throws: RestoreReport.NotAccepted.self) { try scene.restore(export, isAccepted: false) }
        #expect(begun?.report.remaining.contains { $0.contains("begins at") } == true)
    }

    func future() throws {
        let scene = try RestoreScene()
        _ = try RawDevice(scene.manager)
        try scene.log("accountDisabled", user: "ada")
        let export = try scene.export()
        let now = scene.manager.clock.now
        #expect(try BeginBackup(scene.context)() == now)
        try scene.context.database.write {
            try $0.audit.append(AuditEvent(.clientRefused, at: now + 2 * 86_400))
        }
        // The clock has reached the moment of the event.
        let report = try scene.restore(export, after: 3 * 86_400)
        #expect(try scene.account("ada")?.isActive == false)
        #expect(report.remaining.contains { $0.contains("newest event") && $0.contains((now + 2 * 86_400).iso8601) })
    }

    func futureOfUnknownBackup() throws {
        let scene = try RestoreScene()
        try scene.log("accountDisabled", user: "ada")
        let (export, now) = (try scene.export(), scene.manager.clock.now)
        try RecordBackup(scene.context)(at: now - 3600)
        try scene.context.database.write {
            try $0.audit.append(AuditEvent(.clientRefused, at: now + 2 * 86_400))
        }
        _ = try scene.restore(export)
        #expect(try scene.account("ada")?.isActive == false)
    }

    func recordedLater() throws {
        let scene = try RestoreScene()
        _ = try BeginBackup(scene.context)()
        scene.manager.clock.advance(seconds: 2 * 86_400)
        let now = scene.manager.clock.now
        try RecordBackup(scene.context)(at: now)
        try scene.context.database.write { try $0.audit.append(AuditEvent(.clientRefused, at: now)) }
        let report = try scene.restore(scene.export(), isAccepted: false)
        #expect(report.remaining == [])
    }

    func retention(_ engine: Engine) throws {
        let (scene, day) = (try RestoreScene(engine), Int64(86_400))
        let now = scene.manager.clock.now
        try scene.context.database.write { transaction in
            try transaction.audit.append(AuditEvent(.clientRefused, at: now - 200 * day))
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = 90
            try transaction.settings.save(policy)
        }
        try ShortenAudit(scene.context) { false }
        try RecordBackup(scene.context)(at: now - 300 * day)
        var export = try scene.export()
        let ada = try #require(try scene.account("ada"))
        export.events.insert(
            AuditExport.Event(
                id: Array(repeating: 7, count: AuditReference.length), at: now - 92 * day, name: "accountDisabled",
                user: "ada", userID: ada.publicID, device: nil, activationID: nil, service: nil, organization: nil,
                detail: nil), at: 0)
        export.span = (now - 92 * day)...(try #require(export.span).upperBound)
        let report = try scene.restore(export, isAccepted: false)
        #expect(report.replayed == [])
        #expect(report.remaining == [])
        #expect(try scene.account("ada")?.isActive == true)
    }

    func ownExport() throws {
        let scene = try RestoreScene()
        try scene.context.removeUser("mallory", by: "root")
        let export = try scene.ownExport()
        #expect(export.isWhole)
        #expect(export.events.last?.kind == .accountRemoved)
        // The account is gone, and the event says which one it was.
        #expect(export.events.last?.userID == nil)
        #expect(export.events.last?.detail.flatMap(AuditReplay.userID) != nil)
    }

    func notices(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        let device = try RawDevice(scene.manager)
        func rename(to alias: String) throws {
            _ = try RenameDevice(scene.context)(
                device.activation.description, ofUser: "ada", to: alias, by: TestManager.operatorName)
        }
        for alias in ["one", "two", "three"] { try rename(to: alias) }
        let seen = try #require(try device.notices(after: 0).last).number
        // The backup is of a time before the notices.
        try scene.context.database.write { transaction in
            try transaction.execute("DELETE FROM notice")
            try transaction.execute("DELETE FROM notice_number")
        }
        try scene.restore()
        try rename(to: "four")
        let told = try device.notices(after: seen)
        #expect(told.map(\.device) == ["four"])
    }

    func counters() throws {
        let known = RestoreScene.rememberedNumbers.keys + RestoreScene.ownNumbers
        let found = try RestoreScene().numbers()
        #expect(found == known.sorted())
    }

    func sequence() {
        let now = Clock.system.now()
        let first = RestoreDatabase.sequence(after: 7, at: now)
        #expect(first >= 1_007)
        #expect(RestoreDatabase.sequence(after: 7, at: now + 1) > first)
        #expect(RestoreDatabase.sequence(after: first + 3, at: now - 86_400) == first + 1_003)
    }

    func lastBackup() throws {
        let scene = try RestoreScene()
        let now = scene.manager.clock.now
        #expect(try scene.context.lastBackup() == nil)
        try RecordBackup(scene.context)(at: now)
        try RecordBackup(scene.context)(at: now - 60)
        #expect(try scene.context.lastBackup()?.seconds == now.seconds)
    }

    func clockAhead() throws {
        let scene = try RestoreScene()
        let now = scene.manager.clock.now
        try RecordBackup(scene.context)(at: now + 86_400)
        try RecordBackup(scene.context)(at: now)
        #expect(try scene.context.lastBackup()?.seconds == now.seconds)
    }

    func malformedMoment(_ text: String) throws {
        let scene = try RestoreScene()
        try scene.context.database.write { try $0.settings.set("lastBackupAt", to: text) }
        #expect(try scene.context.lastBackup() == nil)
        try RecordBackup(scene.context)(at: scene.manager.clock.now)
        #expect(try scene.context.lastBackup() != nil)
    }
}
