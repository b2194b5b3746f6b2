import DatabaseFixture
import Testing

@testable import XignStorage

extension Storage {
    struct Poolers {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "behind a PgBouncer that lends sessions, migrations, statements, settings and notices are as without one",
                session),
            TestCase(
                "a PgBouncer that lends transactions or statements is refused at the start, with a code of its own",
                transactions, each: ["transaction", "statement"]),
            TestCase(
                "the encoding and the settings of a session are ours, whatever those of the database are", settings),
        ]

        private let place: TemporaryDatabase
        private let cluster: PostgreSQLCluster

        init() throws {
            place = try TemporaryDatabase(.postgreSQL)
            cluster = try #require(place.cluster)
        }

        func session() throws {
            let pooler = try PgBouncer(cluster, mode: "session")
            let (first, second) = (try open(pooler), try open(pooler))
            defer {
                first.close()
                second.close()
            }
            try first.migrate(testSchema)
            let heard = NoticeRecorder(second)
            for number in 1...3 {
                try first.write { transaction in
                    try transaction.execute("INSERT INTO item (id, name) VALUES (\(number), \("Łucja \(number)"))")
                    try transaction.notify("item", "\(number)")
                }
                #expect(heard.wait(for: .message(topic: "item", payload: "\(number)")))
                let name: String? = try second.read {
                    try $0.row("SELECT name FROM item WHERE id = \(number)")?("name")
                }
                #expect(name == "Łucja \(number)")
            }
            #expect(try first.read { try $0.one("SHOW statement_timeout").values[0] } == .text("5s"))
            #expect(try first.read { try $0.one("SHOW application_name").values[0] } == .text("xign"))
        }

        func transactions(_ mode: String) throws {
            let pooler = try PgBouncer(cluster, mode: mode)
            // The timeline of two servers is read first. A second try finds sessions that the first one has left.
            let (one, two) = (pooler.url(place.name), pooler.url(place.name, servers: 2))
            for address in [two, one, two] {
                let error = #expect(throws: StorageError.self) { try DatabaseAddress(address).open(vault: .test) }
                #expect(error?.code == .transactionPooling)
                #expect(error?.description.contains("pool_mode = session") == true)
            }
        }

        private func open(_ pooler: PgBouncer) throws -> any Database {
            try DatabaseAddress(pooler.url(place.name)).open(vault: .test, creating: true)
        }

        func settings() throws {
            let connection = try cluster.connect()
            try connection.run("ALTER DATABASE \(place.name) SET client_encoding = 'LATIN1'")
            try connection.run("ALTER DATABASE \(place.name) SET synchronous_commit = off")
            try connection.run("ALTER DATABASE \(place.name) SET statement_timeout = 1")
            let database = try place.open()
            defer { database.close() }
            let names: [SQL] = ["SHOW client_encoding", "SHOW synchronous_commit", "SHOW statement_timeout"]
            let found = try database.read { transaction in try names.map { try transaction.one($0).values[0] } }
            #expect(found == [.text("UTF8"), .text("on"), .text("5s")])
        }
    }
}
