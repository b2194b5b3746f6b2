import DatabaseFixture
import Testing

@testable import XignStorage

extension Storage {
    struct Migrations {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "each migration is applied exactly once when many processes migrate at once", once,
                each: Engine.allCases),
            TestCase(
                "a migration that fails is rolled back as a whole, and those before it stay", failing,
                each: Engine.allCases),
            TestCase("a schema from the future is refused, and left alone", future, each: Engine.allCases),
            TestCase("a PostgreSQL database with tables of another program is refused and left unchanged", foreign),
            TestCase("a user without the right to create tables is denied access", denied),
        ]

        private let steps = (1...6).map { number in
            let statements: [Definition] =
                number == 1
                ? [
                    "CREATE TABLE m (id \(.integer) PRIMARY KEY, n \(.integer)) \(.byInsertion)",
                    "INSERT INTO m VALUES (1, 0)",
                ]
                : ["UPDATE m SET n = n + 1"]
            return Migration(number, statements)
        }

        func once(_ engine: Engine) throws {
            let place = try TemporaryDatabase(engine)
            let errors = concurrently(6) { [steps] _ in
                let database = try place.open()
                defer { database.close() }
                try database.migrate(steps)
            }
            #expect(errors.isEmpty, "\(errors)")
            let database = try place.open()
            defer { database.close() }
            #expect(try database.read { try $0.row("SELECT n FROM m")?("n") } == 5)
        }

        func failing(_ engine: Engine) throws {
            try withDatabase(engine, schema: steps) { database in
                let bad = Migration(
                    7,
                    ["CREATE TABLE other (id \(.integer) PRIMARY KEY)", "CREATE TABLE m (id \(.integer) PRIMARY KEY)"])
                #expect(code { try database.migrate(steps + [bad]) } == .other)
                #expect(code { try database.read { try $0.execute("SELECT * FROM other") } } == .other)
                #expect(try database.read { try $0.row("SELECT n FROM m")?("n") } == 5)
                let good = Migration(7, ["CREATE TABLE other (id \(.integer) PRIMARY KEY)"])
                try database.migrate(steps + [good])
                #expect(try database.read { try $0.rows("SELECT * FROM other").isEmpty })
            }
        }

        func future(_ engine: Engine) throws {
            try withDatabase(engine, schema: steps) { database in
                #expect(code { try database.migrate(steps.dropLast()) } == .schemaFromTheFuture)
                try database.migrate(steps)
                #expect(try database.read { try $0.row("SELECT n FROM m")?("n") } == 5)
            }
        }

        func foreign() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let server = try #require(try place.cluster?.connect(place.name))
            try server.run("CREATE TABLE theirs (id BIGINT)")
            let database = try place.open()
            defer { database.close() }
            #expect(code { try database.migrate(testSchema) } == .foreignDatabase)
            #expect(
                try server.rows("SELECT CAST(tablename AS TEXT) AS t FROM pg_tables WHERE schemaname = 'public'").count
                    == 1)
        }

        func denied() throws {
            let place = try TemporaryDatabase(.postgreSQL)
            let cluster = try #require(place.cluster)
            let guest = "guest_of_\(place.name)"
            try cluster.connect().run("CREATE ROLE \(guest) LOGIN")
            let database = try PostgreSQLDatabase(
                url: cluster.url(place.name, user: guest), vault: .test, creating: true)
            defer { database.close() }
            #expect(code { try database.migrate(testSchema) } == .accessDenied)
        }
    }
}
