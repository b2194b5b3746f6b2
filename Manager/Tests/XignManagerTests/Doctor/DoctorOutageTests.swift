import DatabaseFixture
import Foundation
import Testing
import Threads
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct DoctorOutageTests {
    @Test("What doctor says of a manager that serves no logins", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A database that takes no writes is a failure, though it can be read", readOnly),
        TestCase(
            "Little free space is a failure, and too little for a copy of the database a warning", space,
            each: [
                (DatabaseSize(bytes: 1000 << 20, freeBytes: 10_000 << 20), Finding.Status.ok),
                (DatabaseSize(bytes: 1000 << 20, freeBytes: 1100 << 20), .warning),
                (DatabaseSize(bytes: 1 << 20, freeBytes: 63 << 20), .failure),
            ]),
        TestCase("Tables of another owner are a failure, and the manual's command mends it", otherOwner),
        TestCase("Two installations on the path are a failure that names both", severalInstallations),
        TestCase("The smallest limit of connections counts: the server's, the user's, the database's", connections),
        TestCase(
            "The advice follows the code of the error, and differs by engine where the cure does", advice,
            each: Engine.allCases),
        TestCase(
            "A manager that is not ready is a failure, none at all and one that cannot be asked a warning", readiness),
    ]

    func readOnly() throws {
        let scene = try DoctorScene(.postgreSQL)
        #expect(scene.status(.writing) == .ok)
        try scene.manager.context.database.write { transaction in
            try transaction.execute(
                """
                DO $$ BEGIN
                    EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
                END $$
                """)
        }
        let findings = scene.examine()
        #expect(findings.first { $0.check == .database }?.status == .ok)
        #expect(findings.first { $0.check == .writing }?.status == .failure)
    }

    /// Adds a user of the database, and lets the configuration name it.
    private func user(of scene: DoctorScene) throws -> String {
        let (place, name) = (scene.manager.place, "user_of_\(scene.manager.place.name)")
        try run("CREATE ROLE \(name) LOGIN", scene)
        let address = try #require(place.cluster).url(place.name, user: name)
        try scene.configure("issuer: \(scene.manager.context.issuer)\ndatabase: '\(address)'\nhost: unix:/nowhere\n")
        return name
    }

    private func run(_ statement: String, _ scene: DoctorScene) throws {
        try scene.manager.place.cluster?.run(
            "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--dbname=\(scene.manager.place.address)",
            "--command=\(statement)")
    }

    func otherOwner() throws {
        // As after `pg_restore --no-owner` by a superuser.
        let scene = try DoctorScene(.postgreSQL)
        let user = try user(of: scene)
        let failures = scene.examine().filter { $0.status == .failure }
        let owner = try #require(failures.first { $0.check == .database })
        #expect(owner.text.contains(" tables belong to postgres,"))
        #expect(owner.advice?.contains(user) == true)
        let schema = try #require(failures.first { $0.check == .schema })
        #expect(schema.advice?.contains("init") == false)
        #expect(schema.advice?.contains("Tables of another owner") == true)

        let manual = URL(filePath: #filePath).appending(path: "../../../../../docs/operations.md").standardizedFileURL
        let text = try String(contentsOf: manual, encoding: .utf8)
        let command = try #require(text.firstMatch(of: /\n(DO \$\$ [^;]*;[^$]*\$\$)\n/)).output.1
        try run(String(command).replacing("OWNER TO xign", with: "OWNER TO \(user)"), scene)
        #expect(scene.status(.database) == .ok)
        #expect(scene.status(.schema) == .ok)
        #expect(scene.status(.writing) == .ok)
    }

    func severalInstallations() throws {
        let scene = try DoctorScene(.postgreSQL)
        let user = try user(of: scene)
        try run("CREATE SCHEMA \(user) CREATE TABLE xign_schema_version (version BIGINT)", scene)
        try run("GRANT USAGE ON SCHEMA \(user) TO \(user)", scene)
        let finding = try #require(scene.examine().first { $0.check == .database })
        #expect(finding.status == .failure)
        #expect(finding.text.contains("\(user) and public"))
        #expect(finding.advice?.contains("One schema") == true)
    }

    func connections() throws {
        func texts(_ server: Int, _ user: Int?, _ database: Int?) -> [String] {
            var examination = Examination(clock: .system)
            examination.examine(
                ServerCondition(
                    version: 17, durability: [], hasChecksums: true, connections: server, user: ("app", user),
                    databaseConnections: database, now: examination.now.seconds))
            return examination.findings.filter { $0.check == .connections && $0.status == .warning }.map(\.text)
        }
        #expect(texts(100, nil, nil) == [])
        #expect(texts(100, 18, 18) == [])
        #expect(texts(100, 17, nil) == ["the server allows app 17 connections, and a manager with commands needs 18"])
        #expect(texts(100, nil, 0) == ["the database takes 0 connections, and a manager with commands needs 18"])
        #expect(texts(10, 5, 5).count == 3)

        let scene = try DoctorScene(.postgreSQL)
        let user = try user(of: scene)
        #expect(scene.status(.connections) == .ok)
        try run("ALTER ROLE \(user) CONNECTION LIMIT 5", scene)
        try run("ALTER DATABASE \(scene.manager.place.name) CONNECTION LIMIT 12", scene)
        let found = scene.examine().filter { $0.check == .connections }.map(\.text)
        #expect(found.map { $0.contains(" 5 ") || $0.contains(" 12 ") } == [true, true], "\(found)")
    }

    func advice(_ engine: Engine) {
        let codes: [StorageError.Code] = [
            .unavailable, .accessDenied, .readOnly, .full, .inputOutput, .corrupt, .notADatabase, .timeout,
            .severalInstallations, .otherInstallation, .schemaFromTheFuture, .transactionPooling, .libraryMissing,
            .keyMissing, .invalidAddress, .notFound, .foreignDatabase,
        ]
        for code in codes {
            let advice = Examination.advice(
                on: StorageError(code, "init"), isServer: engine == .postgreSQL, otherwise: "run init")
            #expect(!advice.contains("init"), "\(code)")
            #expect(engine == .postgreSQL || !advice.contains("PostgreSQL"), "\(code)")
        }
        #expect(Examination.advice(on: StorageError(.other), isServer: true, otherwise: "run init") == "run init")
        for code in [StorageError.Code.accessDenied, .readOnly, .corrupt, .notADatabase] {
            let advices = [true, false].map { Examination.advice(on: StorageError(code), isServer: $0, otherwise: "") }
            #expect(advices[0] != advices[1], "\(code)")
        }
        let denied = [true, false].map {
            Examination.advice(on: StorageError(.accessDenied), isServer: $0, otherwise: "")
        }
        #expect(denied[0].contains("tables") && denied[1].contains("file"))
    }

    func space(_ size: DatabaseSize, status: Finding.Status) {
        var examination = Examination(clock: .system)
        examination.examine(size, at: "/srv/manager.sqlite")
        #expect(examination.findings.map(\.status) == [status])
    }

    func readiness() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.ready) == .warning)
        let isLeaving = Locked(false)
        let server = try scene.serve(isLeaving: isLeaving)
        #expect(scene.status(.ready) == .ok)
        isLeaving.withLock { $0 = true }
        #expect(scene.status(.ready) == .failure)
        server.stop(within: .zero)
        #expect(scene.status(.ready) == .warning)
    }
}
