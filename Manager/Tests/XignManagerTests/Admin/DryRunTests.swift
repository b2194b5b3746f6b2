import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DryRunTests {
    @Test("A dry run of a declaration", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "It reports what apply then reports, and leaves every row as it was", report, each: Engine.allCases,
            0..<2 as Range<UInt64>),
        TestCase("It draws no keys and tells no other manager, also for the first service of an algorithm", keys),
        TestCase("It names what an administrator has changed and the file would undo, and leaves that, too", drift),
        TestCase("It warns of the state to which the file would lead, not of the present one", warnings),
        TestCase("It finds the errors that apply finds", errors),
        TestCase(
            "It does not bring a database of an earlier version up to date", earlierVersion, each: Engine.allCases),
    ]

    private func rehearse(_ yaml: String, _ manager: QuietManager) throws -> ApplyReport {
        try Apply(manager.context, by: TestManager.operatorName).rehearse(Array(yaml.utf8))
    }

    func report(_ engine: Engine, seed: UInt64) throws {
        let manager = try QuietManager(engine)
        try manager.apply(TestManager.declaration())
        var random = RandomDeclaration(seed: seed)
        let declaration = try random.drawn()
        let before = try manager.contents()
        let rehearsed = try rehearse(declaration, manager)
        #expect(try manager.contents() == before)
        #expect(try Apply(manager.context, by: TestManager.operatorName).report(Array(declaration.utf8)) == rehearsed)
        #expect(!rehearsed.changes.isEmpty)
        #expect(try manager.contents() != before)
    }

    func keys() throws {
        let manager = try QuietManager(.sqlite)
        let notices = Locked(0)
        manager.context.database.observe { notice in
            if case .message = notice { notices.withLock { $0 += 1 } }
        }
        let keys = ListIDTokenKeys(manager.context)()
        _ = try rehearse(TestManager.declaration().replacing("ES256", with: "PS256"), manager)
        #expect(ListIDTokenKeys(manager.context)() == keys)
        #expect(notices.withLock { $0 } == 0)
    }

    func drift() throws {
        let manager = try QuietManager(.sqlite)
        let declared = "users: [{ name: grace }, { name: ada, active: true }]"
        try manager.apply(declared)
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            let actor = try #require(try transaction.accounts.find(name: "grace"))
            let act = Performer(
                actor: .administrator(actor.id), administratorName: actor.name, now: now, transaction: transaction)
            #expect(try act.setActive(false, account))
        }
        #expect(
            try rehearse(declared, manager).changes == [
                "enabled user ada: changed by grace on the console on \(now.day), now as declared"
            ])
        #expect(try manager.context.database.read { try $0.accounts.find(name: "ada")?.isActive } == false)
    }

    func warnings() throws {
        let manager = try QuietManager(.sqlite)
        let weak = TestManager.declaration()
        #expect(try rehearse(weak, manager).warnings.contains { $0.contains("accepts the device alone") })
        try manager.apply(weak)
        let strong = weak.replacing("alternatives: [[device]]", with: "alternatives: [[pin, device]]")
        #expect(try rehearse(strong, manager).warnings == [])
    }

    func errors() throws {
        let manager = try QuietManager(.sqlite)
        let yaml = "settings:\n  lockoutSeconds: []\nusers:\n  - name: ada\n    memberships: [Nowhere]\n"
        let found = #expect(throws: DeclarationErrors.self) { try rehearse(yaml, manager) }
        #expect(found?.all.map(\.line) == [2, 5])
        let applied = #expect(throws: DeclarationErrors.self) { try manager.apply(yaml) }
        #expect(applied == found)
    }

    func earlierVersion(_ engine: Engine) throws {
        let place = try TemporaryDatabase(engine)
        let folder = DataFolder("\(place.folder)/data")
        try folder.create()
        try KeyEncryptionKeyFile(folder.keyEncryptionKeyPath).make()
        let configuration = Configuration(issuer: "https://login.example.org", database: place.address)
        let database = try folder.openDatabase(configuration, override: nil, creating: true)
        try database.migrate(Array(Schema.migrations.dropLast()))
        database.close()
        let error = #expect(throws: ManagerError.self) {
            try folder.expectCurrentSchema(configuration, override: nil)
        }
        #expect(error?.code == .outdatedSchema)
        let opened = try folder.openDatabase(configuration, override: nil)
        defer { opened.close() }
        #expect(try opened.schemaVersion() == Schema.migrations.count - 1)
        try opened.migrate(Schema.migrations)
        try folder.expectCurrentSchema(configuration, override: nil)
    }
}
