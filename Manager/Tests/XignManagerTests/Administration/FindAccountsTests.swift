import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct FindAccountsTests {
    @Test("The search for accounts", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "One field finds an account by name, address, subject, membership, public id and device", ways,
            each: Engine.allCases),
        TestCase(
            "Accounts are for the manager's administrators and auditors, as long as session and grant hold", rights),
        TestCase(
            "Housekeeping indexes the addresses that an older version stored", housekeeping, each: Engine.allCases),
        TestCase("Where nothing is found, the answer says what was searched; the internal id finds nothing", nothing),
        TestCase("A user name that is another person's address or public id hides nobody", homonyms),
        TestCase("A search by an address of many accounts reports that its list is cut", sharedAddress),
        TestCase(
            "A hostile text finds nothing that it does not name, and breaks nothing", hostile, each: Engine.allCases),
        TestCase("A cursor from elsewhere shows no account that the text does not name", foreignCursor),
        TestCase(
            "Who walks to the end while accounts come and go sees nobody twice, and misses nobody", walk,
            each: Engine.allCases),
    ]

    private static let root = Actor.machine("root")

    private func found(
        _ text: String, in manager: TestManager, after cursor: FindAccounts.Cursor? = nil
    ) throws -> FindAccounts.Answer {
        try #require(try FindAccounts(manager.context)(text, after: cursor, for: Self.root))
    }

    private func set(_ attribute: AttributeName, to text: String, of user: String, in manager: TestManager) throws {
        try manager.context.withAttributes(ofUser: user, by: "root") { attributes in
            try attributes.set(attribute, to: .init(text: text, alias: nil, isPrimary: false, isVerified: false))
        }
    }

    func ways(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        try set(.email, to: "Ada.Lovelace@Example.org", of: "ada", in: manager)
        let service = try manager.service.id
        let (account, subject) = try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            return (
                account, try transaction.services.addMappingID(MappingID("c3ViamVjdA"), of: account.id, at: service)
            )
        }
        let entry = ListedAccount(
            id: account.publicID, name: "ada", isActive: true, devices: 1, organizations: ["Example Inc."])
        let named = try found("AD", in: manager)
        #expect(named.named == [entry])
        #expect(named.exact.isEmpty)
        #expect(named.searched == [.subject, .name])
        func exact(_ text: String) throws -> [FoundAccount] { try found(text, in: manager).exact }
        #expect(
            try exact(" ada.lovelace@EXAMPLE.ORG ") == [.init(account: entry, match: .address(isVerified: false))])
        #expect(try exact(subject.text) == [.init(account: entry, match: .subject(service: "Demo website"))])
        #expect(try exact(account.publicID.description) == [.init(account: entry, match: .publicID)])
        let alias = try #require(
            try manager.context.database.read { try $0.activations.find(device.activation)?.alias })
        #expect(try exact(device.activation.description) == [.init(account: entry, match: .device(alias: alias))])
        let organization = try manager.organization(named: "Example Inc.").id
        let member = try #require(
            try manager.context.database.read { try $0.organizations.memberID(of: account.id, in: organization) })
        #expect(
            try exact(member.description) == [.init(account: entry, match: .member(organization: "Example Inc."))])
        #expect(
            try found(account.publicID.description, in: manager).searched
                == [.publicID, .device, .subject, .member, .name])
    }

    func rights() throws {
        let manager = try TestManager()
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin", .auditor))
        let others = [
            try ConsoleUser(manager, "olga", of: "Example Inc."),
            try ConsoleUser(manager, "otto", .auditor, of: "Example Inc."), try ConsoleUser(manager, "paul", nil),
            try ConsoleUser(manager, "gerd", at: .account),
        ]
        let ada = try #require(try manager.context.database.read { try $0.accounts.find(name: "ada")?.publicID })
        /// The answers of the three use cases: nil for none.
        func looks(_ user: ConsoleUser) throws -> [Bool] {
            [
                try FindAccounts(manager.context)("ada", for: user.party) != nil,
                try FindAccounts(manager.context)(for: user.party) != nil,
                try ViewAccount(manager.context)(ada, for: user.party) != nil,
                try ListLockedDevices(manager.context)(.forATime, for: user.party) != nil,
                try ListLockedDevices(manager.context)(.forGood, for: user.party) != nil,
            ]
        }
        for user in [grace, lin] { #expect(try looks(user) == Array(repeating: true, count: 5), "\(user.name)") }
        for user in others { #expect(try looks(user) == Array(repeating: false, count: 5), "\(user.name)") }
        try manager.context.database.write { transaction in
            _ = try transaction.administratorGrants.remove(of: lin.account, in: .manager)
            _ = try transaction.browserSessions.endAll(of: grace.account)
        }
        for user in [grace, lin] { #expect(try looks(user) == Array(repeating: false, count: 5), "\(user.name)") }
    }

    func housekeeping(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        try set(.email, to: "ada@example.org", of: "ada", in: manager)
        try manager.context.database.write { try $0.execute("UPDATE attribute_value SET lookup = NULL") }
        #expect(try found("ada@example.org", in: manager).exact.isEmpty)
        Housekeeping(manager.manager).runOnce()
        #expect(try found("ada@example.org", in: manager).exact.map(\.account.name) == ["ada"])
    }

    func nothing() throws {
        let manager = try TestManager()
        let answer = try found("nobody@example.org", in: manager)
        #expect(answer.exact.isEmpty)
        #expect(answer.named.isEmpty)
        #expect(answer.searched == [.subject, .address, .name])
        let id = try #require(try manager.context.database.read { try $0.accounts.find(name: "ada")?.id.text })
        let byID = try found(id, in: manager)
        #expect(byID.exact.isEmpty)
        #expect(byID.named.isEmpty)
    }

    func homonyms() throws {
        let manager = try TestManager()
        try set(.email, to: "grace@example.org", of: "ada", in: manager)
        let id = try #require(try manager.context.database.read { try $0.accounts.find(name: "ada")?.publicID })
        let taken = ["grace@example.org", id.description]
        _ = try Apply(manager.context)(Array("users: [{name: \"\(taken[0])\"}, {name: \"\(taken[1])\"}]".utf8))
        for name in taken {
            let answer = try found(name, in: manager)
            #expect(answer.exact.map(\.account.name) == ["ada"], "\(name)")
            #expect(answer.named.map(\.name) == [name], "\(name)")
        }
    }

    func sharedAddress() throws {
        let manager = try TestManager()
        let users = (1...4).map { "{name: user\($0), attributes: {email: [{value: a@example.org}]}}" }
        _ = try Apply(manager.context)(Array("users: [\(users.joined(separator: ", "))]".utf8))
        let all = try #require(try FindAccounts(manager.context, length: 4)("a@example.org", for: Self.root))
        #expect(all.exact.count == 4)
        #expect(!all.hasMoreExact)
        let some = try #require(try FindAccounts(manager.context, length: 3)("a@example.org", for: Self.root))
        #expect(some.exact.count == 3)
        #expect(some.hasMoreExact)
    }

    func hostile(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let names = ["50% off", "under_score", "アダ", "עדה", "o'hara", "back\\slash"]
        let users = names.map { "{name: \"\($0.replacing("\\", with: "\\\\"))\"}" }.joined(separator: ", ")
        _ = try Apply(manager.context)(Array("users: [\(users)]".utf8))
        for name in names {
            #expect(try found(String(name.prefix(2)), in: manager).named.map(\.name) == [name], "\(name)")
        }
        let texts = [
            "%", "_", "*", "a%", "ad_", "' OR ''='", "ada'--", "\\", "\u{FFFD}", "ﬀ", "@", "@@",
            String(repeating: "a", count: 1024), String(repeating: "e\u{301}", count: 341),
            String(repeating: "a@", count: 500),
        ]
        for text in texts {
            let answer = try found(text, in: manager)
            #expect(answer.exact.isEmpty, "\(text)")
            #expect(answer.named.isEmpty, "\(text)")
            #expect(answer.searched.contains(.name), "\(text)")
        }
        let huge = try found(String(repeating: "a\u{301}", count: 1_000_000), in: manager)
        #expect(huge.named.isEmpty)
        // Characters that nobody sees are not searched for; a text of nothing else lists all.
        #expect(try found("\0a\u{202E}da\u{200B}", in: manager).named.map(\.name) == ["ada"])
        for text in ["", " \t", "\0", "\u{200B}\u{202E}", "\u{10FFFF}"] {
            let all = try found(text, in: manager)
            #expect(all.named.count == names.count + 2, "\(Array(text.unicodeScalars))")
            #expect(all.searched == [])
        }
    }

    func foreignCursor() throws {
        let manager = try TestManager()
        #expect(FindAccounts.Cursor("ä") == nil)
        #expect(FindAccounts.Cursor(String(repeating: "A", count: 1028)) == nil)
        for place in [[], [0], Array("a".utf8), Array("zz".utf8), [0xFF], [0xFF, 0xFF]] as [[UInt8]] {
            let cursor = try #require(FindAccounts.Cursor(Base64URL.encode(place)))
            let answer = try found("ada", in: manager, after: cursor)
            #expect(answer.named.allSatisfy { $0.name == "ada" }, "\(place)")
            #expect(answer.exact.isEmpty)
        }
    }

    func walk(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let database = manager.context.database
        func add(_ names: [String]) throws {
            try database.write { transaction in
                for name in names {
                    let account = Account(
                        id: TimeOrderedID.account(at: manager.clock.now), name: name, isActive: true)
                    try transaction.accounts.insert(account, at: manager.clock.now)
                }
            }
        }
        func remove(_ name: String) throws {
            try database.write { transaction in
                guard let account = try transaction.accounts.find(name: name) else { return }
                try transaction.accounts.remove(account.id)
            }
        }
        let lasting = (0..<300).map { "user \(1000 + 10 * $0)" }
        let leaving = (0..<300).map { "user \(1005 + 10 * $0)" }
        try add(lasting + leaving)
        let find = FindAccounts(manager.context, length: 20)
        var (seen, cursor, page): ([PublicAccountID], FindAccounts.Cursor?, Int) = ([], nil, 0)
        var names: [String] = []
        repeat {
            let answer = try #require(try find("user", after: cursor, for: Self.root))
            seen += answer.named.map(\.id)
            names += answer.named.map(\.name)
            cursor = answer.next
            // The last one of the page, one before it and one behind it go; others come on both sides.
            for name in [answer.named.last?.name ?? "", leaving[page], leaving[299 - page]]
            where leaving.contains(name) { try remove(name) }
            try add(["user \(1002 + 10 * page)", "user \(3998 - 10 * page)"])
            page += 1
        } while cursor != nil && page < 100
        #expect(page >= 20)
        #expect(Set(seen).count == seen.count)
        #expect(Set(lasting).subtracting(names) == [])
    }
}
