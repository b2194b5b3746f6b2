import DatabaseFixture
import Foundation
import Logging
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// Databases of PostgreSQL whose encoding lacks characters, and what stands between the manager and the server.
struct DatabaseEncodingTests {
    @Test("A database that is not UTF-8", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "init refuses it, writes nothing to it, and leaves no key", initialization, each: ["LATIN1", "SQL_ASCII"]),
        TestCase("serve goes on with an error in its log, and doctor reports a failure", serving),
        TestCase("pg_dump and pg_restore move it to UTF-8, with every name", moved, each: ["LATIN1", "SQL_ASCII"]),
        TestCase("PGCLIENTENCODING changes nothing", environment),
        TestCase("a pooler that lends transactions ends a command with status 78", pooler),
    ]

    private static let issuer = "https://login.example.org"

    func initialization(_ encoding: String) throws {
        let place = try TemporaryDatabase(.postgreSQL, encoding: encoding)
        let folder = DataFolder("\(place.folder)/data")
        let error = #expect(throws: ManagerError.self) {
            try folder.initialize(Configuration(issuer: Self.issuer, database: place.address))
        }
        #expect(error?.code == .databaseEncoding)
        #expect(error?.description.contains("--encoding=UTF8") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let database = try place.open(vault: Vault(keyEncryptionKey: .init(size: .bits256)))
        defer { database.close() }
        let tables: Int? = try database.read {
            try $0.row("SELECT count(*) AS count FROM pg_tables WHERE schemaname = current_schema()")?("count")
        }
        #expect(tables == 0)
    }

    /// A manager on such a database, as an earlier version of `init` has made it.
    private func manager(_ place: TemporaryDatabase) throws -> DataFolder {
        let folder = DataFolder("\(place.folder)/data")
        try folder.create()
        try KeyEncryptionKeyFile(folder.keyEncryptionKeyPath).make()
        let configuration = Configuration(issuer: Self.issuer, database: place.address)
        try PrivateFile.create(folder.configurationPath, Array(configuration.yaml.utf8))
        let database = try folder.openDatabase(configuration, override: nil, creating: true)
        defer { database.close() }
        let issuer = try #require(ManagerOrigin(Self.issuer))
        try Initialization.run(
            database: database, issuer: issuer,
            appLinkOrigins: [try #require(ManagerOrigin("https://app.login.example.org"))], at: Clock.system.now(),
            drawPrivateKey: TestManager.drawPrivateKey, keep: { _, _ in })
        let context = try Context(database: database, issuer: issuer, clock: .system)
        _ = try Apply(context, by: TestManager.operatorName)(Array("users:\n  - { name: Jürgen }\n".utf8))
        return folder
    }

    private func open(_ folder: DataFolder, log: Log = .silent) throws -> Manager {
        let configuration = try Configuration.read(folder.configurationPath)
        return try Manager(
            database: try folder.openDatabase(configuration, override: nil), issuer: try configuration.issuerOrigin(),
            clock: .system, log: log)
    }

    private func failures(_ folder: DataFolder) -> [String] {
        var options = Doctor.Options()
        options.isOffline = true
        return Doctor(folder, options)().filter { $0.check == .database && $0.status == .failure }.map(\.text)
    }

    func serving() throws {
        let place = try TemporaryDatabase(.postgreSQL, encoding: "LATIN1")
        let folder = try manager(place)
        let lines = Locked<[String]>([])
        let manager = try open(folder, log: Log { line in lines.withLock { $0.append(line) } })
        let server = try ManagerServer(manager) { $0.address = .tcp("127.0.0.1", 0) }
        _ = server.stop(within: .seconds(5))
        let line = try #require(lines.withLock { $0 }.first { $0.contains("databaseEncoding") })
        #expect(line.contains(#""level":"error""#))
        #expect(line.contains("LATIN1"))
        #expect(failures(folder).count == 1)
    }

    func moved(_ encoding: String) throws {
        let (former, next) = (
            try TemporaryDatabase(.postgreSQL, encoding: encoding), try TemporaryDatabase(.postgreSQL)
        )
        let cluster = try #require(former.cluster)
        let folder = try manager(former)
        // The server's user writes the dump.
        let exchange = "\(next.folder)-exchange"
        try #require(mkdir(exchange, 0o700) == 0 && chmod(exchange, 0o777) == 0)
        defer { try? FileManager.default.removeItem(atPath: exchange) }
        let dump = "\(exchange)/xign.dump"
        try cluster.run("pg_dump", "--format=custom", "--encoding=UTF8", "--file=\(dump)", former.address)
        try cluster.run("pg_restore", "--no-owner", "--exit-on-error", "--dbname=\(next.address)", dump)
        unlink(folder.configurationPath)
        let configuration = Configuration(issuer: Self.issuer, database: next.address)
        try PrivateFile.create(folder.configurationPath, Array(configuration.yaml.utf8))
        #expect(failures(folder).isEmpty)
        let manager = try open(folder)
        defer { manager.context.database.close() }
        #expect(try manager.context.database.read { try $0.accounts.find(name: "Jürgen") } != nil)
    }

    func environment() throws {
        let manager = try TestManager(.postgreSQL)
        let folder = try OperatorsFolder(of: manager)
        let outcome = try folder.run(["user", "add", "Łucja"], environment: ["PGCLIENTENCODING=LATIN1"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try manager.context.database.read { try $0.accounts.find(name: "Łucja") } != nil)
    }

    func pooler() throws {
        let manager = try TestManager(.postgreSQL)
        let folder = try OperatorsFolder(of: manager)
        let cluster = try #require(manager.place.cluster)
        for (mode, status) in [("session", Int32(0)), ("transaction", 78)] {
            let pooler = try PgBouncer(cluster, mode: mode)
            let outcome = try folder.run(["user", "list", "--database", pooler.url(manager.place.name)])
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.errors.contains("[storage.transactionPooling]") == (status != 0))
        }
    }
}
