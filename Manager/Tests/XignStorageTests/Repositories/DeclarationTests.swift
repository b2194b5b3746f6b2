import DatabaseFixture
import Testing
import XignDomain

@testable import XignStorage

extension Storage {
    struct DeclaredThings {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("each write of a declared thing or of a secret replaces the token", replaced),
            TestCase("what is not declared leaves the token as it is", kept),
            TestCase("a transaction sees what it has declared itself", own, each: Engine.allCases),
            TestCase("nobody sees what was rolled back", rolledBack, each: Engine.allCases),
            TestCase("another process sees a change with its next transaction", otherProcess, each: Engine.allCases),
            TestCase("what is kept costs no statement beside the token's", statements),
            TestCase("a change without a new token is not seen before a restart", byHand),
            TestCase("a cache that is full begins anew, and forgets the services that it had", many),
            TestCase("the head is the same one, read alone and with a process", sameHead),
            TestCase("a database without the token is read each time", withoutToken),
        ]

        private static let now = Timestamp(rawValue: 1_790_000_001_250)

        private static let organization = Organization(
            id: "org", name: "Example", website: nil, address: nil, description: nil)

        private static func service(_ id: ServiceID) -> Service {
            Service(
                id: id, organizationID: "org", name: id.text, displayName: "Shop", description: nil,
                redirectURIs: ["https://a.example/"], signingAlgorithm: .es256, proofKey: .required, secretHash: nil,
                isActive: true, sessionSeconds: 300, policyVersion: 1)
        }

        private static func document(_ displayName: String) -> String {
            var service = service("shop")
            service.displayName = displayName
            return service.declared.document
        }

        /// - Parameter body: gets the database, and its place.
        private func withShop(_ engine: Engine, _ body: (any Database, TemporaryDatabase) throws -> Void) throws {
            let place = try TemporaryDatabase(engine, copying: .managerSchema)
            let database = try place.open()
            defer { database.close() }
            try database.write { transaction in
                try transaction.organizations.save(Self.organization)
                try transaction.services.save(Self.service("shop"))
            }
            try body(database, place)
        }

        private func withShop(_ engine: Engine, _ body: (any Database) throws -> Void) throws {
            try withShop(engine) { database, _ in try body(database) }
        }

        private func token(_ database: any Database) throws -> String? {
            try database.read { try $0.settings.value(of: Head.tokenName) }
        }

        private func name(_ database: any Database) throws -> String? {
            try database.read { try $0.declared.service("shop")?.service.displayName }
        }

        private func rename(_ database: any Database, to name: String) throws {
            try database.write { try Self.rename($0, to: name) }
        }

        private static func rename(_ transaction: any Transaction, to name: String) throws {
            var service = try #require(try transaction.services.find(id: "shop"))
            service.displayName = name
            try transaction.services.save(service)
        }

        func replaced() throws {
            try withShop(.sqlite) { database in
                let role = Role(id: "r", serviceID: "shop", name: "r", alternatives: [[.device]], isDefault: true)
                let changes: [(String, @Sendable (any Transaction) throws -> Void)] = [
                    ("service", { try Self.rename($0, to: "Another") }),
                    ("policy versions", { try $0.services.raisePolicyVersions() }),
                    ("role", { try $0.services.save(role) }),
                    ("removed role", { try $0.services.remove(role: "r") }),
                    ("secret", { try $0.services.setSecret(.generate(), of: "shop") }),
                    (
                        "secret with overlap",
                        { try $0.services.setSecret(.generate(), of: "shop", acceptingFormerUntil: Self.now) }
                    ),
                    ("former secret", { try $0.services.removeFormerSecret(of: "shop") }),
                    ("removed secret", { try $0.services.removeSecret(of: "shop") }),
                    (
                        "organization",
                        {
                            try $0.organizations.save(try #require(try $0.organizations.all().first))
                        }
                    ),
                    ("policy", { try $0.settings.save(Policy.standard) }),
                    ("operator", { try $0.settings.save(OperatorProfile.none) }),
                ]
                for (what, change) in changes {
                    let before = try token(database)
                    try database.write { try change($0) }
                    #expect(try token(database) != before, "\(what)")
                }
            }
        }

        func kept() throws {
            try withShop(.sqlite) { database in
                let before = try token(database)
                try database.write { transaction in
                    try transaction.settings.set("another", to: "value")
                    try transaction.accounts.insert(Account(id: "ada", name: "ada", isActive: true), at: Self.now)
                    try transaction.organizations.add(
                        account: "ada", to: try #require(try transaction.organizations.all().first).id)
                }
                #expect(try token(database) == before)
            }
        }

        func own(_ engine: Engine) throws {
            try withShop(engine) { database in
                _ = try name(database)
                let seen = try database.write { transaction in
                    _ = try transaction.declared.service("shop")
                    try Self.rename(transaction, to: "Within")
                    return try transaction.declared.service("shop")?.service.displayName
                }
                #expect(seen == "Within")
            }
        }

        func rolledBack(_ engine: Engine) throws {
            struct GivenUp: Error {}
            try withShop(engine) { database in
                let before = try name(database)
                #expect(throws: GivenUp.self) {
                    try database.write { transaction in
                        try Self.rename(transaction, to: "Never")
                        _ = try transaction.declared.service("shop")
                        throw GivenUp()
                    }
                }
                #expect(try name(database) == before)
            }
        }

        func otherProcess(_ engine: Engine) throws {
            try withShop(engine) { database, place in
                let other = try place.open()
                defer { other.close() }
                _ = (try name(database), try name(other))
                try rename(other, to: "There")
                #expect(try name(database) == "There")
            }
        }

        func statements() throws {
            try withShop(.sqlite) { database in
                _ = try name(database)
                let before = database.statistics.statements
                try database.read { transaction in
                    _ = try transaction.declared.service("shop")
                    _ = try transaction.declared.policy()
                    _ = try transaction.declared.operatorProfile()
                }
                #expect(database.statistics.statements - before == 1)
            }
        }

        func byHand() throws {
            try withShop(.sqlite) { database, place in
                let before = try name(database)
                try database.write { try $0.execute("UPDATE service SET document = \(Self.document("By hand"))") }
                #expect(try name(database) == before)
                let restarted = try place.open()
                defer { restarted.close() }
                #expect(try name(restarted) == "By hand")
            }
        }

        func many() {
            let cache = DeclarationCache()
            for number in 0..<1_500 {
                cache.keep(
                    DeclaredService(
                        service: Self.service(ServiceID("s\(number)")), organization: Self.organization, roles: [],
                        policy: .standard), under: "token")
            }
            #expect(cache.service("s1499", under: "token") != nil)
            #expect(cache.service("s0", under: "token") == nil)
            #expect(cache.service("s1499", under: "another") == nil)
        }

        func sameHead() throws {
            try withShop(.sqlite) { database in
                let begun = BrowserProcess(
                    .pages(.account), returningTo: "/", cookieHash: BearerToken.generate().hash, at: Self.now)
                try database.write { transaction in
                    try transaction.settings.set(Vault.Setting.current, to: transaction.sharedVault.identifier)
                    try transaction.settings.set(Vault.Setting.former, to: transaction.sharedVault.identifier)
                    try transaction.processes.insert(begun)
                }
                let alone = try database.read { try $0.currentHead() }
                let beside = try database.read { transaction in
                    _ = try transaction.processes.find(begun.process.id)
                    return transaction.head
                }
                #expect(beside?.token == alone.token)
                #expect(beside?.keys.hasSameKeys(as: alone.keys) == true)
                #expect(alone.keys.former != nil)
            }
        }

        func withoutToken() throws {
            try withShop(.sqlite) { database in
                try database.write { transaction in
                    try transaction.execute("DELETE FROM setting WHERE name = \(Head.tokenName)")
                    _ = try transaction.declared.service("shop")
                    try transaction.execute("UPDATE service SET document = \(Self.document("Read again"))")
                }
                #expect(try name(database) == "Read again")
            }
        }
    }
}
