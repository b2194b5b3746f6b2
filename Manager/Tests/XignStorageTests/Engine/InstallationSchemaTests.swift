import DatabaseFixture
import Testing
import Threads

@testable import XignStorage

extension Storage {
    /// Databases of PostgreSQL with several schemas.
    struct InstallationSchemas {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a schema of the role's name, made later, hides the tables from nobody", laterSchema),
            TestCase("a new installation is made in the first schema of the path", first),
            TestCase("two installations on the path are an error that names both", several),
            TestCase("a path without a schema that can be used is an error of its own", none),
            TestCase("temporary tables and the role's later path hide nothing", path),
            TestCase("a schema may have any name", oddName),
            TestCase("a new connection to another installation is an error, and so is its version", replaced),
            TestCase("tables that have gone are an error of a new connection", gone),
        ]

        private let place: TemporaryDatabase
        private let cluster: PostgreSQLCluster
        /// The owner of the database, and its name.
        private let role: String

        init() throws {
            place = try TemporaryDatabase(.postgreSQL)
            cluster = try #require(place.cluster)
            role = "owner_of_\(place.name)"
            let server = try cluster.connect(place.name)
            try server.run("CREATE ROLE \(role) LOGIN")
            try server.run("ALTER DATABASE \(place.name) OWNER TO \(role)")
        }

        private func open(_ path: String? = nil) throws -> PostgreSQLDatabase {
            let options = path.map { "&options=-csearch_path%3D\($0)" } ?? ""
            return try PostgreSQLDatabase(
                url: cluster.url(place.name, user: role) + options, vault: .test, creating: true)
        }

        /// Opens an installation, and makes it where there is none.
        private func migrated(_ path: String? = nil) throws -> PostgreSQLDatabase {
            let database = try open(path)
            try database.migrate(testSchema)
            return database
        }

        private func run(_ statements: String...) throws {
            let server = try cluster.connect(place.name)
            for statement in statements { try server.run(statement) }
        }

        private func schemas() throws -> [String] {
            try cluster.connect(place.name).rows(
                "SELECT CAST(schemaname AS TEXT) AS name FROM pg_tables WHERE tablename = 'item' ORDER BY 1"
            ).map { try $0("name") }
        }

        private func items(_ transaction: any Transaction) throws -> Int {
            try transaction.one("SELECT count(*) AS count FROM item")("count")
        }

        /// Counts the items on a connection that is made for it, since the first one is lent.
        private func itemsOnNewConnection(_ database: PostgreSQLDatabase) throws -> Int {
            let count = Locked(0)
            let errors = try database.read { _ in
                concurrently(1) { _ in
                    let found = try database.read(items)
                    count.withLock { $0 = found }
                }
            }
            if let error = errors.first { throw error }
            return count.withLock { $0 }
        }

        func laterSchema() throws {
            let database = try migrated()
            defer { database.close() }
            try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
            try run("CREATE SCHEMA \(role) AUTHORIZATION \(role)")
            #expect(try itemsOnNewConnection(database) == 1)
            let command = try migrated()
            defer { command.close() }
            #expect(try command.read(items) == 1)
            #expect(try schemas() == ["public"])
        }

        func first() throws {
            try run("CREATE SCHEMA \(role) AUTHORIZATION \(role)")
            try migrated().close()
            #expect(try schemas() == [role])
            try migrated().close()
            #expect(try schemas() == [role])
        }

        func several() throws {
            try migrated().close()
            try run("CREATE SCHEMA \(role) AUTHORIZATION \(role)")
            try migrated(role).close()
            let error = #expect(throws: StorageError.self) { try open() }
            #expect(error?.code == .severalInstallations)
            #expect(error?.detail.contains("public") == true)
            #expect(error?.detail.contains(role) == true)
            try run("DROP SCHEMA \(role) CASCADE")
            try open().close()
        }

        func none() throws {
            try run("ALTER ROLE \(role) SET search_path = nowhere")
            let error = #expect(throws: StorageError.self) { try open() }
            #expect(error?.code == .accessDenied)
            #expect(error?.detail.contains("search_path") == true)
        }

        func path() throws {
            try migrated().close()
            try run("ALTER ROLE \(role) SET search_path = pg_temp, public")
            let database = try open()
            defer { database.close() }
            #expect(try database.read { try $0.one("SHOW search_path").values[0] } == .text("public, pg_temp"))
            try database.write { try $0.execute("CREATE TEMPORARY TABLE item (id TEXT)") }
            try database.write { try $0.execute("INSERT INTO item (id) VALUES (\(1))") }
            try run("ALTER ROLE \(role) SET search_path = nowhere")
            #expect(try itemsOnNewConnection(database) == 1)
        }

        func oddName() throws {
            let name = #"it's "odd"\ Łucja"#
            let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
            try run(
                "CREATE SCHEMA \(quoted) AUTHORIZATION \(role)", "ALTER ROLE \(role) SET search_path = \(quoted)",
                "ALTER ROLE \(role) SET standard_conforming_strings = off")
            let database = try migrated()
            defer { database.close() }
            #expect(try itemsOnNewConnection(database) == 0)
            #expect(try schemas() == [name])
        }

        func replaced() throws {
            let database = try migrated()
            defer { database.close() }
            try database.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
            // As a restoration in the place of the running manager's tables does.
            try run("ALTER SCHEMA public RENAME TO former", "CREATE SCHEMA public AUTHORIZATION \(role)")
            try migrated().close()
            #expect(code { _ = try itemsOnNewConnection(database) } == .otherInstallation)
            #expect(code { try database.write { try $0.requireSchema(testSchema) } } == .otherInstallation)
            // The connections that were open would have used the other installation.
            #expect(code { _ = try database.read(items) } == .otherInstallation)
            try run("DROP SCHEMA public CASCADE", "ALTER SCHEMA former RENAME TO public")
            #expect(try itemsOnNewConnection(database) == 1)
            try database.write { try $0.requireSchema(testSchema) }
        }

        func gone() throws {
            let database = try migrated()
            defer { database.close() }
            try run("ALTER SCHEMA public RENAME TO former")
            #expect(code { _ = try itemsOnNewConnection(database) } == .otherInstallation)
            try run("CREATE SCHEMA public")
            #expect(code { _ = try itemsOnNewConnection(database) } == .otherInstallation)
        }
    }
}
