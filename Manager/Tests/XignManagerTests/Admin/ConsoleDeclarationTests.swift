import DatabaseFixture
import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct ConsoleDeclarationTests {
    @Test("Declarations beside the console", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Whether a permanent lockout may be ended stays as it is until it is declared", permanentUnlock),
        TestCase("The retention of the audit log is replaced, and `{}` keeps all events", retention),
        TestCase("A retention that is too short or too long is refused", wrongRetention, each: [-1, 0, 89, 36_501]),
        TestCase("A file that says whether a user is active owns that, until it says so no longer", owner),
        TestCase(
            "A change on the console that a file undoes is named for the operator, and not in the audit log", drift,
            each: [true, false]),
        TestCase(
            "A file disables and enables an account with the event and the notice of the commands", sameEffect,
            each: Engine.allCases),
        TestCase("A change that the file itself makes is nobody else's", ownChange),
    ]

    @discardableResult
    private func apply(_ yaml: String, _ manager: TestManager) throws -> [String] {
        try Apply(manager.context, by: TestManager.operatorName)(Array(yaml.utf8))
    }

    // MARK: Policy

    func permanentUnlock() throws {
        let manager = try TestManager()
        let isAllowed = { try manager.context.database.read { try $0.settings.policy().allowsPermanentUnlock } }
        #expect(try !isAllowed())
        #expect(try manager.context.permanentUnlockAdvice().isEmpty)
        #expect(
            try apply("settings: { permanentUnlock: true }", manager) == [
                "changed the settings: permanentUnlock: false -> true"
            ])
        #expect(try isAllowed())
        #expect(try manager.context.permanentUnlockAdvice().first?.contains("SP 800-63B-4, section 3.2.2") == true)
        try apply("settings: { permanentLockoutAfter: 9 }", manager)
        #expect(try isAllowed())
        try apply("settings: { permanentUnlock: false }", manager)
        #expect(try !isAllowed())
    }

    func retention() throws {
        let manager = try TestManager()
        let days = { try manager.context.database.read { try $0.settings.policy().auditRetentionDays } }
        #expect(try days() == nil)
        #expect(
            try apply("settings: { audit: { retentionDays: 365 } }", manager) == [
                "changed the settings: audit.retentionDays: none -> 365"
            ])
        try apply("settings: { permanentLockoutAfter: 9 }", manager)
        #expect(try days() == 365)
        try apply("settings: { audit: {} }", manager)
        #expect(try days() == nil)
    }

    func wrongRetention(days: Int) throws {
        let manager = try TestManager()
        let errors = try #require(
            #expect(throws: DeclarationErrors.self) {
                try apply("settings:\n  audit: { retentionDays: \(days) }", manager)
            })
        #expect(errors.all.map(\.path) == ["settings.audit.retentionDays"])
        #expect(errors.all.first?.reason.contains("90 to 36,500") == true)
    }

    // MARK: Active accounts

    func owner() throws {
        let manager = try TestManager()
        let isDeclared = { (name: String) in
            try manager.context.database.read { try $0.accounts.find(name: name)?.isActiveDeclared }
        }
        #expect(try isDeclared("ada") == false)
        #expect(try apply("users: [{ name: ada, active: true }, { name: eve, active: false }]", manager).count == 1)
        #expect(try isDeclared("ada") == true)
        #expect(try isDeclared("eve") == true)
        try apply("users: [{ name: eve, active: false }]", manager)
        #expect(try isDeclared("ada") == true)
        try apply("users: [{ name: ada }]", manager)
        #expect(try isDeclared("ada") == false)
    }

    func drift(isIndexed: Bool) throws {
        let manager = try TestManager()
        let declared = "users: [{ name: grace }, { name: ada, active: true }]"
        try apply(declared, manager)
        let now = manager.clock.now
        try disable("ada", by: "grace", manager)
        if isIndexed {
            manager.clock.advance(seconds: 86_400)
            try IndexHistory(manager.context) { false }
        }
        #expect(
            try apply(declared, manager) == [
                "enabled user ada: changed by grace on the console on \(now.day), now as declared"
            ])
        // Events of one moment have no order.
        let events = try manager.context.database.read { try $0.audit.newest(10) }
        let event = try #require(events.first { $0.kind == .accountEnabled })
        #expect(event.detail == nil)
        #expect(try apply(declared, manager).isEmpty)
    }

    func sameEffect(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let phone = try RawDevice(manager)
        try apply("users: [{ name: ada, active: false }]", manager)
        for isActive in [true, false] {
            _ = try manager.context.setActive(isActive, user: "ada", by: TestManager.operatorName)
        }
        try apply("users: [{ name: ada, active: true }]", manager)
        for kind in [AuditEvent.Kind.accountDisabled, .accountEnabled] {
            let events = try manager.events(kind)
            #expect(events.count == 2)
            #expect(events.first == events.last)
        }
        let kinds = try phone.notices(after: 0).map(\.kind).filter { $0 != "activationIssued" }
        #expect(kinds == ["accountDisabled", "accountEnabled", "accountDisabled", "accountEnabled"])
    }

    func ownChange() throws {
        let manager = try TestManager()
        try apply("users: [{ name: grace }, { name: ada, active: true }]", manager)
        try disable("ada", by: "grace", manager)
        try apply("users: [{ name: ada, active: true }]", manager)
        #expect(try apply("users: [{ name: ada, active: false }]", manager) == ["disabled user ada"])
    }

    /// Disables an account as an administrator at the console does.
    private func disable(_ user: String, by administrator: String, _ manager: TestManager) throws {
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: user))
            let actor = try #require(try transaction.accounts.find(name: administrator))
            let act = Performer(
                actor: .administrator(actor.id), administratorName: actor.name, now: now, transaction: transaction)
            #expect(try act.setActive(false, account))
        }
    }
}
