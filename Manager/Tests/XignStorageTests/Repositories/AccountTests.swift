import DatabaseFixture
import Testing
import XignDomain

@testable import XignStorage

extension Storage {
    struct AccountNames {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a name that can be mistaken for another's is not inserted", unique, each: Engine.allCases),
            TestCase(
                "existing names stay, also those that can be mistaken for each other", migrated, each: Engine.allCases),
        ]

        private let now = Timestamp(rawValue: 1_790_000_000_000)

        func unique(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                try database.write { try $0.accounts.insert(Account(id: "1", name: "Zoë", isActive: true), at: now) }
                #expect(
                    code {
                        try database.write {
                            try $0.accounts.insert(Account(id: "2", name: "zoe\u{308}", isActive: true), at: now)
                        }
                    } == .uniqueViolation)
            }
        }

        func migrated(_ engine: Engine) throws {
            try withDatabase(engine, schema: Array(Schema.migrations.prefix { $0.number < 7 })) { database in
                let names = ["ada", "Ada", "ada\u{200B}", "bob"]
                try database.write { transaction in
                    for (index, name) in names.enumerated() {
                        try transaction.execute(
                            "INSERT INTO account (id, name, is_active, created_at) VALUES (\(name), \(name), \(true), \(Int64(index)))"
                        )
                    }
                }
                try database.migrate(Schema.migrations)
                let found = try database.read { transaction in
                    try names.map { try transaction.accounts.find(name: $0)?.id }
                }
                #expect(found == names.map { AccountID($0) })
                let spelledAlike = try database.read { try $0.accounts.all(key: "ada").map(\.name) }
                #expect(spelledAlike.first == "ada")
                #expect(Set(spelledAlike) == ["ada", "Ada", "ada\u{200B}"])
                #expect(try database.read { try $0.accounts.all(key: "bob").map(\.name) } == ["bob"])
                #expect(try database.read { try Set($0.accounts.withoutKey().map(\.name)) } == ["Ada", "ada\u{200B}"])
            }
        }
    }
}
