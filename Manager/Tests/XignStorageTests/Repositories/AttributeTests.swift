import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct Attributes {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "a person's values are stored without loss, and read with the primary one of each attribute first",
                values, each: Engine.allCases),
            TestCase(
                "two values of an attribute never have one alias, those of others may", aliases, each: Engine.allCases),
            TestCase("no value stands readable in the database, or in a description", sealed, each: Engine.allCases),
            TestCase(
                "a value that is moved to another account or attribute, exchanged for another, or called verified, does not open",
                moved, each: Engine.allCases),
            TestCase(
                "a choice is one for each person, service and attribute, and can be taken back by its own id alone",
                choices, each: Engine.allCases),
            TestCase(
                "a value that is removed while somebody chooses it is chosen by nobody, whichever comes first",
                removedMeanwhile, each: [true, false]),
            TestCase(
                "what is prepared is released only once it is confirmed, and preparing again takes that back", releases,
                each: Engine.allCases),
            TestCase("the releases of one session cannot be moved to another", movedRelease, each: Engine.allCases),
            TestCase("expired releases are removed in batches", expired, each: Engine.allCases),
            TestCase(
                "attributes of services and claims of websites are stored without loss", requests, each: Engine.allCases
            ),
        ]

        // MARK: Values

        func values(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let work = directory.value(2, .email, "ada@work.example", alias: "Work", isVerified: true)
                let home = directory.value(1, .email, "ada@home.example", alias: "Zuhause 🏠", isPrimary: true)
                let name = directory.value(3, .givenName, "Ada", isPrimary: true)
                let others = directory.value(4, .email, "bob@example.org", of: "bob", alias: "Work", isPrimary: true)
                for value in [name, work, others, home] { try directory.save(value) }
                #expect(try directory.values() == [home, work, name])
                #expect(try directory.values(of: "bob") == [others])
                var changed = work
                (changed.alias, changed.verification) = ("Office", nil)
                changed.disclosure = AttributeDisclosure(
                    salt: Array(repeating: 9, count: 16), name: "email", value: "ada@office.example")
                try directory.save(changed)
                #expect(try directory.values() == [home, changed, name])
                try directory.database.write { try $0.attributeValues.remove(home.id) }
                #expect(try directory.values() == [changed, name])
            }
        }

        func aliases(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                try directory.save(directory.value(1, .email, "a@example.org", alias: "x"))
                #expect(
                    code { try directory.save(directory.value(2, .email, "b@example.org", alias: "x")) }
                        == .uniqueViolation)
                try directory.save(directory.value(3, .phoneNumber, "+4930123456", alias: "x"))
                try directory.save(directory.value(4, .email, "a@example.org", of: "bob", alias: "x"))
                #expect(try directory.values().count == 2)
            }
        }

        func sealed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let value = directory.value(1, .nickname, "nobody reads this", alias: "x", isPrimary: true)
                try directory.save(value)
                let sealed = try directory.database.read {
                    try $0.one("SELECT sealed_disclosure FROM attribute_value")("sealed_disclosure", as: [UInt8].self)
                }
                for text in ["nobody reads", value.disclosure.text] {
                    #expect(!String(decoding: sealed, as: UTF8.self).contains(text) && !"\(value)".contains(text))
                }
            }
        }

        func moved(_ engine: Engine) throws {
            let changes: [SQL] = [
                "UPDATE attribute_value SET account_id = 'bob' WHERE account_id = 'ada'",
                "UPDATE attribute_value SET attribute = 'phoneNumber' WHERE account_id = 'ada'",
                "UPDATE attribute_value SET is_verified = \(true) WHERE account_id = 'ada'",
                """
                UPDATE attribute_value SET sealed_disclosure = (
                    SELECT sealed_disclosure FROM attribute_value WHERE account_id = 'eve') WHERE account_id = 'ada'
                """,
                "UPDATE attribute_value SET id = \([UInt8](repeating: 7, count: 16)) WHERE account_id = 'ada'",
            ]
            for change in changes {
                try withDirectory(engine) { directory in
                    try directory.save(directory.value(1, .email, "ada@example.org", alias: "x", isPrimary: true))
                    try directory.save(
                        directory.value(2, .email, "eve@example.org", of: "eve", alias: "x", isPrimary: true))
                    try directory.database.write { try $0.execute(change) }
                    #expect(throws: Vault.OpeningError.self) {
                        try directory.values(of: "ada") + directory.values(of: "bob")
                    }
                }
            }
        }

        // MARK: Choices

        func choices(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (first, second) = (
                    directory.value(1, .email, "a@b.example", alias: "A"),
                    directory.value(2, .email, "c@d.example", alias: "C")
                )
                for value in [first, second] { try directory.save(value) }
                let ids = (1...3).map { [UInt8](repeating: $0, count: 16) }
                func remember(_ id: [UInt8], _ value: AttributeValue, at service: ServiceID) throws {
                    try directory.database.write {
                        try $0.chosenAliases.remember(id, value: value.id, of: .email, for: "ada", at: service)
                    }
                }
                func forget(_ id: [UInt8], of account: AccountID) throws -> Bool {
                    try directory.database.write { try $0.chosenAliases.forget(id, of: account) }
                }
                func all() throws -> [ChosenAliases.Choice] {
                    try directory.database.read { try $0.chosenAliases.all(of: "ada") }
                }
                try remember(ids[0], first, at: "shop")
                try remember(ids[1], second, at: "wiki")
                try remember(ids[2], second, at: "shop")
                #expect(try all().map(\.serviceName) == ["A shop", "B wiki"] && all().map(\.id) == [ids[2], ids[1]])
                #expect(try all().map(\.alias) == ["C", "C"] && all().map(\.attribute) == [.email, .email])
                #expect(
                    try directory.database.read { try $0.chosenAliases.chosen(by: "ada", at: "shop") } == [
                        .email: second.id
                    ])
                // The former id of a choice that was replaced takes nothing back, and nobody takes back another's.
                #expect(try !forget(ids[0], of: "ada") && !forget(ids[1], of: "bob"))
                #expect(try forget(ids[1], of: "ada"))
                #expect(try all().map(\.id) == [ids[2]])
                try directory.database.write { try $0.attributeValues.remove(second.id) }
                #expect(try all().isEmpty && directory.values() == [first])
            }
        }

        func removedMeanwhile(isChosenFirst: Bool) throws {
            // SQLite has one writer at a time.
            try withDirectory(.postgreSQL) { directory in
                let value = directory.value(1, .email, "a@b.example", alias: "A")
                try directory.save(value)
                let remove = { @Sendable (transaction: any Transaction) in
                    try transaction.attributeValues.remove(value.id)
                }
                let choose = { @Sendable (transaction: any Transaction) in
                    guard try transaction.attributeValues.all(of: "ada").contains(value) else {
                        return
                    }
                    try transaction.chosenAliases.remember([1], value: value.id, of: .email, for: "ada", at: "shop")
                }
                let (first, second) = isChosenFirst ? (choose, remove) : (remove, choose)
                let isFirstDone = Locked(false)
                try directory.database.write { transaction in
                    // From here on, the second sees nothing that the first does. When it is run again, it does.
                    #expect(try transaction.accounts.find(id: "ada") != nil)
                    if !isFirstDone.withLock({ $0 }) {
                        #expect(concurrently(1) { _ in try directory.database.write { try first($0) } }.isEmpty)
                        isFirstDone.withLock { $0 = true }
                    }
                    try second(transaction)
                }
                #expect(try directory.values().isEmpty)
                #expect(try directory.database.read { try $0.chosenAliases.all(of: "ada") }.isEmpty)
            }
        }

        // MARK: Releases

        func releases(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (session, activation) = (SessionID.random(), ActivationID.random())
                let stored = directory.release(
                    .email, "a@b.example", .stored(valueID: [1, 2], isChoice: true), [.idToken, .userInfo],
                    isVerified: true)
                let supplied = directory.release(.givenName, "Ada", .supplied, [.userInfo])
                func prepare(_ releases: Releases) throws {
                    try directory.database.write {
                        try $0.attributeReleases.prepare(
                            releases, of: session, activation: activation, expiresAt: directory.now + 300)
                    }
                }
                func found() throws -> Releases {
                    try directory.database.read {
                        try $0.attributeReleases.find(session, activation: activation)
                    }
                }
                func prepared() throws -> Releases {
                    try directory.database.read {
                        try $0.attributeReleases.prepared(session, activation: activation)
                    }
                }
                #expect(try found().isEmpty && prepared().isEmpty)
                let groups = AdditionalRelease(
                    name: .groups,
                    disclosure: AttributeDisclosure(
                        salt: Array(repeating: 1, count: 16), name: "groups", value: "ops, staff"),
                    destinations: [.idToken, .userInfo])
                let both = Releases(attributes: [stored, supplied], additional: [groups])
                try prepare(both)
                #expect(try found().isEmpty && prepared() == both)
                try directory.database.write {
                    try $0.attributeReleases.confirm(session, keptUntil: directory.now + 400)
                }
                #expect(try found() == both)
                #expect(throws: Vault.OpeningError.self) {
                    try directory.database.read {
                        try $0.attributeReleases.find(session, activation: .random())
                    }
                }
                try prepare(Releases(attributes: [supplied]))
                #expect(try found().isEmpty && prepared() == Releases(attributes: [supplied]))
                try directory.database.write { try $0.attributeReleases.remove(session) }
                #expect(try prepared().isEmpty)
            }
        }

        func movedRelease(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (mine, others, activation) = (SessionID.random(), SessionID.random(), ActivationID.random())
                try directory.database.write { transaction in
                    let repository = transaction.attributeReleases
                    try repository.prepare(
                        Releases(attributes: [directory.release(.givenName, "Ada", .supplied, [.userInfo])]), of: mine,
                        activation: activation,
                        expiresAt: directory.now + 300)
                    try repository.confirm(mine, keptUntil: directory.now + 300)
                    try transaction.execute("UPDATE attribute_release SET session_id = \(others)")
                }
                #expect(throws: Vault.OpeningError.self) {
                    try directory.database.read {
                        try $0.attributeReleases.find(others, activation: activation)
                    }
                }
            }
        }

        func expired(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let sessions = (0..<5).map { _ in SessionID.random() }
                for (index, session) in sessions.enumerated() {
                    try directory.database.write {
                        try $0.attributeReleases.prepare(
                            .empty, of: session, activation: .random(), expiresAt: directory.now + Int64(index))
                    }
                }
                func remove() throws -> Int {
                    try directory.database.write {
                        try $0.attributeReleases.removeExpired(at: directory.now + 3, limit: 2)
                    }
                }
                #expect(try [remove(), remove(), remove()] == [2, 1, 0])
                let rest = try directory.database.read { try $0.rows("SELECT session_id FROM attribute_release") }
                #expect(try Set(rest.map { try $0("session_id", as: SessionID.self) }) == Set(sessions.suffix(2)))
            }
        }

        // MARK: Services and sessions

        func requests(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                var service = directory.service("shop", "A shop")
                service.attributes = AttributeName.allCases.enumerated().map { index, name in
                    ServiceAttribute(name: name, isRequired: index % 2 == 0, mustBeVerified: name.isVerifiable)
                }
                service.claimsIn = .idToken
                let changed = service
                try directory.database.write { try $0.services.save(changed) }
                #expect(try directory.database.read { try $0.services.find(id: "shop") } == changed)
                for claims in [
                    ClaimsRequest.none, ClaimsRequest(idToken: [.value(.email)], userInfo: []),
                    ClaimsRequest(idToken: [], userInfo: [.value(.givenName), .value(.familyName)]),
                    ClaimsRequest(idToken: [.fullName], userInfo: [.verification(.email)]),
                    ClaimsRequest(idToken: Set(RequestedClaim.all), userInfo: Set(RequestedClaim.all)),
                ] {
                    let login = directory.login(claims)
                    try directory.database.write { try $0.processes.insert(login) }
                    #expect(
                        try directory.database.read { try $0.processes.browserProcess(login.process.id) } == login)
                }
            }
        }

    }
}
