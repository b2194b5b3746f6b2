import DatabaseFixture
import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct AdministratorDeclarationTests {
    @Test("Administrators in a declaration", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The list is complete: who is not named loses the role; without the list all stay", complete,
            each: Engine.allCases),
        TestCase("Each change is an audit event of the operator, and no change is none", audited),
        TestCase("A role that the console or a command has given is the file's once it is declared", adopted),
        TestCase("Roles that somebody else has given, changed or withdrawn are named where the file undoes it", drift),
        TestCase(
            "A role that was withdrawn on the console in one scope says nothing of another scope", driftOfOtherScope),
        TestCase(
            "Unknown users, organizations and roles, and a role declared twice, are errors with their places", wrong),
        TestCase(
            "A scope has a hundred roles at most, and those that it has already can be exported and applied", limit),
        TestCase(
            "A file after which nobody could administer the manager is refused, whole", last,
            each: [
                "administrators: []", "administrators: [{ name: lin }]",
                "administrators: [{ name: ada, role: auditor }]",
                "users: [{ name: ada, active: false }]",
            ]),
        TestCase("A file may name administrators before any of them has a device", first),
    ]

    private static let users = "users: [{ name: grace }, { name: lin }, { name: max }]\n"

    @discardableResult
    private func apply(_ yaml: String, _ manager: TestManager) throws -> [String] {
        try Apply(manager.context, by: TestManager.operatorName)(Array(yaml.utf8))
    }

    private func errors(_ yaml: String, _ manager: TestManager) throws -> [String] {
        let errors = try #require(#expect(throws: DeclarationErrors.self) { try apply(yaml, manager) })
        return errors.all.map { "\($0.path): \($0.reason)" }
    }

    private func grants(_ manager: TestManager) throws -> [String] {
        try ListGrants(manager.context)().map {
            "\($0.user) \($0.role.rawValue) \($0.organization ?? "-")\($0.declared ? " declared" : "")"
        }
    }

    func complete(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let declared = """
            \(Self.users)administrators:
              - name: grace
              - { name: lin, role: auditor }
              - { name: max, organization: Example Inc. }
            """
        #expect(
            try apply(declared, manager).suffix(3) == [
                "made grace an administrator of the manager", "made lin an auditor of the manager",
                "made max an administrator of Example Inc.",
            ])
        #expect(
            try grants(manager) == [
                "grace administrator - declared", "lin auditor - declared",
                "max administrator Example Inc. declared",
            ])
        #expect(try apply(declared, manager).isEmpty)
        #expect(try apply(Self.users, manager).isEmpty)
        #expect(
            try apply("administrators: [{ name: lin }]", manager) == [
                "made lin an administrator of the manager", "grace is no longer an administrator of the manager",
                "max is no longer an administrator of Example Inc.",
            ])
        #expect(try grants(manager) == ["lin administrator - declared"])
        try apply("administrators: []", manager)
        #expect(try grants(manager).isEmpty)
    }

    func audited() throws {
        let manager = try TestManager()
        try apply(Self.users + "administrators: [{ name: grace }]", manager)
        let events = try manager.context.database.read { try $0.audit.newest(10) }
        let given = try #require(events.first { $0.kind == .grantGiven })
        #expect(given.actor == .machine(TestManager.operatorName))
        let count = try manager.auditKinds.count
        try apply("administrators: [{ name: grace }]", manager)
        #expect(try manager.auditKinds.count == count)
    }

    func adopted() throws {
        let manager = try TestManager()
        try apply(Self.users, manager)
        _ = try manager.context.grant(.auditor, toUser: "grace", by: "root")
        #expect(try grants(manager) == ["grace auditor -"])
        #expect(try apply("administrators: [{ name: grace, role: auditor }]", manager).isEmpty)
        #expect(try grants(manager) == ["grace auditor - declared"])
    }

    func drift() throws {
        let manager = try TestManager()
        let declared = "administrators: [{ name: grace }, { name: lin }]"
        try apply(Self.users + declared, manager)
        let day = manager.clock.now.day
        _ = try manager.context.grant(.auditor, toUser: "lin", by: "root")
        _ = try manager.context.grant(.auditor, toUser: "max", by: "root")
        #expect(
            try apply(declared, manager) == [
                "made lin an administrator of the manager: changed by root on \(day), now as declared",
                "max is no longer an auditor of the manager: made so by root on \(day), now as declared",
            ])
        try withdraw(from: "lin", by: "grace", manager)
        #expect(
            try apply(declared, manager) == [
                "made lin an administrator of the manager: changed by grace on the console on \(day), now as declared"
            ])
    }

    func driftOfOtherScope() throws {
        let manager = try TestManager()
        let organization = "administrators: [{ name: grace }, { name: lin, organization: Example Inc. }]"
        try apply(Self.users + organization, manager)
        try withdraw(from: "lin", in: "Example Inc.", by: "grace", manager)
        let day = manager.clock.now.day
        #expect(
            try apply("administrators: [{ name: grace }, { name: lin }]", manager) == [
                "made lin an administrator of the manager"
            ])
        #expect(
            try apply(organization, manager) == [
                "made lin an administrator of Example Inc.: changed by grace on the console on \(day), now as declared",
                "lin is no longer an administrator of the manager",
            ])
    }

    func wrong() throws {
        let manager = try TestManager()
        #expect(
            try errors(
                """
                administrators:
                  - { name: nobody }
                """, manager
            ) == ["administrators[0].name: there is no user \"nobody\": declare it under users, or add it first"])
        #expect(
            try errors(Self.users + "administrators: [{ name: grace, organization: Exampel }]", manager) == [
                "administrators[0].organization: there is no organization \"Exampel\""
            ])
        #expect(
            try errors(Self.users + "administrators: [{ name: grace, role: root }]", manager) == [
                "administrators[0].role: must be administrator or auditor"
            ])
        #expect(
            try errors(Self.users + "administrators: [{ name: grace }, { name: grace, role: auditor }]", manager) == [
                "administrators[1].name: has one role in a scope: declared twice"
            ])
        #expect(try grants(manager).isEmpty)
    }

    func limit() throws {
        let manager = try TestManager()
        let names = (0...AdministratorGrant.limitOfScope).map { "user\($0)" }
        func list(_ key: String, _ names: some Sequence<String>) -> String {
            "\(key): [\(names.map { "{ name: \($0) }" }.joined(separator: ", "))]\n"
        }
        try apply(list("users", names), manager)
        let tooMany = list("administrators", names)
        let error = "administrators[100].name: the manager has at most 100 administrators and auditors"
        #expect(try errors(tooMany, manager) == [error])
        #expect(try grants(manager).isEmpty)
        try apply(list("administrators", names.dropFirst()), manager)
        #expect(try errors(tooMany, manager) == [error.replacing("[100]", with: "[0]")])
        // All at once are replaced by others, of whom most are the same.
        #expect(try apply(list("administrators", names.dropLast()), manager).count == 2)

        try manager.grant(.administrator, to: names[100])
        let export = String(decoding: try ExportDeclaration(manager.context).yaml(.directory), as: UTF8.self)
        #expect(try apply(export, manager).isEmpty)
        #expect(try grants(manager).count == 101)
    }

    // MARK: The last administrator

    func last(yaml: String) throws {
        let manager = try TestManager()
        _ = try RawDevice(manager)
        try apply(Self.users + "administrators: [{ name: ada }]", manager)
        let before = try grants(manager)
        let errors = try errors(yaml, manager)
        #expect(errors.count == 1)
        #expect(errors.first?.contains("no active administrator of the manager with a usable device") == true)
        #expect(try grants(manager) == before)
        #expect(try manager.context.database.read { try $0.accounts.find(name: "ada")?.isActive } == true)
    }

    func first() throws {
        let manager = try TestManager()
        try apply(Self.users + "administrators: [{ name: grace }]", manager)
        #expect(try apply("administrators: [{ name: lin }]", manager).count == 2)
        #expect(try apply("users: [{ name: lin, active: false }]", manager).count == 1)
    }

    /// Withdraws a role as an administrator at the console does.
    /// - Parameter organization: nil for a role of the manager.
    private func withdraw(
        from user: String, in organization: String? = nil, by administrator: String, _ manager: TestManager
    ) throws {
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let scope = try transaction.scope(ofOrganization: organization)
            let account = try #require(try transaction.accounts.find(name: user))
            let actor = try #require(try transaction.accounts.find(name: administrator))
            let object = try #require(
                try AdministeredObject(.withdrawGrant(account.id, scope), transaction))
            try Performer(
                actor: .administrator(actor.id), administratorName: actor.name, now: now, transaction: transaction
            )
            .withdrawGrant(of: scope, from: object)
        }
    }
}
