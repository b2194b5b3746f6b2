import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

/// Upgrades of a database in which every table has a row.
struct FullUpgradeTests {
    @Test("A full database of a former version", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The present schema has no table that the full database leaves empty, nor a setting that it leaves out",
            full, each: Engine.allCases),
        TestCase("An upgrade from version 24 keeps every row", rows, each: Engine.allCases),
        TestCase("After an upgrade from version 24 every sealed value opens at its place", sealed),
        TestCase("An upgrade from version 24 blesses no open token", openTokens),
        TestCase(
            "After an upgrade from version 24 the oldest of the users who are spelled alike has the key, and all are found",
            spelledAlike, each: Engine.allCases),
    ]

    func full(_ engine: Engine) throws {
        let full = try FullDatabase(engine)
        #expect(try FullDatabase.counts(full.manager.context.database).filter { $0.value == 0 } == [:])
        #expect(
            Set(Schema.tables.map(\.text.description)) == Set(TestManager.allTables.map(\.text.description)))
        let services = try full.manager.context.database.read { transaction in
            try transaction.rows("SELECT document FROM service").map { try $0("document", as: String.self) }
        }
        #expect(ServiceDeclaration.names.filter { name in !services.contains { $0.contains("\"\(name)\":") } } == [])
        if let folder = ProcessInfo.processInfo.environment["XIGN_TEST_WRITE_FULL_DATABASE"] {
            try full.write(to: folder)
        }
    }

    private func withDatabase(
        _ engine: Engine, _ body: (_ before: [String: Int], _ upgraded: any Database) throws -> Void
    ) throws {
        try FormerDatabase.withUpgraded(
            from: 24, engine, adding: { transaction in for user in Self.users { try user.insert(transaction) } }, body)
    }

    /// A user with the key by the rule of version 24.
    private struct User {
        let name: String
        let key: String?
        let createdAt: Int

        init(_ name: String, _ key: String?, _ createdAt: Int) {
            (self.name, self.key, self.createdAt) = (name, key, createdAt)
        }

        var place: [UInt8] { Array((key ?? "\(name)\0old").utf8) }

        func insert(_ transaction: any Transaction) throws {
            try transaction.execute(
                """
                INSERT INTO account (id, public_id, name, name_key, sort_key, is_active, created_at)
                VALUES (\(name), \(PublicAccountID.random()), \(name), \(key), \(place), \(true), \(Int64(createdAt)))
                """)
        }
    }

    private static let users = [
        User("inci", "inci", 30), User("İnci", "i\u{307}nci", 10), User("İNCİ", "i\u{307}nci\u{307}", 20),
        User("grace  hopper", "grace  hopper", 20), User("Grace Hopper", "grace hopper", 30),
        User("Weiß", "weiß", 10), User("WEISS", "weiss", 5), User("WEISs", nil, 1), User("Groß", "groß", 10),
        User("Bob", nil, 10),
    ]

    func spelledAlike(_ engine: Engine) throws {
        try withDatabase(engine) { _, database in
            try database.read { transaction in
                let accounts = transaction.accounts
                for user in Self.users { #expect(try accounts.find(name: user.name)?.id.text == user.name) }
                let alike = try ["inci", "grace hopper", "weiss", "gross", "bob"].map { key in
                    try accounts.all(key: key).map(\.name)
                }
                #expect(alike.map(\.first) == ["İnci", "grace  hopper", "WEISs", "Groß", "Bob"])
                #expect(alike.map(\.count) == [3, 2, 3, 1, 1])
                #expect(
                    try Set(accounts.withoutKey().map(\.name)) == ["İNCİ", "inci", "Grace Hopper", "WEISS", "Weiß"])
                var listed: [String] = []
                try accounts.forEach { listed.append($0.name) }
                #expect(Set(Self.users.map(\.name)).isSubset(of: listed))
                #expect(Set(listed).count == listed.count)
            }
        }
    }

    func rows(_ engine: Engine) throws {
        try withDatabase(engine) { before, database in
            let after = try FullDatabase.counts(database)
            #expect(before.filter { $0.value == 0 } == [:])
            // The token of what is declared is a setting more.
            let added = after.keys.filter { before[$0] == nil }
            #expect(added.allSatisfy { after[$0] == 0 })
            #expect(
                after.filter { !added.contains($0.key) } == before.merging(["setting": 1], uniquingKeysWith: +))
        }
    }

    func sealed() throws {
        try withDatabase(.sqlite) { _, database in
            try database.read { transaction in
                var count = 0
                for value in try transaction.sealedValues() {
                    guard let place = value.place else { continue }
                    _ = try transaction.vault.open(value.bytes, at: place)
                    count += 1
                }
                #expect(count >= SealedTable.all.count)
            }
        }
    }

    /// The tokens of former versions have another form.
    func openTokens() throws {
        try withDatabase(.sqlite) { _, database in
            let outcomes = try database.read { transaction in
                try transaction.rows("SELECT outcome FROM seen_request").map { try $0("outcome", as: String.self) }
            }
            #expect(outcomes.contains(#"{"opened":{}}"#))
        }
    }
}
