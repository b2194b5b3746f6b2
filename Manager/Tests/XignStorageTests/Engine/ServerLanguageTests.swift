import DatabaseFixture
import Testing

@testable import XignStorage

extension Storage {
    /// A server whose messages are German (`lc_messages`).
    struct ServerLanguage {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("prepared statements survive a changed column, whatever language the server speaks", changedColumn)
        ]

        func changedColumn() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let cluster = try #require(place.cluster)
            try cluster.makeGermanLocale()
            let server = try cluster.connect(place.name)
            try server.run("ALTER DATABASE \(place.name) SET lc_messages = 'de_DE.UTF-8'")
            let database = try place.open()
            defer { database.close() }
            try database.migrate(testSchema)
            let refusal = #expect(throws: StorageError.self) {
                try database.read { try $0.execute("SELECT id FROM nowhere") }
            }
            #expect(refusal?.detail.contains("existiert nicht") == true, "\(refusal?.detail ?? "")")

            try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
            let all: SQL = "SELECT * FROM item WHERE id = \(1)"
            #expect(try database.read { try $0.row(all)?.values.count } == 5)
            try server.run("ALTER TABLE item ADD COLUMN extra TEXT DEFAULT 'new'")
            #expect(try database.read { try $0.row(all)?("extra", as: String.self) } == "new")
            try server.run("ALTER TABLE item ALTER COLUMN number TYPE INTEGER")
            #expect(try database.write { try $0.row(all)?("extra", as: String.self) } == "new")
        }
    }
}
