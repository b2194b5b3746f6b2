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
