// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

struct AuditSearchTests {
    @Test("Search of the audit log", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each filter finds its events, before they are indexed and afterwards", filters, each: Engine.allCases),
        TestCase("a day ends at midnight, UTC, and the last one is included", wholeDays),
        TestCase("an unknown name finds nothing, and the page learns which one it is", unknown),
        TestCase(
            "walking to the end shows each event once, while others are added and indexed", walk, each: Engine.allCases),
        TestCase("a search that no index covers ends early, and goes on where it ended", cutShort),
        TestCase("addresses hold no time-ordered id, and a place of another kind shows the newest events", places),
        TestCase("names are beside ids, and a removed account has none", names),
        TestCase("an auditor of an organization sees its services and grants alone, without networks", scope),
        TestCase("nobody without a grant at the console searches, exports or reads evidence", withoutGrant),
    ]

    // MARK: Filters

    /// Events of each kind of subject, a second apart.
    private func recordOneOfEach(_ scene: AuditScene) throws {
        let (now, service) = (scene.now, try scene.manager.service)
        let (ada, mallory) = (try scene.manager.account("ada").id, try scene.manager.account("mallory").id)
        try scene.record([
            AuditEvent(.loginConfirmed, at: now + 1, accountID: ada, serviceID: service.id),
            AuditEvent(.codeIssued, at: now + 2, accountID: ada, serviceID: service.id),
            AuditEvent(.deviceUnlocked, at: now + 3, accountID: ada, actor: .administrator(mallory)),
            AuditEvent(.accountDisabled, at: now + 4, accountID: mallory, actor: .machine("ada")),
            AuditEvent(
                .grantGiven, at: now + 5, accountID: mallory, organizationID: service.organizationID,
                actor: .machine("root")),
            AuditEvent(.clientRefused, at: now + 6, serviceID: service.id),
        ])
        scene.manager.clock.advance(seconds: 10)
    }

    func filters(_ engine: Engine) throws {
        let scene = try AuditScene(engine)
        try recordOneOfEach(scene)
        let ada = try scene.manager.account("ada").publicID.description
        for _ in ["not indexed", "indexed"] {
            #expect(
                try scene.kinds(scene.filter()).prefix(5)
                    == [.clientRefused, .grantGiven, .accountDisabled, .deviceUnlocked, .loginConfirmed])
            #expect(try scene.kinds(scene.filter([.security])) == [.clientRefused])
            #expect(try scene.kinds(scene.filter([.steps])) == [.codeIssued])
            #expect(try scene.kinds(scene.filter([.administration, .devices])) == [.grantGiven, .deviceUnlocked])
            for name in ["ada", ada] {
                let whom = try scene.filter { $0.whom = name }
                #expect(try scene.kinds(whom).prefix(2) == [.deviceUnlocked, .loginConfirmed])
                let party = try scene.filter { $0.party = name }
                #expect(try scene.kinds(party).contains(.accountDisabled) == (name == "ada"))
                #expect(try scene.kinds(party).contains(.deviceUnlocked))
            }
            #expect(try scene.kinds(scene.filter { $0.who = "mallory" }) == [.deviceUnlocked])
            #expect(try scene.kinds(scene.filter { $0.who = "ada" }) == [.accountDisabled])
            let byBoth = try scene.filter { ($0.whom, $0.who) = ("ada", "mallory") }
            #expect(try scene.kinds(byBoth) == [.deviceUnlocked])
            #expect(try scene.kinds(scene.filter([.logins]) { $0.service = "demo" }) == [.loginConfirmed])
            let organization = try scene.filter([.administration, .logins, .security]) {
                $0.organization = "Example Inc."
            }
            #expect(try scene.kinds(organization) == [.clientRefused, .grantGiven, .loginConfirmed])
            let steps = try scene.filter([.steps]) { $0.whom = "ada" }
            #expect(try scene.kinds(steps) == [.codeIssued])
            try scene.index()
        }
    }

    func wholeDays() throws {
        let scene = try AuditScene()
        let midnight = AuditDays.start(at: scene.now)
        let moments = [
            Timestamp(rawValue: midnight.rawValue - 1), midnight, Timestamp(rawValue: midnight.rawValue + 86_399_999),
            midnight + 86_400,
        ]
        let ada = try scene.manager.account("ada").id
        try scene.record(moments.map { AuditEvent(.pinChanged, at: $0, accountID: ada) })
        let today = AuditDays.day(at: midnight)
        let days = try #require(AuditDays(from: today, to: today, at: scene.now))
        for topics in [Set.shown, [.devices]] as [Set<AuditTopic>] {
            let found = try #require(try scene.search(AuditFilter(days: days, topics: topics)))
            #expect(found.entries.filter { $0.kind == .pinChanged }.map(\.at) == [moments[2], moments[1]])
        }
    }

    func unknown() throws {
        let scene = try AuditScene()
        for (change, member) in [
            ({ $0.whom = "eve" }, .whom), ({ $0.service = "eve" }, .service),
            ({ $0.organization = "eve" }, .organization), ({ $0.party = "eve" }, .party),
        ] as [((inout AuditFilter) -> Void, AuditFilter.Member)] {
            let page = try #require(try scene.search(scene.filter(.shown, change)))
            #expect(page.unknown == [member])
            #expect(page.entries.isEmpty)
        }
        try scene.record([AuditEvent(.configurationApplied, at: scene.now, actor: .machine("eve"))])
        let page = try #require(try scene.search(scene.filter { $0.party = "eve" }))
        #expect(page.unknown == [])
        #expect(page.entries.count == 1)
    }

    // MARK: Pages

    func walk(_ engine: Engine) throws {
        let scene = try AuditScene(engine)
        let (ada, service, start) = (try scene.manager.account("ada").id, try scene.manager.service.id, scene.now)
        try scene.record(
            (0..<230).map { number in
                AuditEvent(
                    .loginConfirmed, at: start + Int64(number / 100), accountID: ada, serviceID: service,
                    detail: "\(number)")
            })
        try scene.index()
        try scene.record(
            (230..<300).map { number in
                AuditEvent(
                    .loginConfirmed, at: scene.now, accountID: ada, serviceID: service, detail: "\(number)")
            })
        for change in [{ _ in }, { $0.whom = "ada" }, { $0.service = "demo" }] as [(inout AuditFilter) -> Void] {
            let filter = try scene.filter([.logins], change)
            var (seen, place, pages): ([String], String?, Int) = ([], nil, 0)
            repeat {
                let page = try #require(try scene.search(filter, from: place))
                seen += page.entries.compactMap(\.detail)
                (place, pages) = (page.older, pages + 1)
                try scene.record([
                    AuditEvent(.loginConfirmed, at: scene.now, accountID: ada, serviceID: service)
                ])
                // The index grows beneath the reader.
                if pages == 2 { try scene.index() }
            } while place != nil && pages < 20
            #expect(seen == (0..<300).reversed().map { "\($0)" })
            #expect(pages == 6 || pages == 7)
        }
    }

    func cutShort() throws {
        let scene = try AuditScene()
        let (ada, start) = (try scene.manager.account("ada").id, scene.now)
        try scene.record(
            [AuditEvent(.pinChanged, at: start, accountID: ada)]
                + (1...4_500).map {
                    AuditEvent(.codeIssued, at: Timestamp(rawValue: start.rawValue + $0), accountID: ada)
                })
        let filter = try scene.filter([.devices])
        let first = try #require(try scene.search(filter))
        #expect(first.isCutShort)
        #expect(first.entries.isEmpty)
        let second = try #require(try scene.search(filter, from: first.older))
        #expect(second.isCutShort)
        let third = try #require(try scene.search(filter, from: second.older))
        #expect(third.entries.map(\.kind) == [.pinChanged])
        #expect(!third.isCutShort)
        #expect(third.older == nil)
        scene.manager.clock.advance(seconds: 5)
        try scene.index()
        #expect(try scene.kinds(filter) == [.pinChanged])
    }

    func places() throws {
        let scene = try AuditScene()
        let ada = try scene.manager.account("ada").id
        try scene.record((0..<60).map { AuditEvent(.pinChanged, at: scene.now + Int64($0), accountID: ada) })
        scene.manager.clock.advance(seconds: 60)
        let filter = try scene.filter([.devices])
        let page = try #require(try scene.search(filter))
        let older = try #require(page.older)
        let entries = try scene.context.database.read {
            try $0.audit.newest(100, in: AuditRange(begin: [], end: [0xFF]))
        }
        let addresses = [older] + page.entries.map(\.id)
        for address in addresses {
            let bytes = try #require(Base64URL.decode(address))
            #expect(
                !entries.contains { entry in bytes.indices.contains { bytes[$0...].starts(with: entry.id.prefix(6)) } })
        }
        let newest = page.entries.map(\.at)
        for place in ["", "x", page.entries[3].id, older + "A", String(older.dropLast(2))] {
            #expect(try scene.search(filter, from: place)?.entries.map(\.at) == newest)
        }
        #expect(try scene.search(filter, from: older)?.entries.count == 10)
        #expect(try ReadEvidence(scene.context)(older, for: scene.root) == nil)
    }

    // MARK: Names

    func names() throws {
        let scene = try AuditScene()
        let phone = try RawDevice(scene.manager)
        let (ada, mallory, service) = (
            try scene.manager.account("ada"), try scene.manager.account("mallory"), try scene.manager.service
        )
        try scene.record([
            AuditEvent(
                .loginConfirmed, at: scene.now + 1, accountID: ada.id, activationID: phone.activation,
                serviceID: service.id, network: "198.51.100.0/24", detail: "a detail"),
            AuditEvent(.accountDisabled, at: scene.now + 2, accountID: mallory.id, actor: .administrator(ada.id)),
        ])
        scene.manager.clock.advance(seconds: 3)
        let entries = try #require(try scene.search(scene.filter())).entries
        #expect(entries[1].account == .account(.init(id: ada.publicID, name: "ada")))
        #expect(entries[1].device == (try scene.manager.activation(of: phone)?.alias))
        #expect(entries[1].service?.name == "demo")
        #expect(entries[1].service?.displayName == "Demo website")
        #expect(entries[1].organization == "Example Inc.")
        #expect(entries[1].network == "198.51.100.0/24")
        #expect(entries[0].actor == .administrator(.account(.init(id: ada.publicID, name: "ada"))))
        try scene.context.removeUser("mallory", by: "root")
        try scene.context.removeUser("ada", by: "root")
        let later = try #require(try scene.search(scene.filter([.logins, .accounts]))).entries
        let login = try #require(later.first { $0.kind == .loginConfirmed })
        #expect(login.account == nil)
        #expect(login.isAccountRemoved)
        #expect(login.device == phone.activation.short)
        #expect(later.first { $0.kind == .accountDisabled }?.actor == .administrator(nil))
    }

    // MARK: Scopes

    private static let otherOrganization = """
        organizations:
          - name: Other Inc.
            services:
              - name: other
                displayName: Other website
                redirectUris: ["https://other.example/callback"]
                signingAlgorithm: ES256
                roles: [{ name: user, alternatives: [[pin, device]] }]
        """

    func scope() throws {
        let scene = try AuditScene()
        _ = try Apply(scene.context)(Array(Self.otherOrganization.utf8))
        let (own, other) = try scene.context.database.read { transaction in
            (try transaction.services.find(name: "demo"), try transaction.services.find(name: "other"))
        }
        let (demo, foreign) = (try #require(own), try #require(other))
        let ada = try scene.manager.account("ada").id
        let auditor = try scene.operatorSession("mallory", of: .organization(demo.organizationID))
        try scene.record([
            AuditEvent(
                .loginConfirmed, at: scene.now + 1, accountID: ada, serviceID: demo.id, network: "192.0.2.0/24"),
            AuditEvent(.loginConfirmed, at: scene.now + 2, accountID: ada, serviceID: foreign.id),
            AuditEvent(.pinChanged, at: scene.now + 3, accountID: ada),
            AuditEvent(.grantGiven, at: scene.now + 4, accountID: ada, organizationID: demo.organizationID),
            AuditEvent(.grantGiven, at: scene.now + 5, accountID: ada, organizationID: foreign.organizationID),
            AuditEvent(.grantGiven, at: scene.now + 6, accountID: ada),
        ])
        scene.manager.clock.advance(seconds: 10)
        let unfiltered = try scene.filter([.logins, .devices, .administration])
        let all = try #require(try scene.search(unfiltered)).entries
        for _ in ["not indexed", "indexed"] {
            #expect(try scene.kinds(unfiltered, for: auditor) == [.grantGiven, .loginConfirmed])
            let entries = try #require(try scene.search(unfiltered, for: auditor)).entries
            #expect(entries.allSatisfy { $0.network == nil })
            for change in [{ $0.service = "other" }, { $0.organization = "Other Inc." }]
                as [(inout AuditFilter) -> Void]
            {
                let page = try #require(try scene.search(scene.filter(.shown, change), for: auditor))
                #expect(page.entries.isEmpty)
                #expect(page.unknown.count == 1)
            }
            // Ids of events out of scope are as unknown as invented ones.
            for entry in all {
                let isVisible = try ReadEvidence(scene.context)(entry.id, for: auditor) != nil
                #expect(
                    isVisible
                        == (entry.service?.name == "demo"
                            || entry.kind == .grantGiven && entry.organization == "Example Inc."))
            }
            try scene.index()
        }
    }

    func withoutGrant() async throws {
        let scene = try AuditScene()
        let auditor = try scene.operatorSession("ada")
        guard case .administrator(_, let session?) = auditor else { return }
        let filter = try scene.filter()
        let id = try #require(try scene.search(filter, for: auditor)?.entries.first?.id)
        #expect(try ReadEvidence(scene.context)(id, for: auditor) != nil)
        // A session of ada at the account pages is not one of the console.
        let atAccount = BrowserSession(
            id: session.id, cookieHash: session.cookieHash, surface: .account, accountID: session.accountID,
            activationID: session.activationID, network: nil, createdAt: session.createdAt, lastSeen: session.lastSeen)
        #expect(try scene.search(filter, for: .session(atAccount)) == nil)
        try scene.manager.withdrawGrant(from: "ada")
        #expect(try scene.search(filter, for: auditor) == nil)
        #expect(try ReadEvidence(scene.context)(id, for: auditor) == nil)
        #expect(try await ExportAudit(scene.context)(filter, for: auditor) == nil)
        #expect(try scene.manager.auditKinds.contains(.auditExported) == false)
    }
}
