import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// The consequences of rows of one table that somebody has rolled back, deleted or exchanged, for every table of the
/// schema (docs/threat-model.md, "Rows that somebody else writes").
struct TamperedTablesTests {
    @Test("Tables that somebody has written to", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Rows of each table that were rolled back have the known consequences and no others", rolledBack,
            each: Engine.allCases),
        TestCase(
            "Rows of each table that were deleted have the known consequences and no others", deleted,
            each: Engine.allCases),
        TestCase("Rows of two people that were exchanged give neither the rights of the other", exchanged),
        TestCase("Without a change nothing that has ended comes back", untouched),
    ]

    func rolledBack(_ engine: Engine) async throws {
        let scene = try await TamperedTables(engine)
        let found = try await scene.consequences(of: scene.rollBack)
        #expect(
            found == [
                "account": [.disabledAccount], "activation": [.lockedDevice],
                "administrator_grant": [.withdrawnGrant], "factor": [.formerPIN], "pending_act": [.withdrawnAct],
                "process": [.repeatedAct],
            ])
    }

    func deleted(_ engine: Engine) async throws {
        let scene = try await TamperedTables(engine)
        #expect(try await scene.consequences(of: scene.delete) == [:])
    }

    func exchanged() async throws {
        let scene = try await TamperedTables(.sqlite)
        #expect(try await scene.consequences(of: scene.exchange) == [:])
    }

    func untouched() async throws {
        let scene = try await TamperedTables(.sqlite)
        #expect(try await scene.consequences() == [])
    }
}
