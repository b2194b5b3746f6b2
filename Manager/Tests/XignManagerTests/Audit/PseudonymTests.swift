import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// The log of an organization: nothing in it tells its auditor that another organization knows the same person.
struct PseudonymTests {
    @Test("Pseudonyms in the audit log of an organization", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("auditors of two organizations have nothing in common by which they know a person", common),
        TestCase("no export of an organization has an id, a device or a network of the manager's operators", hidden),
        TestCase(
            "a person is the subject at the service, a member, or nobody; own administrators have their names", people),
        TestCase("a filter takes the ids that the log shows, and finds the events that show them", filter),
        TestCase("a filter by any other name or id is unknown, and exports nothing", unknown),
        TestCase("an auditor of two organizations sees the ids of each, and no filter joins them", both),
        TestCase("an administrator whose grant was withdrawn is a member again", withdrawn),
        TestCase("an auditor of an organization gets the result of a verification, and no statement", evidence),
        TestCase("evidence is exported for operators of the manager alone", exportedEvidence),
        TestCase("each part of an event has its row in the table of what an organization sees", table),
    ]

    /// The parts of an event that an auditor of an organization may have in common with one of another.
    private enum Part {
        /// A value of one event alone, which no other organization has.
        case event
        /// A kind, a place or a word: it tells of no person.
        case word
        /// A person, by an id of this organization, or one of its administrators by the name.
        case person
        /// For operators of the manager alone.
        case ofManager
    }

    /// A part that is missing here makes a test fail: think about what two organizations could compare.
    private static let entryParts: [String: Part] = [
        "id": .event, "reference": .event, "at": .event, "kind": .word, "topic": .word, "actor": .person,
        "account": .person, "isAccountRemoved": .word, "device": .ofManager, "deviceID": .ofManager,
        "service": .word, "surface": .word, "organization": .word, "organizationID": .word, "network": .ofManager,
        "detail": .word, "confirmedIn": .event, "approvedIn": .event, "hasEvidence": .word,
    ]

    private static let lineParts: [String: Part] = [
        "id": .event, "time": .event, "event": .word, "topic": .word, "actor": .word, "operator": .person,
        "operatorId": .ofManager, "operatorMemberId": .person, "operatorNoMember": .word, "user": .person,
        "userId": .ofManager, "sub": .person, "memberId": .person, "noMember": .word, "device": .ofManager,
        "activationId": .ofManager, "service": .word, "organization": .word, "network": .ofManager,
        "sessionId": .event, "approvalId": .event, "detail": .word,
    ]

    private static let statementParts: [String: Part] = [
        "process": .event, "signer": .person, "at": .event, "device": .ofManager, "content": .word,
    ]

    private static let contentParts: [String: Part] = ["text": .word, "verification": .word, "signed": .ofManager]

    private static let administratorParts: [String: Part] = [
        "grant": .word, "account": .person, "isUsable": .word, "grantedBy": .person, "ofManager": .ofManager,
    ]

    private let scene: PseudonymScene

    init() throws { scene = try PseudonymScene() }

    private func labels(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }

    func table() async throws {
        let entry = try #require(try scene.entries(scene.tenants[0]).first)
        #expect(labels(entry) == Set(Self.entryParts.keys))
        #expect(labels(AuditLine(entry)) == Set(Self.lineParts.keys))
        let statement = try #require(try signedStatement(for: scene.audit.root))
        #expect(labels(statement) == Set(Self.statementParts.keys))
        #expect(labels(try #require(statement.content)) == Set(Self.contentParts.keys))
        let scope = Scope.organization(scene.tenants[0].organization)
        let administrators = try ListAdministrators(scene.manager.context)(scope, for: scene.tenants[0].auditor)
        #expect(labels(try #require(administrators?.first)) == Set(Self.administratorParts.keys))
    }

    func common() async throws {
        let exports = [try await scene.export(scene.tenants[0]), try await scene.export(scene.tenants[1])]
        // The last one is the export itself.
        #expect(exports.map(\.count) == [17, 17])
        var values: [[String: Set<String>]] = [[:], [:]]
        for (number, lines) in exports.enumerated() {
            for (key, value) in lines.flatMap({ $0 }) {
                let part = try #require(Self.lineParts[key], "\(key)")
                #expect(part != .ofManager, "\(key)")
                if case .word = part { continue }
                values[number][key, default: []].insert("\(value)")
            }
        }
        for (key, part) in Self.lineParts where part == .person || part == .event && key != "time" {
            let shared = values[0][key, default: []].intersection(values[1][key, default: []])
            // lin administers both organizations.
            #expect(shared == (["user", "operator"].contains(key) ? ["lin"] : []), "\(key)")
        }
    }

    func hidden() async throws {
        let hidden = try scene.hidden()
        for tenant in scene.tenants {
            for line in try await scene.export(tenant) {
                // Random texts can have any letters.
                for (key, value) in line where !["id", "sub", "memberId", "operatorMemberId"].contains(key) {
                    for name in hidden { #expect(!"\(value)".contains(name), "\(key): \(value) has \(name)") }
                }
            }
        }
    }

    func people() throws {
        for tenant in scene.tenants {
            let entries = try scene.entries(tenant)
            #expect(entries.allSatisfy { $0.device == nil && $0.deviceID == nil && $0.network == nil })
            let logins = entries.filter { $0.kind == .loginRefused }
            #expect(
                logins.reversed().map(\.account) == [
                    .subject(try scene.subject(tenant)), .member(try scene.member("bob", tenant)), .noMember,
                    .member(try scene.member("lin", tenant)),
                ])
            #expect(logins.allSatisfy { $0.detail == "wrong pin" })
            let grants = entries.filter { $0.kind == .grantGiven && $0.actor == .machine(nil) }
            #expect(
                grants.reversed().map(\.account) == [
                    .member(try scene.member("ada", tenant)), .member(try scene.member("bob", tenant)), .noMember,
                    .administrator("lin"),
                ])
            let actors = entries.filter { $0.kind == .grantGiven }.map(\.actor)
            #expect(actors.count { $0 == .administrator(.administrator("lin")) } == 4)
            #expect(actors.count { $0 == .administrator(.noMember) } == 4)
        }
    }

    /// The text by which the log of an organization shows a person; nil for nobody.
    private func text(_ person: AuditPerson?) -> String? {
        switch person {
        case .administrator(let name)?: name
        case .subject(let id)?: id.text
        case .member(let id)?: id.description
        case .noMember?, nil: nil
        case .account(let party)?: party.name
        }
    }

    private func texts(_ entry: AuditEntry) -> Set<String> {
        let actor: AuditPerson? = if case .administrator(let person) = entry.actor { person } else { nil }
        return Set([text(entry.account), text(actor)].compactMap { $0 })
    }

    func filter() throws {
        for tenant in scene.tenants {
            let entries = try scene.entries(tenant)
            let shown = entries.reduce(into: Set<String>()) { $0.formUnion(texts($1)) }
            // ada as subject and as member, bob, and lin as member and by name.
            #expect(shown.count == 5)
            for text in shown {
                let found = try scene.page(tenant) { $0.party = text }
                #expect(found.unknown == [])
                #expect(
                    found.entries.map(\.reference) == entries.filter { texts($0).contains(text) }.map(\.reference),
                    "\(text)")
                let concerned = try scene.entries(tenant) { $0.whom = text }
                let expected = entries.filter { self.text($0.account) == text }
                #expect(concerned.map(\.reference) == expected.map(\.reference), "\(text)")
            }
        }
    }

    func unknown() async throws {
        let (own, other) = (scene.tenants[0], scene.tenants[1])
        let names =
            try scene.hidden() + [
                "max-is-nobody", scene.subject(other).text, scene.member("bob", other).description,
                scene.member("lin", other).description, "mallory",
                AdministratorGrant.id(of: scene.account("lin").publicID, in: own.organization).description,
            ]
        let count = try scene.manager.eventCount()
        for name in names {
            for (change, member) in [
                ({ $0.party = name }, .party), ({ $0.whom = name }, .whom), ({ $0.who = name }, .who),
            ] as [((inout AuditFilter) -> Void, AuditFilter.Member)] {
                let page = try scene.page(own, change)
                #expect(page.unknown == [member], "\(name)")
                #expect(page.entries.isEmpty, "\(name)")
                let filter = try scene.audit.filter(.shown, change)
                #expect(try await ExportAudit(scene.manager.context)(filter, for: own.auditor) == nil)
            }
        }
        #expect(try scene.manager.eventCount() == count)
    }

    func both() throws {
        try scene.manager.grant(.auditor, to: "max", in: .organization(scene.tenants[1].organization))
        let all = try scene.entries(scene.tenants[0])
        #expect(all.count == 32)
        for tenant in scene.tenants {
            let subject = try scene.subject(tenant)
            let bySubject = try scene.entries(scene.tenants[0]) { $0.party = subject.text }
            #expect(bySubject.map(\.service?.id) == [tenant.service])
            let member = try scene.member("bob", tenant)
            let byMember = try scene.entries(scene.tenants[0]) { $0.party = member.description }
            #expect(byMember.count == 4)
            #expect(byMember.allSatisfy { $0.account == .member(member) })
        }
    }

    func withdrawn() throws {
        let tenant = scene.tenants[0]
        try scene.manager.withdrawGrant(from: "lin", in: .organization(tenant.organization))
        let member = AuditPerson.member(try scene.member("lin", tenant))
        let grants = try scene.entries(tenant).filter { $0.kind == .grantGiven }
        #expect(grants.count { $0.account == member } == 3)
        #expect(grants.count { $0.actor == .administrator(member) } == 4)
        #expect(try scene.page(tenant) { $0.party = "lin" }.unknown == [.party])
    }

    // MARK: Evidence

    /// The statement of a login of ada at the first service, as an operator reads it.
    private func signedStatement(for party: Actor) throws -> ReadEvidence.Statement? {
        let website = try TestBrowser(scene.manager)
        _ = try scene.phone.finish(try scene.phone.prepare(website))
        let entry = try #require(
            try scene.audit.search(scene.audit.filter([.logins]))?.entries.first { $0.kind == .loginConfirmed })
        return try ReadEvidence(scene.manager.context)(entry.id, for: party)?.statements.first
    }

    func evidence() throws {
        let statement = try #require(try signedStatement(for: scene.tenants[0].auditor))
        #expect(statement.signer == .subject(try scene.subject(scene.tenants[0])))
        #expect(statement.device == nil)
        let content = try #require(statement.content)
        #expect(content.verification == .valid)
        #expect(content.signed == nil)
        var shown = ""
        dump(statement, to: &shown)
        #expect(!shown.contains(scene.phone.activation.description))
        #expect(try signedStatement(for: scene.tenants[1].auditor) == nil)
    }

    func exportedEvidence() throws {
        let process = try #require(try signedStatement(for: scene.audit.root)?.process)
        let export = ExportEvidence(scene.manager.context)
        #expect(throws: ManagerError.self) { try export([process], by: scene.tenants[0].auditor) }
        #expect(try !export([process], by: scene.audit.root).isEmpty)
        #expect(try scene.manager.events(.auditExported).map(\.actor) == [.machine("root")])
    }
}
