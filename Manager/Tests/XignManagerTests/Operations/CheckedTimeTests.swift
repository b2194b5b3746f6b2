import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct CheckedTimeTests {
    @Test("A clock that jumps, and what time erases", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A jump of forty days erases one day more of the audit log in each day that it lasts", dayByDay),
        TestCase("A jump of forty days for some minutes erases nothing that nobody can replace", irreplaceable),
        TestCase("A clock that was ahead for long, and is right again, forgets no value that counts once", rightAgain),
        TestCase("Devices log in while the clock is ahead, with the keys that they know", keysStay),
        TestCase("A shorter retention takes effect at once", shorterRetention),
        TestCase(
            "The checked time follows the clock, by twice the time that a program has measured at most", followed),
        TestCase("The first round after a start moves nothing, and a pause is caught up", pause),
        TestCase("A clock that was set back for a moment takes nothing along", setBack),
        TestCase(
            "Managers together move it by twice the real time at most, and no slower than one", together,
            each: Engine.allCases),
        TestCase("A manager follows where the one that has moved it so far is gone", successor),
        TestCase("A former state that somebody puts back erases later, and nothing earlier", rolledBack),
        TestCase("Without a state that opens nothing is erased, and the round fails", noState, each: [true, false]),
        TestCase("A state of a version without it counts as now", upgraded),
        TestCase("A chain that is begun anew has it", chainReplaced),
    ]

    static let day: Int64 = 86_400
    let scene: AuditScene
    var clock: TestClock { scene.manager.clock }
    var context: Context { scene.context }

    init() throws { scene = try AuditScene() }

    private func keep(_ days: Int) throws {
        try context.database.write { transaction in
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = days
            try transaction.settings.save(policy)
        }
    }

    static func checked(_ context: Context) throws -> Timestamp {
        try #require(try context.database.read { try $0.auditChain.storedCheckedTime() })
    }

    func checked() throws -> Timestamp { try Self.checked(context) }

    private func pinChanges() throws -> Int {
        try context.database.read { try $0.audit.newest(10_000) }.filter { $0.kind == .pinChanged }.count
    }

    /// Adds an event at noon of each of the last days, and sets the clock to the end of a day.
    private func recordDays(_ count: Int64) throws {
        clock.jump(seconds: AuditDays.start(at: scene.now).seconds + Self.day - 60 - scene.now.seconds)
        let (end, ada) = (scene.now, try scene.manager.account("ada").id)
        try scene.record((0..<count).map { AuditEvent(.pinChanged, at: end - $0 * Self.day - 43_200, accountID: ada) })
    }

    func dayByDay() throws {
        try recordDays(160)
        try keep(100)
        let (checkTime, shorten) = (CheckTime(context), ShortenAudit(context))
        func round() throws -> Int {
            try checkTime()
            try shorten { false }
            return try pinChanges()
        }
        let kept = try round()
        #expect(kept == 101)
        clock.jump(seconds: 40 * Self.day)
        #expect(try round() == kept)
        for days in 1...3 {
            for _ in 0..<24 {
                clock.advance(seconds: 3600)
                _ = try round()
            }
            // A day has passed, and one more was erased.
            #expect(try pinChanges() == kept - 2 * days)
        }
        // Right again: nothing more goes until three days have passed.
        clock.jump(seconds: -40 * Self.day)
        clock.advance(seconds: 2 * Self.day)
        #expect(try round() == kept - 6)
    }

    /// The numbers of rows that nobody can replace, and of values that count once.
    private func rows() throws -> [String: Int] {
        try context.database.read { transaction in
            var numbers: [String: Int] = [:]
            for (name, sql) in Self.counts { numbers[name] = try transaction.row(sql)?("count") }
            return numbers
        }
    }

    private static let counts: [String: SQL] = [
        "audit": "SELECT count(*) AS count FROM audit WHERE kind IN ('pinChanged', 'activationIssued')",
        "evidence": "SELECT count(*) AS count FROM evidence",
        "retired_id_token_key": "SELECT count(*) AS count FROM retired_id_token_key",
        "notice": "SELECT count(*) AS count FROM notice",
        "outbox": "SELECT count(*) AS count FROM outbox",
        "one_time_value": "SELECT count(*) AS count FROM one_time_value",
        "seen_request": "SELECT count(*) AS count FROM seen_request",
        "invitation": "SELECT count(*) AS count FROM invitation",
        "account": "SELECT count(*) AS count FROM account",
        "pending": "SELECT count(*) AS count FROM activation WHERE state = 'pending'",
    ]

    func irreplaceable() async throws {
        let manager = scene.manager
        let (now, ada) = (scene.now, try manager.account("ada").id)
        try keep(90)
        try scene.record([AuditEvent(.pinChanged, at: now - 80 * Self.day, accountID: ada)])
        let device = try await TestDevice.activated(manager)
        _ = try await device.logIn(try TestBrowser(manager))
        _ = try manager.issueActivation(user: "mallory")
        let invitation = try manager.invite()
        let retired = try #require(manager.context.publishedIDTokenKeys.first)
        try await context.database.write { transaction in
            try transaction.outbox.open(.notice, until: now + Self.day)
            let event = NoticeEvent(.pinChanged, at: now, accountID: ada, actor: nil)
            try transaction.notices.append(event)
            _ = try transaction.oneTimeValues.consume(OneTimeValue("jti", .assertion, of: "client", until: now + 60))
            try transaction.keys.insertRetiredIDTokenKey(
                "former", publicKey: retired.jsonWebKey.serialized,
                at: now + Self.day - IDTokenKeys.acceptedAsHintSeconds)
        }
        try context.keys.reload()
        let housekeeping = Housekeeping(manager.manager)
        housekeeping.runOnce()
        let (before, keys) = (try rows(), context.keys.material.material.encryptionKeys)
        #expect(before.count == Self.counts.count)
        #expect(before.values.allSatisfy { $0 > 0 }, "\(before)")
        clock.jump(seconds: 40 * Self.day)
        for _ in 1...3 {
            clock.advance(seconds: 60)
            housekeeping.runOnce()
        }
        #expect(try rows() == before)
        #expect(keys.allSatisfy { context.keys.decryptionKey($0.identifier) != nil })
        clock.jump(seconds: -40 * Self.day)
        housekeeping.runOnce()
        #expect(try rows() == before)
        // Nobody repeats what has counted, and what was pending is of use.
        let again = OneTimeValue("jti", .assertion, of: "client", until: now + 60)
        #expect(try await !context.database.write { try $0.oneTimeValues.consume(again) })
        _ = try invitation.opened()
    }

    func rightAgain() throws {
        let (checkTime, removeExpired) = (CheckTime(context), RemoveExpired(context))
        clock.jump(seconds: 5 * 3600)
        try checkTime()
        clock.jump(seconds: -5 * 3600)
        try checkTime()
        #expect(try checked() > scene.now)
        let value = OneTimeValue("jti", .assertion, of: "client", until: scene.now + 3600)
        #expect(try context.database.write { try $0.oneTimeValues.consume(value) })
        clock.advance(seconds: 60)
        try checkTime()
        try removeExpired { false }
        #expect(try context.database.write { try !$0.oneTimeValues.consume(value) })
    }

    func keysStay() async throws {
        let manager = scene.manager
        // Its own clock is right, so it refuses the key material of the other one.
        let device = try await TestDevice.activated(manager)
        let housekeeping = Housekeeping(manager.manager)
        housekeeping.runOnce()
        clock.jump(seconds: 40 * Self.day)
        housekeeping.runOnce()
        guard case .userLogin = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
    }

    func shorterRetention() throws {
        try recordDays(160)
        try keep(150)
        let (checkTime, shorten) = (CheckTime(context), ShortenAudit(context))
        try checkTime()
        try shorten { false }
        #expect(try pinChanges() == 151)
        try keep(100)
        try shorten { false }
        #expect(try pinChanges() == 101)
    }

    private func sealedState() throws -> [UInt8] {
        try #require(
            try context.database.read { try $0.row("SELECT sealed_state FROM audit_chain")?("sealed_state") })
    }

    private func setState(_ state: [UInt8]) throws {
        try context.database.write { try $0.execute("UPDATE audit_chain SET sealed_state = \(state)") }
    }

    func rolledBack() throws {
        let checkTime = CheckTime(context)
        try checkTime()
        let (former, begin) = (try sealedState(), try checked())
        for _ in 1...5 {
            clock.advance(seconds: 3600)
            try checkTime()
        }
        try setState(former)
        clock.advance(seconds: 3600)
        try checkTime()
        #expect(try checked() == begin)
        clock.advance(seconds: 3600)
        try checkTime()
        #expect(try checked() == begin + 7200)
    }

    func noState(_ isRemoved: Bool) throws {
        try recordDays(160)
        _ = try scene.manager.invite()
        let housekeeping = Housekeeping(scene.manager.manager)
        housekeeping.runOnce()
        try keep(100)
        let metrics = context.database.metrics
        let failures = metrics.housekeepingFailures.cell.current
        let keys = context.keys.material.material.encryptionKeys
        if isRemoved {
            try context.database.write { try $0.execute("DELETE FROM audit_chain") }
        } else {
            try setState(try sealedState().reversed())
        }
        clock.advance(seconds: 60 * Self.day)
        let before = try rows()
        housekeeping.runOnce()
        #expect(metrics.housekeepingFailures.cell.current == failures + 1)
        #expect(try rows() == before)
        #expect(keys.allSatisfy { context.keys.decryptionKey($0.identifier) != nil })
        // The rest of the round was done.
        #expect(context.keys.material.material.expiresAt > scene.now.seconds)
    }

    func upgraded() throws {
        try LinkAudit(context)(isStopping: { false })
        #expect(try context.database.read { try $0.auditChain.storedCheckedTime() } == nil)
        let now = scene.now
        #expect(try context.database.read { try $0.auditChain.checkedTime(at: now) } == now)
        clock.advance(seconds: 60)
        try CheckTime(context)()
        #expect(try checked() == scene.now)
    }

    func chainReplaced() throws {
        let checkTime = CheckTime(context)
        try checkTime()
        let begin = try checked()
        clock.jump(seconds: 40 * Self.day)
        _ = try ReplaceAuditChain(context)(by: TestManager.operatorName)
        #expect(try checked() == begin)
        clock.advance(seconds: 60)
        try checkTime()
        #expect(try checked() == begin + 120)
    }
}
